// block 4 x 8, work-groups of 32 x 4
// Two means of 3 x 3 are one of 5 x 5 with weights, and that is a column times a row: each row is loaded once, summed
// across, and goes into 5 rows of results.
__constant float WEIGHTS[] = {1 / 9.0f, 2 / 9.0f, 3 / 9.0f, 2 / 9.0f, 1 / 9.0f};

__kernel void chain2(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    float4 total[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
        total[k] = 0.0f;
#pragma unroll
    for (int k = 0; k < 12; k++) {
        Row row = ROW(y + k - 2);
        const float4 m = four(row, x, width);
        const float v[8] = {LEFT2(row), LEFT(row), m.x, m.y, m.z, m.w, RIGHT(row), RIGHT2(row)};
        float4 across = (float4)(v[2], v[3], v[4], v[5]) * WEIGHTS[2];
#pragma unroll
        for (int d = 1; d <= 2; d++) {
            const int i = 2 - d, j = 2 + d;
            across = fma((float4)(v[i] + v[j], v[i + 1] + v[j + 1], v[i + 2] + v[j + 2], v[i + 3] + v[j + 3]),
                         (float4)(WEIGHTS[j]), across);
        }
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (k - i >= 0 && k - i <= 4)
                total[i] = fma(across, (float4)(WEIGHTS[k - i]), total[i]);
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (y + k < height)
            put_four(out + (long)(y + k) * width, x, width, total[k]);
}
