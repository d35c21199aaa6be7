// block row x 1, work-groups of 1 x 1, pictures from 16 x 1
// All lanes go on until the last has come to 1.

__kernel void collatz(Row in, __global float *out, int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    for (int i = 0; i < width; i += 16) {
        const long from = (long)y * width + min(i, width - 16);
        int16 n = convert_int16(LOAD(in + from) * 255.0f) + 1, steps = 0;
        for (int16 going = n > 1; any(going); going = n > 1) {
            const int16 next = (n & 1) != 0 ? 3 * n + 1 : n >> 1;
            n = going ? next : n;
            steps -= going;
        }
        vstore16(convert_float16(steps) * (1.0f / 128), 0, out + from);
    }
}
