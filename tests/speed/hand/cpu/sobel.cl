// block row x 4, work-groups of 1 x 1, pictures from 16 x 4
// Each row is differenced and smoothed across once, for the three rows of results that need it.

inline void sobel_block(const Row *r, int x, __global float *out, int width)
{
    float16 across[6], smooth[6];
#pragma unroll
    for (int k = 0; k < 6; k++) {
        const float16 a = LOAD(r[k] + x - 1), b = LOAD(r[k] + x), c = LOAD(r[k] + x + 1);
        across[k] = c - a;
        smooth[k] = fma(b, (float16)(2.0f), a + c);
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const float16 gx = fma(across[k + 1], (float16)(2.0f), across[k] + across[k + 2]);
        const float16 gy = smooth[k + 2] - smooth[k];
        stream(out + k * (long)width, sqrt(fma(gx, gx, gy * gy)));
    }
}

STENCIL(sobel, 1, 1, 4)
