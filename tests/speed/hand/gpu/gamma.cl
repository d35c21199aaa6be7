// block 4 x 4, work-groups of 32 x 8
// Moves as much as a copy does; four rows for each work-item keep enough loads on their way.

__kernel void gamma_(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 4 * get_global_id(1);
    if (x >= width)
        return;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        v[k] = four(ROW(y + k), x, width);
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (y + k < height)
            put_four(out + (long)(y + k) * width, x, width, native_exp2(native_log2(v[k]) * (float)(1 / 2.2)));
}
