// block 1 x 1, work-groups of 32 x 4

__kernel void mandelbrot(__global float *out, int width, int height)
{
    const int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    const float cx = 3.0f * px / width - 2.25f, cy = 2.5f * py / height - 1.25f;
    float x = 0, y = 0, xx = 0, yy = 0;
    int n = 0;
    while (n < 100 && xx + yy < 4.0f) {
        y = fma(2 * x, y, cy);
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        n++;
    }
    out[(long)py * width + px] = n / 100.0f;
}
