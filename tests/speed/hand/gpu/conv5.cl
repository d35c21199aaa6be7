// block 4 x 8, work-groups of 32 x 4
// Each row is loaded once and goes into five rows of results.

__kernel void conv5(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    float4 total[12];
#pragma unroll
    for (int k = 0; k < 12; k++)
        total[k] = 0.0f;
#pragma unroll
    for (int k = 0; k < 12; k++) {
        Row row = ROW(y + k - 2);
        const float4 m = four(row, x, width);
        const float l2 = LEFT2(row), l1 = LEFT(row), r1 = RIGHT(row), r2 = RIGHT2(row);
        const float4 v0 = (float4)(l2, l1, m.xy), v1 = (float4)(l1, m.xyz), v3 = (float4)(m.yzw, r1), v4 = (float4)(m.zw, r1, r2);
#pragma unroll
        for (int i = 0; i < 5; i++) {  // this row is row 4 - i of the kernel for the results i rows further down
            const int to = k - 4 + i;
            if (to >= 0 && to < 8) {
                total[to] = fma(v0, (float4)(WEIGHTS[(4 - i) * 5]), total[to]);
                total[to] = fma(v1, (float4)(WEIGHTS[(4 - i) * 5 + 1]), total[to]);
                total[to] = fma(m, (float4)(WEIGHTS[(4 - i) * 5 + 2]), total[to]);
                total[to] = fma(v3, (float4)(WEIGHTS[(4 - i) * 5 + 3]), total[to]);
                total[to] = fma(v4, (float4)(WEIGHTS[(4 - i) * 5 + 4]), total[to]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (y + k < height)
            put_four(out + (long)(y + k) * width, x, width, total[k]);
}
