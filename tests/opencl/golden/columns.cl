// sobel: each work-item computes 4 x 2 pixels; work-groups of 32 x 4

__kernel void sobel(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int x = get_global_id(0) * 4;
    const int y = get_global_id(1) * 2;
    if (x >= width || y >= height)
        return;
    if (x + 4 <= width && y + 2 <= height && (out_stride & 3) == 0 && y >= 1 && x + 4 <= im_w && y
            + 2 < im_h && (im_stride & 3) == 0) {
        __global const float *im_m1 = im + (long)(y - 1) * im_stride + x;
        const int im_beside = clamp(x - 1, 0, im_w - 1) - x;
        const float im_m1_m1 = im_m1[im_beside];
        const float4 im_m1_0 = *(__global const float4 *)(im_m1);
        const float im_0_m1 = im_m1_0.x;
        const float im_1_m1 = im_m1_0.y;
        __global const float *im_p1 = im + (long)(y + 1) * im_stride + x;
        const float im_m1_1 = im_p1[im_beside];
        const float4 im_p1_0 = *(__global const float4 *)(im_p1);
        const float im_0_1 = im_p1_0.x;
        const float im_1_1 = im_p1_0.y;
        const float v = im_m1_m1 + im_1_m1 - im_m1_1 - im_1_1 + (im_0_m1 - im_0_1) * 2.0f;
        const float v_1 = (im_m1_m1 - im_1_m1);
        __global const float *im_p0 = im + (long)y * im_stride + x;
        const float im_m1_0_1 = im_p0[im_beside];
        const float4 im_p0_0 = *(__global const float4 *)(im_p0);
        const float im_1_0 = im_p0_0.y;
        const float v_2 = (im_m1_0_1 - im_1_0);
        const float v_3 = (im_m1_1 - im_1_1);
        const float v_4 = (v_1 + v_3) + v_2 * 2.0f;
        const float v_5 = sqrt((v * v + v_4 * v_4));
        const float im_2_m1 = im_m1_0.z;
        const float im_2_1 = im_p1_0.z;
        const float v_6 = im_0_m1 + im_2_m1 - im_0_1 - im_2_1 + (im_1_m1 - im_1_1) * 2.0f;
        const float v_7 = (im_0_m1 - im_2_m1);
        const float im_0_0 = im_p0_0.x;
        const float im_2_0 = im_p0_0.z;
        const float v_8 = (im_0_0 - im_2_0);
        const float v_9 = (im_0_1 - im_2_1);
        const float v_10 = (v_7 + v_9) + v_8 * 2.0f;
        const float v_11 = sqrt((v_6 * v_6 + v_10 * v_10));
        const float im_3_m1 = im_m1_0.w;
        const float im_3_1 = im_p1_0.w;
        const float v_12 = im_1_m1 + im_3_m1 - im_1_1 - im_3_1 + (im_2_m1 - im_2_1) * 2.0f;
        const float v_13 = (im_1_m1 - im_3_m1);
        const float im_3_0 = im_p0_0.w;
        const float v_14 = (im_1_0 - im_3_0);
        const float v_15 = (im_1_1 - im_3_1);
        const float v_16 = (v_13 + v_15) + v_14 * 2.0f;
        const float v_17 = sqrt((v_12 * v_12 + v_16 * v_16));
        const int im_beside_1 = clamp(x + 4, 0, im_w - 1) - x;
        const float im_4_m1 = im_m1[im_beside_1];
        const float im_4_1 = im_p1[im_beside_1];
        const float v_18 = im_2_m1 + im_4_m1 - im_2_1 - im_4_1 + (im_3_m1 - im_3_1) * 2.0f;
        const float v_19 = (im_2_m1 - im_4_m1);
        const float im_4_0 = im_p0[im_beside_1];
        const float v_20 = (im_2_0 - im_4_0);
        const float v_21 = (im_2_1 - im_4_1);
        const float v_22 = (v_19 + v_21) + v_20 * 2.0f;
        const float v_23 = sqrt((v_18 * v_18 + v_22 * v_22));
        *(__global float4 *)(out + (long)y * out_stride + x) = (float4)(v_5, v_11, v_17, v_23);
        __global const float *im_p2 = im + (long)(y + 2) * im_stride + x;
        const float im_m1_2 = im_p2[im_beside];
        const float4 im_p2_0 = *(__global const float4 *)(im_p2);
        const float im_0_2 = im_p2_0.x;
        const float im_1_2 = im_p2_0.y;
        const float v_24 = im_m1_0_1 + im_1_0 - im_m1_2 - im_1_2 + (im_0_0 - im_0_2) * 2.0f;
        const float v_25 = (im_m1_2 - im_1_2);
        const float v_26 = (v_2 + v_25) + v_3 * 2.0f;
        const float v_27 = sqrt((v_24 * v_24 + v_26 * v_26));
        const float im_2_2 = im_p2_0.z;
        const float v_28 = im_0_0 + im_2_0 - im_0_2 - im_2_2 + (im_1_0 - im_1_2) * 2.0f;
        const float v_29 = (im_0_2 - im_2_2);
        const float v_30 = (v_8 + v_29) + v_9 * 2.0f;
        const float v_31 = sqrt((v_28 * v_28 + v_30 * v_30));
        const float im_3_2 = im_p2_0.w;
        const float v_32 = im_1_0 + im_3_0 - im_1_2 - im_3_2 + (im_2_0 - im_2_2) * 2.0f;
        const float v_33 = (im_1_2 - im_3_2);
        const float v_34 = (v_14 + v_33) + v_15 * 2.0f;
        const float v_35 = sqrt((v_32 * v_32 + v_34 * v_34));
        const float im_4_2 = im_p2[im_beside_1];
        const float v_36 = im_2_0 + im_4_0 - im_2_2 - im_4_2 + (im_3_0 - im_3_2) * 2.0f;
        const float v_37 = (im_2_2 - im_4_2);
        const float v_38 = (v_20 + v_37) + v_21 * 2.0f;
        const float v_39 = sqrt((v_36 * v_36 + v_38 * v_38));
        *(__global float4 *)(out + (long)(y + 1) * out_stride + x) = (float4)(v_27, v_31, v_35, v_39);
    } else {
        __global const float *im_row = im + (long)clamp(y - 1, 0, im_h - 1) * im_stride;
        const int im_column = clamp(x - 1, 0, im_w - 1);
        const float im_m1_m1 = im_row[im_column];
        const int im_column_1 = clamp(x, 0, im_w - 1);
        const float im_0_m1 = im_row[im_column_1];
        const int im_column_2 = clamp(x + 1, 0, im_w - 1);
        const float im_1_m1 = im_row[im_column_2];
        __global const float *im_row_1 = im + (long)clamp(y + 1, 0, im_h - 1) * im_stride;
        const float im_m1_1 = im_row_1[im_column];
        const float im_0_1 = im_row_1[im_column_1];
        const float im_1_1 = im_row_1[im_column_2];
        const float v = im_m1_m1 + im_1_m1 - im_m1_1 - im_1_1 + (im_0_m1 - im_0_1) * 2.0f;
        const float v_1 = (im_m1_m1 - im_1_m1);
        __global const float *im_row_2 = im + (long)clamp(y, 0, im_h - 1) * im_stride;
        const float im_m1_0 = im_row_2[im_column];
        const float im_1_0 = im_row_2[im_column_2];
        const float v_2 = (im_m1_0 - im_1_0);
        const float v_3 = (im_m1_1 - im_1_1);
        const float v_4 = (v_1 + v_3) + v_2 * 2.0f;
        const float v_5 = sqrt((v * v + v_4 * v_4));
        const int im_column_3 = clamp(x + 2, 0, im_w - 1);
        const float im_2_m1 = im_row[im_column_3];
        const float im_2_1 = im_row_1[im_column_3];
        const float v_6 = im_0_m1 + im_2_m1 - im_0_1 - im_2_1 + (im_1_m1 - im_1_1) * 2.0f;
        const float v_7 = (im_0_m1 - im_2_m1);
        const float im_0_0 = im_row_2[im_column_1];
        const float im_2_0 = im_row_2[im_column_3];
        const float v_8 = (im_0_0 - im_2_0);
        const float v_9 = (im_0_1 - im_2_1);
        const float v_10 = (v_7 + v_9) + v_8 * 2.0f;
        const float v_11 = sqrt((v_6 * v_6 + v_10 * v_10));
        const int im_column_4 = clamp(x + 3, 0, im_w - 1);
        const float im_3_m1 = im_row[im_column_4];
        const float im_3_1 = im_row_1[im_column_4];
        const float v_12 = im_1_m1 + im_3_m1 - im_1_1 - im_3_1 + (im_2_m1 - im_2_1) * 2.0f;
        const float v_13 = (im_1_m1 - im_3_m1);
        const float im_3_0 = im_row_2[im_column_4];
        const float v_14 = (im_1_0 - im_3_0);
        const float v_15 = (im_1_1 - im_3_1);
        const float v_16 = (v_13 + v_15) + v_14 * 2.0f;
        const float v_17 = sqrt((v_12 * v_12 + v_16 * v_16));
        const int im_column_5 = clamp(x + 4, 0, im_w - 1);
        const float im_4_m1 = im_row[im_column_5];
        const float im_4_1 = im_row_1[im_column_5];
        const float v_18 = im_2_m1 + im_4_m1 - im_2_1 - im_4_1 + (im_3_m1 - im_3_1) * 2.0f;
        const float v_19 = (im_2_m1 - im_4_m1);
        const float im_4_0 = im_row_2[im_column_5];
        const float v_20 = (im_2_0 - im_4_0);
        const float v_21 = (im_2_1 - im_4_1);
        const float v_22 = (v_19 + v_21) + v_20 * 2.0f;
        const float v_23 = sqrt((v_18 * v_18 + v_22 * v_22));
        if (y < height) {
            __global float *out_row = out + (long)y * out_stride;
            out_row[x] = v_5;
            if (x + 1 < width)
                out_row[x + 1] = v_11;
            if (x + 2 < width)
                out_row[x + 2] = v_17;
            if (x + 3 < width)
                out_row[x + 3] = v_23;
        }
        __global const float *im_row_3 = im + (long)clamp(y + 2, 0, im_h - 1) * im_stride;
        const float im_m1_2 = im_row_3[im_column];
        const float im_0_2 = im_row_3[im_column_1];
        const float im_1_2 = im_row_3[im_column_2];
        const float v_24 = im_m1_0 + im_1_0 - im_m1_2 - im_1_2 + (im_0_0 - im_0_2) * 2.0f;
        const float v_25 = (im_m1_2 - im_1_2);
        const float v_26 = (v_2 + v_25) + v_3 * 2.0f;
        const float v_27 = sqrt((v_24 * v_24 + v_26 * v_26));
        const float im_2_2 = im_row_3[im_column_3];
        const float v_28 = im_0_0 + im_2_0 - im_0_2 - im_2_2 + (im_1_0 - im_1_2) * 2.0f;
        const float v_29 = (im_0_2 - im_2_2);
        const float v_30 = (v_8 + v_29) + v_9 * 2.0f;
        const float v_31 = sqrt((v_28 * v_28 + v_30 * v_30));
        const float im_3_2 = im_row_3[im_column_4];
        const float v_32 = im_1_0 + im_3_0 - im_1_2 - im_3_2 + (im_2_0 - im_2_2) * 2.0f;
        const float v_33 = (im_1_2 - im_3_2);
        const float v_34 = (v_14 + v_33) + v_15 * 2.0f;
        const float v_35 = sqrt((v_32 * v_32 + v_34 * v_34));
        const float im_4_2 = im_row_3[im_column_5];
        const float v_36 = im_2_0 + im_4_0 - im_2_2 - im_4_2 + (im_3_0 - im_3_2) * 2.0f;
        const float v_37 = (im_2_2 - im_4_2);
        const float v_38 = (v_20 + v_37) + v_21 * 2.0f;
        const float v_39 = sqrt((v_36 * v_36 + v_38 * v_38));
        if (y + 1 < height) {
            __global float *out_row_1 = out + (long)(y + 1) * out_stride;
            out_row_1[x] = v_27;
            if (x + 1 < width)
                out_row_1[x + 1] = v_31;
            if (x + 2 < width)
                out_row_1[x + 2] = v_35;
            if (x + 3 < width)
                out_row_1[x + 3] = v_39;
        }
    }
}
