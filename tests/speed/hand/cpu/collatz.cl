// block row x 1, work-groups of 1 x 1, pictures from 64 x 1
// All lanes go on until the last has come to 1. A step waits for the one before, so four vectors go side by side.
#define NUMBER(k)                                                                                                     \
    int16 n##k = convert_int16(LOAD(in + from + 16 * k) * 255.0f) + 1, steps##k = 0
#define STEP(k)                                                                                                       \
    steps##k -= n##k > 1;                                                                                             \
    n##k = n##k > 1 ? ((n##k & 1) != 0 ? n##k + n##k + n##k + 1 : n##k >> 1) : n##k
#define PUT(k) vstore16(convert_float16(steps##k) * (1.0f / 128), k, out + from)

__kernel void collatz(Row in, __global float *out, int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    for (int i = 0; i < width; i += 64) {
        const long from = (long)y * width + min(i, width - 64);
        NUMBER(0); NUMBER(1); NUMBER(2); NUMBER(3);
        while (any((n0 > 1) | (n1 > 1) | (n2 > 1) | (n3 > 1))) {
            STEP(0); STEP(1); STEP(2); STEP(3);
        }
        PUT(0); PUT(1); PUT(2); PUT(3);
    }
}
