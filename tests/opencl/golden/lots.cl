// each_whole: each work-item puts 4096 x 16 pixels together, 1 x 4 at a time; work-groups of 1 x 1

typedef float16 pg_any_float16 __attribute__((aligned(sizeof(float))));
__attribute__((overloadable)) float pg_max(float a, float b) { return select(a, b, b > a); }
__attribute__((overloadable)) int pg_max(int a, int b) { return max(a, b); }
__attribute__((overloadable)) float16 pg_max(float16 a, float16 b) { return select(a, b, b > a); }
__attribute__((overloadable)) int16 pg_max(int16 a, int16 b) { return max(a, b); }

__attribute__((vec_type_hint(float4)))
__kernel void each_whole(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int lot_x = get_global_id(0);
    const int lot_y = get_global_id(1);
    if (lot_x >= width || lot_y >= height)
        return;
    const int all_columns = im_w;
    const int all_rows = im_h;
    float16 total = (float16)(-INFINITY);
    const int left_1 = lot_x * 4096;
    const int top_1 = lot_y * 16;
    const int right_1 = min(left_1 + 4096, all_columns);
    const int bottom_1 = min(top_1 + 16, all_rows);
    for (int y = top_1; y < bottom_1; y += 4) {
        __global const float *im_m1 = im + (long)clamp(y - 1, 0, im_h - 1) * im_stride;
        __global const float *im_p0 = im + (long)clamp(y, 0, im_h - 1) * im_stride;
        __global const float *im_p1 = im + (long)clamp(y + 1, 0, im_h - 1) * im_stride;
        __global const float *im_p2 = im + (long)clamp(y + 2, 0, im_h - 1) * im_stride;
        __global const float *im_p3 = im + (long)clamp(y + 3, 0, im_h - 1) * im_stride;
        const int last = min(all_columns - 16, im_w - 17);
        for (int x = left_1; x < right_1; x += 16) {
            if (x <= last && x >= 1) {
                const float16 im_0_0 = vload16(0, im_p0 + x);  // test_golden.py:115
                const float16 v = vload16(0, im_m1 + x) + vload16(0, im_p0 + x - 1) + vload16(0, im_p0 + x + 1)
                        - im_0_0 * 2.0f;
                {
                    total = pg_max(total, v);
                }
                const float16 im_0_1 = vload16(0, im_p1 + x);
                const float16 v_1 = im_0_0 + vload16(0, im_p1 + x - 1) + vload16(0, im_p1 + x + 1) - im_0_1 * 2.0f;
                if (y + 1 < all_rows) {
                    total = pg_max(total, v_1);
                }
                const float16 im_0_2 = vload16(0, im_p2 + x);
                const float16 v_2 = im_0_1 + vload16(0, im_p2 + x - 1) + vload16(0, im_p2 + x + 1) - im_0_2 * 2.0f;
                if (y + 2 < all_rows) {
                    total = pg_max(total, v_2);
                }
                const float16 v_3 = im_0_2 + vload16(0, im_p3 + x - 1) + vload16(0, im_p3 + x + 1) - vload16(0, im_p3
                        + x) * 2.0f;
                if (y + 3 < all_rows) {
                    total = pg_max(total, v_3);
                }
            } else {
                float im_tile[1][5][18];
                for (int j = 0; j < 5; j++) {
                    __global const float *line = im + (long)clamp(y - 1 + j, 0, im_h - 1) * im_stride;
                    if (x >= 0 && x + 16 <= im_w) {
                        *(pg_any_float16 *)(im_tile[0][j] + 1) = *(__global const pg_any_float16 *)(line + x);
                        for (int i = 0; i < 1; i++) {
                            const int at = clamp(x - 1 + i, 0, im_w - 1);
                            im_tile[0][j][i] = line[at];
                        }
                        for (int i = 17; i < 18; i++) {
                            const int at = clamp(x - 1 + i, 0, im_w - 1);
                            im_tile[0][j][i] = line[at];
                        }
                    } else {
                        for (int i = 0; i < 18; i++) {
                            const int at = clamp(x - 1 + i, 0, im_w - 1);
                            im_tile[0][j][i] = line[at];
                        }
                    }
                }
                for (int row = 0; row < min(4, all_rows - y); row++) {
                    const float16 v = *(pg_any_float16 *)(im_tile[0][row] + 1) + *(pg_any_float16 *)(im_tile[0][row  // test_golden.py:115
                            + 1]) + *(pg_any_float16 *)(im_tile[0][row + 1] + 2) - *(pg_any_float16 *)(im_tile[0][row + 1]
                            + 1) * 2.0f;
                    const float16 v_1 = select((float16)(-INFINITY), v, x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                            11, 12, 13, 14, 15) < (int16)(all_columns));
                    total = pg_max(total, v_1);
                }
            }
        }
    }
    float total_1 = -INFINITY;
    float parts[16] __attribute__((aligned(64)));
    vstore16(total, 0, parts);
    for (int i = 0; i < 16; i++) {
        const float v = parts[i];
        total_1 = pg_max(total_1, v);
    }
    __global float *out_row = out + (long)lot_y * out_stride;
    out_row[lot_x] = total_1;
}
