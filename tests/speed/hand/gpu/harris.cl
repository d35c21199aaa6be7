// block 4 x 8, work-groups of 32 x 4
// Down the columns: each row is loaded once; gradients and products of a row are made once, for six columns, and three
// rows of them are kept.

__kernel void harris(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    float across0[6], across1[6], smooth0[6], smooth1[6];
    float4 xx0, xx1, yy0, yy1, xy0, xy1;
#pragma unroll
    for (int k = 0; k < 12; k++) {
        Row row = ROW(y + k - 2);
        const float4 m = four(row, x, width);
        const float v[8] = {LEFT2(row), LEFT(row), m.x, m.y, m.z, m.w, RIGHT(row), RIGHT2(row)};
        float xx[6], yy[6], xy[6], across[6], smooth[6];
#pragma unroll
        for (int i = 0; i < 6; i++) {
            across[i] = v[i + 2] - v[i];
            smooth[i] = fma(v[i + 1], 2.0f, v[i] + v[i + 2]);
            const float gx = fma(across1[i], 2.0f, across0[i] + across[i]), gy = smooth[i] - smooth0[i];
            xx[i] = gx * gx;
            yy[i] = gy * gy;
            xy[i] = gx * gy;
            across0[i] = across1[i]; across1[i] = across[i];
            smooth0[i] = smooth1[i]; smooth1[i] = smooth[i];
        }
#define OF_THREE(a) ((float4)(a[0], a[1], a[2], a[3]) + (float4)(a[1], a[2], a[3], a[4]) + (float4)(a[2], a[3], a[4], a[5]))
        const float4 sxx = OF_THREE(xx), syy = OF_THREE(yy), sxy = OF_THREE(xy);
        if (k >= 4 && y + k - 4 < height) {
            const float scale = 1.0f / (9 * 64);
            const float4 a = (xx0 + xx1 + sxx) * scale, b = (yy0 + yy1 + syy) * scale, c = (xy0 + xy1 + sxy) * scale;
            const float4 trace = a + b;
            put_four(out + (long)(y + k - 4) * width, x, width, fma(a, b, -c * c) - 0.04f * trace * trace);
        }
        xx0 = xx1; xx1 = sxx;
        yy0 = yy1; yy1 = syy;
        xy0 = xy1; xy1 = sxy;
    }
}
