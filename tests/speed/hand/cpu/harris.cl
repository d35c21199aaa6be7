// block 256 x 4, work-groups of 1 x 1, pictures from 16 x 4
// Gradients, their products and the sums of three rows of these once a pixel, into rows that stay in the cache; then
// across.
#define WIDE 256

__kernel void harris(Row in, __global float *out, int width, int height)
{
    const int left = max(0, min((int)get_global_id(0) * WIDE, width - WIDE)), y = min((int)get_global_id(1) * 4, height - 4);
    const int wide = min(WIDE, width - left);
    float sums[4][3][WIDE + 32];
    float copy[8][18];
    Row r[8];
    for (int k = 0; k < 8; k++)
        r[k] = in + (long)clamp(y + k - 2, 0, height - 1) * width;
    for (int i = 0; i < wide + 32; i += 16) {
        const int x = left - 16 + i;
        const bool edge = x < 1 || x + 17 > width;
        if (edge)
            for (int k = 0; k < 8; k++)
                for (int j = 0; j < 18; j++)
                    copy[k][j] = r[k][clamp(x + j - 1, 0, width - 1)];
        float16 across[8], smooth[8], xx[6], yy[6], xy[6];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            Row p = edge ? (Row)(size_t)&copy[k][1] : r[k] + x;
            const float16 a = LOAD(p - 1), b = LOAD(p), c = LOAD(p + 1);
            across[k] = c - a;
            smooth[k] = fma(b, (float16)(2.0f), a + c);
        }
#pragma unroll
        for (int k = 0; k < 6; k++) {
            const float16 gx = fma(across[k + 1], (float16)(2.0f), across[k] + across[k + 2]);
            const float16 gy = smooth[k + 2] - smooth[k];
            xx[k] = gx * gx;
            yy[k] = gy * gy;
            xy[k] = gx * gy;
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            vstore16(xx[k] + xx[k + 1] + xx[k + 2], 0, &sums[k][0][i]);
            vstore16(yy[k] + yy[k + 1] + yy[k + 2], 0, &sums[k][1][i]);
            vstore16(xy[k] + xy[k + 1] + xy[k + 2], 0, &sums[k][2][i]);
        }
    }
    const float scale = 1.0f / (9 * 64);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < wide; i += 16) {
            const int from = min(i, wide - 16);
            const float *p = &sums[k][0][16 + from], *q = &sums[k][1][16 + from], *s = &sums[k][2][16 + from];
            const float16 a = (LOAD(p - 1) + LOAD(p) + LOAD(p + 1)) * scale;
            const float16 b = (LOAD(q - 1) + LOAD(q) + LOAD(q + 1)) * scale;
            const float16 c = (LOAD(s - 1) + LOAD(s) + LOAD(s + 1)) * scale;
            const float16 trace = a + b;
            stream(out + (long)(y + k) * width + left + from, fma(a, b, -c * c) - 0.04f * trace * trace);
        }
}
