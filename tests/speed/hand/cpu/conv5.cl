// block row x 4, work-groups of 1 x 1, pictures from 16 x 4
// A column of weights at a time: each vector that is loaded goes into up to four rows of results.

inline void conv5_block(const Row *r, int x, __global float *out, int width)
{
    float16 total[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int dx = 0; dx < 5; dx++)
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const float16 v = LOAD(r[k] + x + dx - 2);
#pragma unroll
            for (int row = 0; row < 4; row++)
                if (k - row >= 0 && k - row < 5)
                    total[row] = fma(v, (float16)(WEIGHTS[(k - row) * 5 + dx]), total[row]);
        }
#pragma unroll
    for (int row = 0; row < 4; row++)
        stream(out + row * (long)width, total[row]);
}

STENCIL(conv5, 2, 2, 4)
