// block 2 x 16, work-groups of 32 x 8
// A group computes 64 x 128 pixels from a tile in local memory. A work-item has two columns, 32 apart, of 16 rows in
// registers; with one column of weights there, too, each value that is read from the tile goes into up to 15 rows.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void conv15(Row in, __global float *out, int width, int height)
{
    __local float tile[142 * 80] __attribute__((aligned(16)));
    const int left = 64 * get_group_id(0) - 8, top = 128 * get_group_id(1) - 7;
    for (int i = 32 * get_local_id(1) + get_local_id(0); i < 142 * 20; i += 256) {
        const int row = i / 20, column = i % 20 * 4;
        const float4 v = left + column >= 0 ? four(ROW(top + row), left + column, width) : (float4)(ROW(top + row)[0]);
        *(__local float4 *)(tile + row * 80 + column) = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float a[16], b[16];
#pragma unroll
    for (int k = 0; k < 16; k++)
        a[k] = b[k] = 0.0f;
    for (int dx = 0; dx < 15; dx++) {
        const __local float *p = tile + 16 * get_local_id(1) * 80 + get_local_id(0) + dx + 1;
        float weight[15];
#pragma unroll
        for (int k = 0; k < 15; k++)
            weight[k] = WEIGHTS[15 * k + dx];
#pragma unroll
        for (int k = 0; k < 30; k++) {
            const float u = p[k * 80], v = p[k * 80 + 32];
#pragma unroll
            for (int row = 0; row < 16; row++)
                if (k - row >= 0 && k - row < 15) {
                    a[row] = fma(u, weight[k - row], a[row]);
                    b[row] = fma(v, weight[k - row], b[row]);
                }
        }
    }
    const int x = 64 * get_group_id(0) + get_local_id(0), y = 128 * get_group_id(1) + 16 * get_local_id(1);
#pragma unroll
    for (int k = 0; k < 16; k++)
        if (y + k < height) {
            __global float *row = out + (long)(y + k) * width;
            if (x < width)
                row[x] = a[k];
            if (x + 32 < width)
                row[x + 32] = b[k];
        }
}
