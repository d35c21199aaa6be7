// mandelbrot: each work-item sweeps a row, 8 pixels at a time that branch and loop together; work-groups of 1 x 1

__attribute__((vec_type_hint(float4)))
__kernel void mandelbrot(__global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const int first = get_global_id(0) * 512, end = min(first + 512, width);
    for (int x = first; x < end; x += 32) {
        const int8 columns_1_0 = min(x + 8 * 0 + (int8)(0, 1, 2, 3, 4, 5, 6, 7), (int8)(width - 1));
        const int8 columns_1_1 = min(x + 8 * 1 + (int8)(0, 1, 2, 3, 4, 5, 6, 7), (int8)(width - 1));
        const int8 columns_1_2 = min(x + 8 * 2 + (int8)(0, 1, 2, 3, 4, 5, 6, 7), (int8)(width - 1));
        const int8 columns_1_3 = min(x + 8 * 3 + (int8)(0, 1, 2, 3, 4, 5, 6, 7), (int8)(width - 1));
        const float8 v_0 = convert_float8(columns_1_0) * 0.05f - 2.0f;
        const float8 v_1 = convert_float8(columns_1_1) * 0.05f - 2.0f;
        const float8 v_2 = convert_float8(columns_1_2) * 0.05f - 2.0f;
        const float8 v_3 = convert_float8(columns_1_3) * 0.05f - 2.0f;
        const float v_4 = (float)y * 0.05f - 1.0f;
        float8 v_5_0 = (float8)(0.0f);
        float8 v_5_1 = (float8)(0.0f);
        float8 v_5_2 = (float8)(0.0f);
        float8 v_5_3 = (float8)(0.0f);
        float8 v_6_0 = (float8)(0.0f);
        float8 v_6_1 = (float8)(0.0f);
        float8 v_6_2 = (float8)(0.0f);
        float8 v_6_3 = (float8)(0.0f);
        int8 v_7_0 = (int8)(0);
        int8 v_7_1 = (int8)(0);
        int8 v_7_2 = (int8)(0);
        int8 v_7_3 = (int8)(0);
        int8 going_0 = (int8)-1;
        int8 going_1 = (int8)-1;
        int8 going_2 = (int8)-1;
        int8 going_3 = (int8)-1;
        for (;;) {
            const float8 v_8_0 = v_5_0 * v_5_0;
            const float8 v_8_1 = v_5_1 * v_5_1;
            const float8 v_8_2 = v_5_2 * v_5_2;
            const float8 v_8_3 = v_5_3 * v_5_3;
            const float8 v_9_0 = v_6_0 * v_6_0;
            const float8 v_9_1 = v_6_1 * v_6_1;
            const float8 v_9_2 = v_6_2 * v_6_2;
            const float8 v_9_3 = v_6_3 * v_6_3;
            going_0 &= (v_8_0 + v_9_0 < 4.0f) & (v_7_0 < 30);
            going_1 &= (v_8_1 + v_9_1 < 4.0f) & (v_7_1 < 30);
            going_2 &= (v_8_2 + v_9_2 < 4.0f) & (v_7_2 < 30);
            going_3 &= (v_8_3 + v_9_3 < 4.0f) & (v_7_3 < 30);
            if (!any(going_0 | going_1 | going_2 | going_3))
                break;
            v_6_0 = v_5_0 * 2.0f * v_6_0 + v_4;
            v_5_0 = v_8_0 - v_9_0 + v_0;
            v_6_1 = v_5_1 * 2.0f * v_6_1 + v_4;
            v_5_1 = v_8_1 - v_9_1 + v_1;
            v_6_2 = v_5_2 * 2.0f * v_6_2 + v_4;
            v_5_2 = v_8_2 - v_9_2 + v_2;
            v_6_3 = v_5_3 * 2.0f * v_6_3 + v_4;
            v_5_3 = v_8_3 - v_9_3 + v_3;
            v_7_0 = select(v_7_0, v_7_0 + 1, going_0);
            v_7_1 = select(v_7_1, v_7_1 + 1, going_1);
            v_7_2 = select(v_7_2, v_7_2 + 1, going_2);
            v_7_3 = select(v_7_3, v_7_3 + 1, going_3);
        }
        __global float *out_row = out + (long)y * out_stride;
        const float8 out_0_0 = convert_float8(v_7_0);
        const float8 out_0_1 = convert_float8(v_7_1);
        const float8 out_0_2 = convert_float8(v_7_2);
        const float8 out_0_3 = convert_float8(v_7_3);
        if (x + 32 <= width) {
            vstore8(out_0_0, 0, out_row + x + 8 * 0);
            vstore8(out_0_1, 0, out_row + x + 8 * 1);
            vstore8(out_0_2, 0, out_row + x + 8 * 2);
            vstore8(out_0_3, 0, out_row + x + 8 * 3);
        } else {
            float out_part[1][32];
            vstore8(out_0_0, 0, out_part[0]);
            vstore8(out_0_1, 1, out_part[0]);
            vstore8(out_0_2, 2, out_part[0]);
            vstore8(out_0_3, 3, out_part[0]);
            for (int i = 0; i < width - x; i++) {
                out_row[x + i] = out_part[0][i];
            }
        }
    }
}
