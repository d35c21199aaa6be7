// each_whole: each work-item puts 4 x 16 pixels together, 4 x 8 at a time, in a team of 32 x 4; work-groups of 1 x 128

__attribute__((overloadable)) float pg_max(float a, float b) { return select(a, b, b > a); }
__attribute__((overloadable)) int pg_max(int a, int b) { return max(a, b); }
int pg_shr(int a, int b) { return a >> clamp(b, (int)0, (int)31); }

__attribute__((reqd_work_group_size(1, 128, 1)))
__kernel void each_whole(__global const float *restrict im, int im_w, int im_h, int im_stride,
        int out_at, int out_stride,
        int width, int height,
        __global char *pg_common)
{
    __global float *out = (__global float *)pg_common + (long)out_at * 64;
    const int all_columns = im_w;
    const int all_rows = im_h;
    const int team = width - 1 - get_global_id(0);
    const int teams = max((all_columns + 127) / 128, 1);
    const int lot_x = team % teams * 32 + get_local_id(1) % 32;
    const int lot_y = team / teams * 4 + get_local_id(1) / 32;
    float total = -INFINITY;
    const int left_1 = lot_x * 4;
    const int top_1 = lot_y * 16;
    const int right_1 = min(left_1 + 4, all_columns);
    const int bottom_1 = min(top_1 + 16, all_rows);
    for (int y = top_1; y < bottom_1; y += 8) {
        for (int x = left_1; x < right_1; x += 4) {
            if (x + 4 <= all_columns && y + 8 <= all_rows && y >= 1 && x + 4 <= im_w && y
                    + 7 < im_h && (im_stride & 3) == 0) {
                __global const float *im_m1 = im + (long)(y - 1) * im_stride + x;
                const float4 im_m1_0 = *(__global const float4 *)(im_m1);
                __global const float *im_p0 = im + (long)y * im_stride + x;
                const int im_beside = clamp(x - 1, 0, im_w - 1) - x;
                const float4 im_p0_0 = *(__global const float4 *)(im_p0);
                const float im_0_0 = im_p0_0.x;  // test_golden.py:115
                const float im_1_0 = im_p0_0.y;
                const float v = im_m1_0.x + im_p0[im_beside] + im_1_0 - im_0_0 * 2.0f;
                const float im_2_0 = im_p0_0.z;
                const float v_1 = im_m1_0.y + im_0_0 + im_2_0 - im_1_0 * 2.0f;
                const float im_3_0 = im_p0_0.w;
                const float v_2 = im_m1_0.z + im_1_0 + im_3_0 - im_2_0 * 2.0f;
                const int im_beside_1 = clamp(x + 4, 0, im_w - 1) - x;
                const float v_3 = im_m1_0.w + im_2_0 + im_p0[im_beside_1] - im_3_0 * 2.0f;
                total = fmax(total, v);
                total = fmax(total, v_1);
                total = fmax(total, v_2);
                total = fmax(total, v_3);
                __global const float *im_p1 = im + (long)(y + 1) * im_stride + x;
                const float4 im_p1_0 = *(__global const float4 *)(im_p1);
                const float im_0_1 = im_p1_0.x;
                const float im_1_1 = im_p1_0.y;
                const float v_4 = im_0_0 + im_p1[im_beside] + im_1_1 - im_0_1 * 2.0f;
                const float im_2_1 = im_p1_0.z;
                const float v_5 = im_1_0 + im_0_1 + im_2_1 - im_1_1 * 2.0f;
                const float im_3_1 = im_p1_0.w;
                const float v_6 = im_2_0 + im_1_1 + im_3_1 - im_2_1 * 2.0f;
                const float v_7 = im_3_0 + im_2_1 + im_p1[im_beside_1] - im_3_1 * 2.0f;
                total = fmax(total, v_4);
                total = fmax(total, v_5);
                total = fmax(total, v_6);
                total = fmax(total, v_7);
                __global const float *im_p2 = im + (long)(y + 2) * im_stride + x;
                const float4 im_p2_0 = *(__global const float4 *)(im_p2);
                const float im_0_2 = im_p2_0.x;
                const float im_1_2 = im_p2_0.y;
                const float v_8 = im_0_1 + im_p2[im_beside] + im_1_2 - im_0_2 * 2.0f;
                const float im_2_2 = im_p2_0.z;
                const float v_9 = im_1_1 + im_0_2 + im_2_2 - im_1_2 * 2.0f;
                const float im_3_2 = im_p2_0.w;
                const float v_10 = im_2_1 + im_1_2 + im_3_2 - im_2_2 * 2.0f;
                const float v_11 = im_3_1 + im_2_2 + im_p2[im_beside_1] - im_3_2 * 2.0f;
                total = fmax(total, v_8);
                total = fmax(total, v_9);
                total = fmax(total, v_10);
                total = fmax(total, v_11);
                __global const float *im_p3 = im + (long)(y + 3) * im_stride + x;
                const float4 im_p3_0 = *(__global const float4 *)(im_p3);
                const float im_0_3 = im_p3_0.x;
                const float im_1_3 = im_p3_0.y;
                const float v_12 = im_0_2 + im_p3[im_beside] + im_1_3 - im_0_3 * 2.0f;
                const float im_2_3 = im_p3_0.z;
                const float v_13 = im_1_2 + im_0_3 + im_2_3 - im_1_3 * 2.0f;
                const float im_3_3 = im_p3_0.w;
                const float v_14 = im_2_2 + im_1_3 + im_3_3 - im_2_3 * 2.0f;
                const float v_15 = im_3_2 + im_2_3 + im_p3[im_beside_1] - im_3_3 * 2.0f;
                total = fmax(total, v_12);
                total = fmax(total, v_13);
                total = fmax(total, v_14);
                total = fmax(total, v_15);
                __global const float *im_p4 = im + (long)(y + 4) * im_stride + x;
                const float4 im_p4_0 = *(__global const float4 *)(im_p4);
                const float im_0_4 = im_p4_0.x;
                const float im_1_4 = im_p4_0.y;
                const float v_16 = im_0_3 + im_p4[im_beside] + im_1_4 - im_0_4 * 2.0f;
                const float im_2_4 = im_p4_0.z;
                const float v_17 = im_1_3 + im_0_4 + im_2_4 - im_1_4 * 2.0f;
                const float im_3_4 = im_p4_0.w;
                const float v_18 = im_2_3 + im_1_4 + im_3_4 - im_2_4 * 2.0f;
                const float v_19 = im_3_3 + im_2_4 + im_p4[im_beside_1] - im_3_4 * 2.0f;
                total = fmax(total, v_16);
                total = fmax(total, v_17);
                total = fmax(total, v_18);
                total = fmax(total, v_19);
                __global const float *im_p5 = im + (long)(y + 5) * im_stride + x;
                const float4 im_p5_0 = *(__global const float4 *)(im_p5);
                const float im_0_5 = im_p5_0.x;
                const float im_1_5 = im_p5_0.y;
                const float v_20 = im_0_4 + im_p5[im_beside] + im_1_5 - im_0_5 * 2.0f;
                const float im_2_5 = im_p5_0.z;
                const float v_21 = im_1_4 + im_0_5 + im_2_5 - im_1_5 * 2.0f;
                const float im_3_5 = im_p5_0.w;
                const float v_22 = im_2_4 + im_1_5 + im_3_5 - im_2_5 * 2.0f;
                const float v_23 = im_3_4 + im_2_5 + im_p5[im_beside_1] - im_3_5 * 2.0f;
                total = fmax(total, v_20);
                total = fmax(total, v_21);
                total = fmax(total, v_22);
                total = fmax(total, v_23);
                __global const float *im_p6 = im + (long)(y + 6) * im_stride + x;
                const float4 im_p6_0 = *(__global const float4 *)(im_p6);
                const float im_0_6 = im_p6_0.x;
                const float im_1_6 = im_p6_0.y;
                const float v_24 = im_0_5 + im_p6[im_beside] + im_1_6 - im_0_6 * 2.0f;
                const float im_2_6 = im_p6_0.z;
                const float v_25 = im_1_5 + im_0_6 + im_2_6 - im_1_6 * 2.0f;
                const float im_3_6 = im_p6_0.w;
                const float v_26 = im_2_5 + im_1_6 + im_3_6 - im_2_6 * 2.0f;
                const float v_27 = im_3_5 + im_2_6 + im_p6[im_beside_1] - im_3_6 * 2.0f;
                total = fmax(total, v_24);
                total = fmax(total, v_25);
                total = fmax(total, v_26);
                total = fmax(total, v_27);
                __global const float *im_p7 = im + (long)(y + 7) * im_stride + x;
                const float4 im_p7_0 = *(__global const float4 *)(im_p7);
                const float im_0_7 = im_p7_0.x;
                const float im_1_7 = im_p7_0.y;
                const float v_28 = im_0_6 + im_p7[im_beside] + im_1_7 - im_0_7 * 2.0f;
                const float im_2_7 = im_p7_0.z;
                const float v_29 = im_1_6 + im_0_7 + im_2_7 - im_1_7 * 2.0f;
                const float im_3_7 = im_p7_0.w;
                const float v_30 = im_2_6 + im_1_7 + im_3_7 - im_2_7 * 2.0f;
                const float v_31 = im_3_6 + im_2_7 + im_p7[im_beside_1] - im_3_7 * 2.0f;
                total = fmax(total, v_28);
                total = fmax(total, v_29);
                total = fmax(total, v_30);
                total = fmax(total, v_31);
            } else {
                __global const float *im_row = im + (long)clamp(y - 1, 0, im_h - 1) * im_stride;
                const int im_column = clamp(x, 0, im_w - 1);
                __global const float *im_row_1 = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                const int im_column_1 = clamp(x - 1, 0, im_w - 1);
                const float im_0_0 = im_row_1[im_column];  // test_golden.py:115
                const int im_column_2 = clamp(x + 1, 0, im_w - 1);
                const float im_1_0 = im_row_1[im_column_2];
                const float v = im_row[im_column] + im_row_1[im_column_1] + im_1_0 - im_0_0 * 2.0f;
                const int im_column_3 = clamp(x + 2, 0, im_w - 1);
                const float im_2_0 = im_row_1[im_column_3];
                const float v_1 = im_row[im_column_2] + im_0_0 + im_2_0 - im_1_0 * 2.0f;
                const int im_column_4 = clamp(x + 3, 0, im_w - 1);
                const float im_3_0 = im_row_1[im_column_4];
                const float v_2 = im_row[im_column_3] + im_1_0 + im_3_0 - im_2_0 * 2.0f;
                const int im_column_5 = clamp(x + 4, 0, im_w - 1);
                const float v_3 = im_row[im_column_4] + im_2_0 + im_row_1[im_column_5] - im_3_0 * 2.0f;
                if (x < all_columns && y < all_rows) {
                    total = fmax(total, v);
                }
                if (x + 1 < all_columns && y < all_rows) {
                    total = fmax(total, v_1);
                }
                if (x + 2 < all_columns && y < all_rows) {
                    total = fmax(total, v_2);
                }
                if (x + 3 < all_columns && y < all_rows) {
                    total = fmax(total, v_3);
                }
                __global const float *im_row_2 = im + (long)clamp(y + 1, 0, im_h - 1) * im_stride;
                const float im_0_1 = im_row_2[im_column];
                const float im_1_1 = im_row_2[im_column_2];
                const float v_4 = im_0_0 + im_row_2[im_column_1] + im_1_1 - im_0_1 * 2.0f;
                const float im_2_1 = im_row_2[im_column_3];
                const float v_5 = im_1_0 + im_0_1 + im_2_1 - im_1_1 * 2.0f;
                const float im_3_1 = im_row_2[im_column_4];
                const float v_6 = im_2_0 + im_1_1 + im_3_1 - im_2_1 * 2.0f;
                const float v_7 = im_3_0 + im_2_1 + im_row_2[im_column_5] - im_3_1 * 2.0f;
                if (x < all_columns && y + 1 < all_rows) {
                    total = fmax(total, v_4);
                }
                if (x + 1 < all_columns && y + 1 < all_rows) {
                    total = fmax(total, v_5);
                }
                if (x + 2 < all_columns && y + 1 < all_rows) {
                    total = fmax(total, v_6);
                }
                if (x + 3 < all_columns && y + 1 < all_rows) {
                    total = fmax(total, v_7);
                }
                __global const float *im_row_3 = im + (long)clamp(y + 2, 0, im_h - 1) * im_stride;
                const float im_0_2 = im_row_3[im_column];
                const float im_1_2 = im_row_3[im_column_2];
                const float v_8 = im_0_1 + im_row_3[im_column_1] + im_1_2 - im_0_2 * 2.0f;
                const float im_2_2 = im_row_3[im_column_3];
                const float v_9 = im_1_1 + im_0_2 + im_2_2 - im_1_2 * 2.0f;
                const float im_3_2 = im_row_3[im_column_4];
                const float v_10 = im_2_1 + im_1_2 + im_3_2 - im_2_2 * 2.0f;
                const float v_11 = im_3_1 + im_2_2 + im_row_3[im_column_5] - im_3_2 * 2.0f;
                if (x < all_columns && y + 2 < all_rows) {
                    total = fmax(total, v_8);
                }
                if (x + 1 < all_columns && y + 2 < all_rows) {
                    total = fmax(total, v_9);
                }
                if (x + 2 < all_columns && y + 2 < all_rows) {
                    total = fmax(total, v_10);
                }
                if (x + 3 < all_columns && y + 2 < all_rows) {
                    total = fmax(total, v_11);
                }
                __global const float *im_row_4 = im + (long)clamp(y + 3, 0, im_h - 1) * im_stride;
                const float im_0_3 = im_row_4[im_column];
                const float im_1_3 = im_row_4[im_column_2];
                const float v_12 = im_0_2 + im_row_4[im_column_1] + im_1_3 - im_0_3 * 2.0f;
                const float im_2_3 = im_row_4[im_column_3];
                const float v_13 = im_1_2 + im_0_3 + im_2_3 - im_1_3 * 2.0f;
                const float im_3_3 = im_row_4[im_column_4];
                const float v_14 = im_2_2 + im_1_3 + im_3_3 - im_2_3 * 2.0f;
                const float v_15 = im_3_2 + im_2_3 + im_row_4[im_column_5] - im_3_3 * 2.0f;
                if (x < all_columns && y + 3 < all_rows) {
                    total = fmax(total, v_12);
                }
                if (x + 1 < all_columns && y + 3 < all_rows) {
                    total = fmax(total, v_13);
                }
                if (x + 2 < all_columns && y + 3 < all_rows) {
                    total = fmax(total, v_14);
                }
                if (x + 3 < all_columns && y + 3 < all_rows) {
                    total = fmax(total, v_15);
                }
                __global const float *im_row_5 = im + (long)clamp(y + 4, 0, im_h - 1) * im_stride;
                const float im_0_4 = im_row_5[im_column];
                const float im_1_4 = im_row_5[im_column_2];
                const float v_16 = im_0_3 + im_row_5[im_column_1] + im_1_4 - im_0_4 * 2.0f;
                const float im_2_4 = im_row_5[im_column_3];
                const float v_17 = im_1_3 + im_0_4 + im_2_4 - im_1_4 * 2.0f;
                const float im_3_4 = im_row_5[im_column_4];
                const float v_18 = im_2_3 + im_1_4 + im_3_4 - im_2_4 * 2.0f;
                const float v_19 = im_3_3 + im_2_4 + im_row_5[im_column_5] - im_3_4 * 2.0f;
                if (x < all_columns && y + 4 < all_rows) {
                    total = fmax(total, v_16);
                }
                if (x + 1 < all_columns && y + 4 < all_rows) {
                    total = fmax(total, v_17);
                }
                if (x + 2 < all_columns && y + 4 < all_rows) {
                    total = fmax(total, v_18);
                }
                if (x + 3 < all_columns && y + 4 < all_rows) {
                    total = fmax(total, v_19);
                }
                __global const float *im_row_6 = im + (long)clamp(y + 5, 0, im_h - 1) * im_stride;
                const float im_0_5 = im_row_6[im_column];
                const float im_1_5 = im_row_6[im_column_2];
                const float v_20 = im_0_4 + im_row_6[im_column_1] + im_1_5 - im_0_5 * 2.0f;
                const float im_2_5 = im_row_6[im_column_3];
                const float v_21 = im_1_4 + im_0_5 + im_2_5 - im_1_5 * 2.0f;
                const float im_3_5 = im_row_6[im_column_4];
                const float v_22 = im_2_4 + im_1_5 + im_3_5 - im_2_5 * 2.0f;
                const float v_23 = im_3_4 + im_2_5 + im_row_6[im_column_5] - im_3_5 * 2.0f;
                if (x < all_columns && y + 5 < all_rows) {
                    total = fmax(total, v_20);
                }
                if (x + 1 < all_columns && y + 5 < all_rows) {
                    total = fmax(total, v_21);
                }
                if (x + 2 < all_columns && y + 5 < all_rows) {
                    total = fmax(total, v_22);
                }
                if (x + 3 < all_columns && y + 5 < all_rows) {
                    total = fmax(total, v_23);
                }
                __global const float *im_row_7 = im + (long)clamp(y + 6, 0, im_h - 1) * im_stride;
                const float im_0_6 = im_row_7[im_column];
                const float im_1_6 = im_row_7[im_column_2];
                const float v_24 = im_0_5 + im_row_7[im_column_1] + im_1_6 - im_0_6 * 2.0f;
                const float im_2_6 = im_row_7[im_column_3];
                const float v_25 = im_1_5 + im_0_6 + im_2_6 - im_1_6 * 2.0f;
                const float im_3_6 = im_row_7[im_column_4];
                const float v_26 = im_2_5 + im_1_6 + im_3_6 - im_2_6 * 2.0f;
                const float v_27 = im_3_5 + im_2_6 + im_row_7[im_column_5] - im_3_6 * 2.0f;
                if (x < all_columns && y + 6 < all_rows) {
                    total = fmax(total, v_24);
                }
                if (x + 1 < all_columns && y + 6 < all_rows) {
                    total = fmax(total, v_25);
                }
                if (x + 2 < all_columns && y + 6 < all_rows) {
                    total = fmax(total, v_26);
                }
                if (x + 3 < all_columns && y + 6 < all_rows) {
                    total = fmax(total, v_27);
                }
                __global const float *im_row_8 = im + (long)clamp(y + 7, 0, im_h - 1) * im_stride;
                const float im_0_7 = im_row_8[im_column];
                const float im_1_7 = im_row_8[im_column_2];
                const float v_28 = im_0_6 + im_row_8[im_column_1] + im_1_7 - im_0_7 * 2.0f;
                const float im_2_7 = im_row_8[im_column_3];
                const float v_29 = im_1_6 + im_0_7 + im_2_7 - im_1_7 * 2.0f;
                const float im_3_7 = im_row_8[im_column_4];
                const float v_30 = im_2_6 + im_1_7 + im_3_7 - im_2_7 * 2.0f;
                const float v_31 = im_3_6 + im_2_7 + im_row_8[im_column_5] - im_3_7 * 2.0f;
                if (x < all_columns && y + 7 < all_rows) {
                    total = fmax(total, v_28);
                }
                if (x + 1 < all_columns && y + 7 < all_rows) {
                    total = fmax(total, v_29);
                }
                if (x + 2 < all_columns && y + 7 < all_rows) {
                    total = fmax(total, v_30);
                }
                if (x + 3 < all_columns && y + 7 < all_rows) {
                    total = fmax(total, v_31);
                }
            }
        }
    }
    __local float parts[1][128];
    parts[0][get_local_id(1)] = total;
    for (int turn = 1; turn < 8; turn++) {
        const int v_half_ = pg_shr(128, turn);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(1) < v_half_) {
            const float part = parts[0][get_local_id(1)];
            const float part_1 = parts[0][get_local_id(1) + v_half_];
            parts[0][get_local_id(1)] = pg_max(part, part_1);
        }
    }
    if (get_local_id(1) < 1 && team >= 0) {
        __global float *out_row = out + (long)0 * out_stride;
        out_row[team] = parts[0][0];
    }
}
