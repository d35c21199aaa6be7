// block 4 x 2, work-groups of 32 x 8
// The 4 x 6 pixels around eight results stay in registers, and so do the 4 x 12 of the places seven columns wide that
// they are compared with: squared differences are summed down, shared by two rows, then across, shared by four columns.

__kernel void nlm(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 2 * get_global_id(1);
    if (x >= width || y >= height)
        return;
    const float scale = -1.44269504f / (9 * 0.1f * 0.1f);
    float here[4][6], total[2][4], weights[2][4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        Row row = ROW(y + k - 1);
        const float4 m = four(row, x, width);
        here[k][0] = LEFT(row); here[k][1] = m.x; here[k][2] = m.y; here[k][3] = m.z; here[k][4] = m.w; here[k][5] = RIGHT(row);
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        total[0][i] = total[1][i] = weights[0][i] = weights[1][i] = 0.0f;
    for (int dy = -3; dy <= 3; dy++) {
        float there[4][12];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            Row row = ROW(y + k - 1 + dy);
            const float4 l = x >= 4 ? four(row, x - 4, width) : (float4)(row[0]), m = four(row, x, width), r = four(row, x + 4, width);
            there[k][0] = l.x; there[k][1] = l.y; there[k][2] = l.z; there[k][3] = l.w;
            there[k][4] = m.x; there[k][5] = m.y; there[k][6] = m.z; there[k][7] = m.w;
            there[k][8] = r.x; there[k][9] = r.y; there[k][10] = r.z; there[k][11] = r.w;
        }
#pragma unroll
        for (int dx = 0; dx < 7; dx++) {
            float down[2][6];
#pragma unroll
            for (int i = 0; i < 6; i++) {
                float apart[4];
#pragma unroll
                for (int k = 0; k < 4; k++)
                    apart[k] = here[k][i] - there[k][i + dx];
                const float both = fma(apart[1], apart[1], apart[2] * apart[2]);
                down[0][i] = fma(apart[0], apart[0], both);
                down[1][i] = fma(apart[3], apart[3], both);
            }
#pragma unroll
            for (int k = 0; k < 2; k++)
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const float w = native_exp2((down[k][i] + down[k][i + 1] + down[k][i + 2]) * scale);
                    total[k][i] = fma(w, there[k + 1][i + 1 + dx], total[k][i]);
                    weights[k][i] += w;
                }
        }
    }
#pragma unroll
    for (int k = 0; k < 2; k++)
        if (y + k < height)
            put_four(out + (long)(y + k) * width, x, width,
                     (float4)(native_divide(total[k][0], weights[k][0]), native_divide(total[k][1], weights[k][1]),
                              native_divide(total[k][2], weights[k][2]), native_divide(total[k][3], weights[k][3])));
}
