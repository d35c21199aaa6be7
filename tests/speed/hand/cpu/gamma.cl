// block row x 4, work-groups of 1 x 1, pictures from 16 x 4
// x to the power of 1/2.2 is 2 to the power of log2(x)/2.2; nothing is kept in the cache.

inline void gamma_block(const Row *r, int x, __global float *out, int width)
{
    for (int k = 0; k < 4; k++) {
        const float16 v = LOAD(r[k] + x);
        const float16 raised = exp2_of(log2_of(v) * (float)(1 / 2.2));
        stream(out + k * (long)width, v > 0.0f ? raised : (float16)(0.0f));
    }
}

STENCIL(gamma, 0, 0, 4)
