// block 256 x 8, work-groups of 1 x 1, pictures from 16 x 8
// Gray once a pixel, into rows that stay in the cache.
#define WIDE 256

inline float16 gray_of(__global const uchar *p)
{
    const uchar16 a = vload16(0, p), b = vload16(1, p), c = vload16(2, p);
    const uchar16 red = (uchar16)(a.s0369, a.scf, b.s258b, b.se, c.s147a, c.sd);
    const uchar16 green = (uchar16)(a.s147a, a.sd, b.s0369, b.scf, c.s258b, c.se);
    const uchar16 blue = (uchar16)(a.s258b, a.se, b.s147a, b.sd, c.s0369, c.scf);
    return convert_float16(red) * (0.299f / 255) + convert_float16(green) * (0.587f / 255) + convert_float16(blue) * (0.114f / 255);
}

__kernel void rgb8(__global const uchar *in, __global uchar *out, int width, int height)
{
    const int left = max(0, min((int)get_global_id(0) * WIDE, width - WIDE)), y = min((int)get_global_id(1) * 8, height - 8);
    const int wide = min(WIDE, width - left);
    float gray[10][WIDE + 32];
    for (int k = 0; k < 10; k++) {
        __global const uchar *row = in + (long)clamp(y + k - 1, 0, height - 1) * width * 3;
        for (int i = 0; i < wide + 32; i += 16) {
            const int x = left - 16 + i;
            if (x >= 0 && x + 16 <= width)
                vstore16(gray_of(row + 3 * x), 0, &gray[k][i]);
            else
                for (int j = 0; j < 16; j++) {
                    __global const uchar *p = row + 3 * clamp(x + j, 0, width - 1);
                    gray[k][i + j] = p[0] * (0.299f / 255) + p[1] * (0.587f / 255) + p[2] * (0.114f / 255);
                }
        }
    }
    for (int i = 0; i < wide; i += 16) {
        const int from = min(i, wide - 16);
        float16 across[10], smooth[10];
#pragma unroll
        for (int k = 0; k < 10; k++) {
            const float *p = &gray[k][16 + from];
            const float16 a = LOAD(p - 1), b = LOAD(p), c = LOAD(p + 1);
            across[k] = c - a;
            smooth[k] = fma(b, (float16)(2.0f), a + c);
        }
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const float16 gx = fma(across[k + 1], (float16)(2.0f), across[k] + across[k + 2]);
            const float16 gy = smooth[k + 2] - smooth[k];
            const float16 v = sqrt(fma(gx, gx, gy * gy)) * 255.0f;
            vstore16(convert_uchar16(MIN(v, (float16)(255.0f)) + 0.5f), 0, out + (long)(y + k) * width + left + from);
        }
    }
}
