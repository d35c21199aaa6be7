// block 4 x 8, work-groups of 32 x 4
// Four means of 3 x 3 are one of 9 x 9 with weights, and that is a column times a row: each row is loaded once, summed
// across, and goes into 9 rows of results.
__constant float WEIGHTS[] = {1 / 81.0f, 4 / 81.0f, 10 / 81.0f, 16 / 81.0f, 19 / 81.0f, 16 / 81.0f, 10 / 81.0f, 4 / 81.0f, 1 / 81.0f};

__kernel void chain4(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    float4 total[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
        total[k] = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        Row row = ROW(y + k - 4);
        const float4 m = four(row, x, width);
        const float4 l = x >= 4 ? four(row, x - 4, width) : (float4)(row[0]), r = four(row, x + 4, width);
        const float v[12] = {l.x, l.y, l.z, l.w, m.x, m.y, m.z, m.w, r.x, r.y, r.z, r.w};
        float4 across = (float4)(v[4], v[5], v[6], v[7]) * WEIGHTS[4];
#pragma unroll
        for (int d = 1; d <= 4; d++) {
            const int i = 4 - d, j = 4 + d;
            across = fma((float4)(v[i] + v[j], v[i + 1] + v[j + 1], v[i + 2] + v[j + 2], v[i + 3] + v[j + 3]),
                         (float4)(WEIGHTS[j]), across);
        }
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (k - i >= 0 && k - i <= 8)
                total[i] = fma(across, (float4)(WEIGHTS[k - i]), total[i]);
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (y + k < height)
            put_four(out + (long)(y + k) * width, x, width, total[k]);
}
