// block 1 x 1, work-groups of 32 x 4

__kernel void collatz(Row in, __global float *out, int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    int n = (int)(in[(long)y * width + x] * 255.0f) + 1, steps = 0;
    while (n > 1) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        steps++;
    }
    out[(long)y * width + x] = steps / 128.0f;
}
