// block 4 x 1, work-groups of 32 x 8
// Both weights are one power of 2; a row of twelve pixels serves four results.

__kernel void bilateral(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const float per_square = -1.44269504f / (2 * 0.1f * 0.1f), per_step = -1.44269504f / (2 * 3.0f * 3.0f);
    const float4 here = four(ROW(y), x, width);
    float4 total = 0.0f, weights = 0.0f;
    for (int dy = -4; dy <= 4; dy++) {
        Row row = ROW(y + dy);
        const float4 l = x >= 4 ? four(row, x - 4, width) : (float4)(row[0]), m = four(row, x, width), r = four(row, x + 4, width);
        const float v[12] = {l.x, l.y, l.z, l.w, m.x, m.y, m.z, m.w, r.x, r.y, r.z, r.w};
#pragma unroll
        for (int dx = 0; dx < 9; dx++) {
            const float4 there = (float4)(v[dx], v[dx + 1], v[dx + 2], v[dx + 3]), apart = there - here;
            const float4 w = native_exp2(fma(apart * apart, (float4)(per_square), (float4)(((dx - 4) * (dx - 4) + dy * dy) * per_step)));
            total = fma(w, there, total);
            weights += w;
        }
    }
    put_four(out + (long)y * width, x, width, total / weights);
}
