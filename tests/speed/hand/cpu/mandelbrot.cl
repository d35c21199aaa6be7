// block row x 1, work-groups of 1 x 1, pictures from 32 x 1
// All lanes go on until the last has left; those that have left count no more. A step waits for the one before, so two
// vectors go side by side.
#define POINT(n)                                                                                                      \
    const float16 cx##n = 3.0f * (lanes + (float)(from + 16 * n)) / (float)width - 2.25f;                             \
    float16 zx##n = 0.0f, zy##n = 0.0f, xx##n = 0.0f, yy##n = 0.0f;                                                   \
    int16 count##n = 0
#define STEP(n)                                                                                                       \
    count##n -= inside##n;                                                                                            \
    zy##n = fma(zx##n + zx##n, zy##n, (float16)(cy)); /* those outside grow on, and stay outside */                   \
    zx##n = xx##n - yy##n + cx##n;                                                                                    \
    xx##n = zx##n * zx##n;                                                                                            \
    yy##n = zy##n * zy##n

__kernel void mandelbrot(__global float *out, int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const float16 lanes = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const float cy = 2.5f * y / height - 1.25f;
    for (int i = 0; i < width; i += 32) {
        const int from = min(i, width - 32);
        POINT(0); POINT(1);
        for (int step = 0; step < 100; step++) {
            const int16 inside0 = xx0 + yy0 < 4.0f, inside1 = xx1 + yy1 < 4.0f;
            if (!any(inside0 | inside1))
                break;
            STEP(0); STEP(1);
        }
        vstore16(convert_float16(count0) / 100.0f, 0, out + (long)y * width + from);
        vstore16(convert_float16(count1) / 100.0f, 1, out + (long)y * width + from);
    }
}
