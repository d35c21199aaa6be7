// block row x 1, work-groups of 1 x 1, pictures from 16 x 1
// All lanes go on until the last has left; those that have left count no more.

__kernel void mandelbrot(__global float *out, int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const float16 lanes = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const float cy = 2.5f * y / height - 1.25f;
    for (int i = 0; i < width; i += 16) {
        const int from = min(i, width - 16);
        const float16 cx = 3.0f * (lanes + (float)from) / (float)width - 2.25f;
        float16 zx = 0.0f, zy = 0.0f, n = 0.0f;
        for (int step = 0; step < 100; step++) {
            const float16 xx = zx * zx, yy = zy * zy;
            const int16 inside = xx + yy < 4.0f;
            if (!any(inside))
                break;
            n += inside ? (float16)(1.0f) : (float16)(0.0f);
            zy = fma(2.0f * zx, zy, (float16)(cy));  // those outside grow on, and stay outside
            zx = xx - yy + cx;
        }
        vstore16(n / 100.0f, 0, out + (long)y * width + from);
    }
}
