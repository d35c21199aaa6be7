// running_sum: a scan to the right from column 0, in order: each work-item goes over 16 rows, 16 beside one another; work-groups of 1 x 1

#if !defined(PG_CHECKED) && defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#define pg_merge0_uint16(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#else
#define pg_merge0_uint16(a, b) shuffle2(a, b, (uint16)(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
#endif
#if !defined(PG_CHECKED) && defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#define pg_merge1_uint16(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#else
#define pg_merge1_uint16(a, b) shuffle2(a, b, (uint16)(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
#endif
float16 pg_nearby_float16(__global const float *from, int16 at) {
    if (all(at == at.s0 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))) return vload16(0, from + at.s0);
    const ulong8 at2 = as_ulong8(at);
    return (float16)(from[at2.s0 & 0xffffffffUL], from[at2.s0 >> 32], from[at2.s1 & 0xffffffffUL], from[at2.s1 >> 32], from[at2.s2 & 0xffffffffUL], from[at2.s2 >> 32], from[at2.s3 & 0xffffffffUL], from[at2.s3 >> 32], from[at2.s4 & 0xffffffffUL], from[at2.s4 >> 32], from[at2.s5 & 0xffffffffUL], from[at2.s5 >> 32], from[at2.s6 & 0xffffffffUL], from[at2.s6 >> 32], from[at2.s7 & 0xffffffffUL], from[at2.s7 >> 32]);
}
#define pg_stream(T, value, place) \
    do { \
        typedef T anywhere_t __attribute__((aligned(1))); \
        if (stream && ((ulong)(place) & (sizeof(T) - 1)) == 0) \
            __builtin_nontemporal_store(value, (__global T *)(place)); \
        else if (sizeof(T) <= 32) \
            *(__global anywhere_t *)(place) = value; \
        else \
            vstore16(value, 0, place); \
    } while (0)

__attribute__((vec_type_hint(float4)))
__kernel void running_sum(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int top = get_global_id(1) * 16;
    const int16 rows = min(top + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (int16)(height - 1));
    float16 sum_1_before = 0.0f;
    const bool stream = (long)width * height > 1048576;
    for (int first = 0; first < width; first += 16) {
        float16 row_1, row_2, row_3, row_4, row_5, row_6, row_7, row_8, row_9, row_10, row_11, row_12, row_13, row_14,
                row_15, row_16;
        if (first + 16 <= width && first + 16 <= im_w) {
            const int y_1 = min(top + 0, height - 1);
            const int x_1 = first;
            const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row = im + (long)clamp(y_1, 0, im_h - 1) * im_stride;
            const float16 im_raw = vload16(0, im_row + x_1);
            row_1 = im_raw;
            const int y_2 = min(top + 1, height - 1);
            const int x_2 = first;
            const int16 columns_2 = min(x_2 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_1 = im + (long)clamp(y_2, 0, im_h - 1) * im_stride;
            const float16 im_raw_1 = vload16(0, im_row_1 + x_2);
            row_2 = im_raw_1;
            const int y_3 = min(top + 2, height - 1);
            const int x_3 = first;
            const int16 columns_3 = min(x_3 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_2 = im + (long)clamp(y_3, 0, im_h - 1) * im_stride;
            const float16 im_raw_2 = vload16(0, im_row_2 + x_3);
            row_3 = im_raw_2;
            const int y_4 = min(top + 3, height - 1);
            const int x_4 = first;
            const int16 columns_4 = min(x_4 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_3 = im + (long)clamp(y_4, 0, im_h - 1) * im_stride;
            const float16 im_raw_3 = vload16(0, im_row_3 + x_4);
            row_4 = im_raw_3;
            const int y_5 = min(top + 4, height - 1);
            const int x_5 = first;
            const int16 columns_5 = min(x_5 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_4 = im + (long)clamp(y_5, 0, im_h - 1) * im_stride;
            const float16 im_raw_4 = vload16(0, im_row_4 + x_5);
            row_5 = im_raw_4;
            const int y_6 = min(top + 5, height - 1);
            const int x_6 = first;
            const int16 columns_6 = min(x_6 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_5 = im + (long)clamp(y_6, 0, im_h - 1) * im_stride;
            const float16 im_raw_5 = vload16(0, im_row_5 + x_6);
            row_6 = im_raw_5;
            const int y_7 = min(top + 6, height - 1);
            const int x_7 = first;
            const int16 columns_7 = min(x_7 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_6 = im + (long)clamp(y_7, 0, im_h - 1) * im_stride;
            const float16 im_raw_6 = vload16(0, im_row_6 + x_7);
            row_7 = im_raw_6;
            const int y_8 = min(top + 7, height - 1);
            const int x_8 = first;
            const int16 columns_8 = min(x_8 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_7 = im + (long)clamp(y_8, 0, im_h - 1) * im_stride;
            const float16 im_raw_7 = vload16(0, im_row_7 + x_8);
            row_8 = im_raw_7;
            const int y_9 = min(top + 8, height - 1);
            const int x_9 = first;
            const int16 columns_9 = min(x_9 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_8 = im + (long)clamp(y_9, 0, im_h - 1) * im_stride;
            const float16 im_raw_8 = vload16(0, im_row_8 + x_9);
            row_9 = im_raw_8;
            const int y_10 = min(top + 9, height - 1);
            const int x_10 = first;
            const int16 columns_10 = min(x_10 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_9 = im + (long)clamp(y_10, 0, im_h - 1) * im_stride;
            const float16 im_raw_9 = vload16(0, im_row_9 + x_10);
            row_10 = im_raw_9;
            const int y_11 = min(top + 10, height - 1);
            const int x_11 = first;
            const int16 columns_11 = min(x_11 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_10 = im + (long)clamp(y_11, 0, im_h - 1) * im_stride;
            const float16 im_raw_10 = vload16(0, im_row_10 + x_11);
            row_11 = im_raw_10;
            const int y_12 = min(top + 11, height - 1);
            const int x_12 = first;
            const int16 columns_12 = min(x_12 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_11 = im + (long)clamp(y_12, 0, im_h - 1) * im_stride;
            const float16 im_raw_11 = vload16(0, im_row_11 + x_12);
            row_12 = im_raw_11;
            const int y_13 = min(top + 12, height - 1);
            const int x_13 = first;
            const int16 columns_13 = min(x_13 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_12 = im + (long)clamp(y_13, 0, im_h - 1) * im_stride;
            const float16 im_raw_12 = vload16(0, im_row_12 + x_13);
            row_13 = im_raw_12;
            const int y_14 = min(top + 13, height - 1);
            const int x_14 = first;
            const int16 columns_14 = min(x_14 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_13 = im + (long)clamp(y_14, 0, im_h - 1) * im_stride;
            const float16 im_raw_13 = vload16(0, im_row_13 + x_14);
            row_14 = im_raw_13;
            const int y_15 = min(top + 14, height - 1);
            const int x_15 = first;
            const int16 columns_15 = min(x_15 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_14 = im + (long)clamp(y_15, 0, im_h - 1) * im_stride;
            const float16 im_raw_14 = vload16(0, im_row_14 + x_15);
            row_15 = im_raw_14;
            const int y_16 = min(top + 15, height - 1);
            const int x_16 = first;
            const int16 columns_16 = min(x_16 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_15 = im + (long)clamp(y_16, 0, im_h - 1) * im_stride;
            const float16 im_raw_15 = vload16(0, im_row_15 + x_16);
            row_16 = im_raw_15;
        } else {
            float fed[16][16] __attribute__((aligned(64)));
            for (int j = 0; j < 16; j++) {
                const int y_17 = min(top + j, height - 1);
                const int x_17 = first;
                const int16 columns_17 = min(x_17 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                        (int16)(width - 1));
                const bool im_inside = x_17 + 16 <= width && x_17 + 16 <= im_w;
                __global const float *im_row_16 = im + (long)clamp(y_17, 0, im_h - 1) * im_stride;
                float16 im_raw_16;
                if (im_inside) {
                    im_raw_16 = vload16(0, im_row_16 + x_17);
                } else {
                    const int16 im_at = clamp(columns_17, (int16)0, (int16)(im_w - 1));
                    im_raw_16 = pg_nearby_float16(im_row_16, im_at);
                }
                vstore16(im_raw_16, 0, fed[j]);
            }
            const float16 row_17 = vload16(0, fed[0]);
            const float16 row_18 = vload16(0, fed[1]);
            const float16 row_19 = vload16(0, fed[2]);
            const float16 row_20 = vload16(0, fed[3]);
            const float16 row_21 = vload16(0, fed[4]);
            const float16 row_22 = vload16(0, fed[5]);
            const float16 row_23 = vload16(0, fed[6]);
            const float16 row_24 = vload16(0, fed[7]);
            const float16 row_25 = vload16(0, fed[8]);
            const float16 row_26 = vload16(0, fed[9]);
            const float16 row_27 = vload16(0, fed[10]);
            const float16 row_28 = vload16(0, fed[11]);
            const float16 row_29 = vload16(0, fed[12]);
            const float16 row_30 = vload16(0, fed[13]);
            const float16 row_31 = vload16(0, fed[14]);
            const float16 row_32 = vload16(0, fed[15]);
            row_1 = row_17;
            row_2 = row_18;
            row_3 = row_19;
            row_4 = row_20;
            row_5 = row_21;
            row_6 = row_22;
            row_7 = row_23;
            row_8 = row_24;
            row_9 = row_25;
            row_10 = row_26;
            row_11 = row_27;
            row_12 = row_28;
            row_13 = row_29;
            row_14 = row_30;
            row_15 = row_31;
            row_16 = row_32;
        }
        const float16 mixed = pg_merge0_uint16(row_1, row_9);
        const float16 mixed_1 = pg_merge1_uint16(row_1, row_9);
        const float16 mixed_2 = pg_merge0_uint16(row_2, row_10);
        const float16 mixed_3 = pg_merge1_uint16(row_2, row_10);
        const float16 mixed_4 = pg_merge0_uint16(row_3, row_11);
        const float16 mixed_5 = pg_merge1_uint16(row_3, row_11);
        const float16 mixed_6 = pg_merge0_uint16(row_4, row_12);
        const float16 mixed_7 = pg_merge1_uint16(row_4, row_12);
        const float16 mixed_8 = pg_merge0_uint16(row_5, row_13);
        const float16 mixed_9 = pg_merge1_uint16(row_5, row_13);
        const float16 mixed_10 = pg_merge0_uint16(row_6, row_14);
        const float16 mixed_11 = pg_merge1_uint16(row_6, row_14);
        const float16 mixed_12 = pg_merge0_uint16(row_7, row_15);
        const float16 mixed_13 = pg_merge1_uint16(row_7, row_15);
        const float16 mixed_14 = pg_merge0_uint16(row_8, row_16);
        const float16 mixed_15 = pg_merge1_uint16(row_8, row_16);
        const float16 mixed_16 = pg_merge0_uint16(mixed, mixed_8);
        const float16 mixed_17 = pg_merge1_uint16(mixed, mixed_8);
        const float16 mixed_18 = pg_merge0_uint16(mixed_1, mixed_9);
        const float16 mixed_19 = pg_merge1_uint16(mixed_1, mixed_9);
        const float16 mixed_20 = pg_merge0_uint16(mixed_2, mixed_10);
        const float16 mixed_21 = pg_merge1_uint16(mixed_2, mixed_10);
        const float16 mixed_22 = pg_merge0_uint16(mixed_3, mixed_11);
        const float16 mixed_23 = pg_merge1_uint16(mixed_3, mixed_11);
        const float16 mixed_24 = pg_merge0_uint16(mixed_4, mixed_12);
        const float16 mixed_25 = pg_merge1_uint16(mixed_4, mixed_12);
        const float16 mixed_26 = pg_merge0_uint16(mixed_5, mixed_13);
        const float16 mixed_27 = pg_merge1_uint16(mixed_5, mixed_13);
        const float16 mixed_28 = pg_merge0_uint16(mixed_6, mixed_14);
        const float16 mixed_29 = pg_merge1_uint16(mixed_6, mixed_14);
        const float16 mixed_30 = pg_merge0_uint16(mixed_7, mixed_15);
        const float16 mixed_31 = pg_merge1_uint16(mixed_7, mixed_15);
        const float16 mixed_32 = pg_merge0_uint16(mixed_16, mixed_24);
        const float16 mixed_33 = pg_merge1_uint16(mixed_16, mixed_24);
        const float16 mixed_34 = pg_merge0_uint16(mixed_17, mixed_25);
        const float16 mixed_35 = pg_merge1_uint16(mixed_17, mixed_25);
        const float16 mixed_36 = pg_merge0_uint16(mixed_18, mixed_26);
        const float16 mixed_37 = pg_merge1_uint16(mixed_18, mixed_26);
        const float16 mixed_38 = pg_merge0_uint16(mixed_19, mixed_27);
        const float16 mixed_39 = pg_merge1_uint16(mixed_19, mixed_27);
        const float16 mixed_40 = pg_merge0_uint16(mixed_20, mixed_28);
        const float16 mixed_41 = pg_merge1_uint16(mixed_20, mixed_28);
        const float16 mixed_42 = pg_merge0_uint16(mixed_21, mixed_29);
        const float16 mixed_43 = pg_merge1_uint16(mixed_21, mixed_29);
        const float16 mixed_44 = pg_merge0_uint16(mixed_22, mixed_30);
        const float16 mixed_45 = pg_merge1_uint16(mixed_22, mixed_30);
        const float16 mixed_46 = pg_merge0_uint16(mixed_23, mixed_31);
        const float16 mixed_47 = pg_merge1_uint16(mixed_23, mixed_31);
        const float16 mixed_48 = pg_merge0_uint16(mixed_32, mixed_40);
        const float16 mixed_49 = pg_merge1_uint16(mixed_32, mixed_40);
        const float16 mixed_50 = pg_merge0_uint16(mixed_33, mixed_41);
        const float16 mixed_51 = pg_merge1_uint16(mixed_33, mixed_41);
        const float16 mixed_52 = pg_merge0_uint16(mixed_34, mixed_42);
        const float16 mixed_53 = pg_merge1_uint16(mixed_34, mixed_42);
        const float16 mixed_54 = pg_merge0_uint16(mixed_35, mixed_43);
        const float16 mixed_55 = pg_merge1_uint16(mixed_35, mixed_43);
        const float16 mixed_56 = pg_merge0_uint16(mixed_36, mixed_44);
        const float16 mixed_57 = pg_merge1_uint16(mixed_36, mixed_44);
        const float16 mixed_58 = pg_merge0_uint16(mixed_37, mixed_45);
        const float16 mixed_59 = pg_merge1_uint16(mixed_37, mixed_45);
        const float16 mixed_60 = pg_merge0_uint16(mixed_38, mixed_46);
        const float16 mixed_61 = pg_merge1_uint16(mixed_38, mixed_46);
        const float16 mixed_62 = pg_merge0_uint16(mixed_39, mixed_47);
        const float16 mixed_63 = pg_merge1_uint16(mixed_39, mixed_47);
        const float16 fed_1 = mixed_48;
        const int x_17 = first;
        const float16 v = fed_1 + select((float16)(0.0f), sum_1_before, (int16)(x_17 > 0 ? -1 : 0));  // test_golden.py:81
        const float16 given = v;
        sum_1_before = v;
        const float16 fed_2 = mixed_49;
        const int x_18 = first + 1;
        const float16 v_1 = fed_2 + select((float16)(0.0f), sum_1_before, (int16)(x_18 > 0 ? -1 : 0));
        const float16 given_1 = v_1;
        sum_1_before = v_1;
        const float16 fed_3 = mixed_50;
        const int x_19 = first + 2;
        const float16 v_2 = fed_3 + select((float16)(0.0f), sum_1_before, (int16)(x_19 > 0 ? -1 : 0));
        const float16 given_2 = v_2;
        sum_1_before = v_2;
        const float16 fed_4 = mixed_51;
        const int x_20 = first + 3;
        const float16 v_3 = fed_4 + select((float16)(0.0f), sum_1_before, (int16)(x_20 > 0 ? -1 : 0));
        const float16 given_3 = v_3;
        sum_1_before = v_3;
        const float16 fed_5 = mixed_52;
        const int x_21 = first + 4;
        const float16 v_4 = fed_5 + select((float16)(0.0f), sum_1_before, (int16)(x_21 > 0 ? -1 : 0));
        const float16 given_4 = v_4;
        sum_1_before = v_4;
        const float16 fed_6 = mixed_53;
        const int x_22 = first + 5;
        const float16 v_5 = fed_6 + select((float16)(0.0f), sum_1_before, (int16)(x_22 > 0 ? -1 : 0));
        const float16 given_5 = v_5;
        sum_1_before = v_5;
        const float16 fed_7 = mixed_54;
        const int x_23 = first + 6;
        const float16 v_6 = fed_7 + select((float16)(0.0f), sum_1_before, (int16)(x_23 > 0 ? -1 : 0));
        const float16 given_6 = v_6;
        sum_1_before = v_6;
        const float16 fed_8 = mixed_55;
        const int x_24 = first + 7;
        const float16 v_7 = fed_8 + select((float16)(0.0f), sum_1_before, (int16)(x_24 > 0 ? -1 : 0));
        const float16 given_7 = v_7;
        sum_1_before = v_7;
        const float16 fed_9 = mixed_56;
        const int x_25 = first + 8;
        const float16 v_8 = fed_9 + select((float16)(0.0f), sum_1_before, (int16)(x_25 > 0 ? -1 : 0));
        const float16 given_8 = v_8;
        sum_1_before = v_8;
        const float16 fed_10 = mixed_57;
        const int x_26 = first + 9;
        const float16 v_9 = fed_10 + select((float16)(0.0f), sum_1_before, (int16)(x_26 > 0 ? -1 : 0));
        const float16 given_9 = v_9;
        sum_1_before = v_9;
        const float16 fed_11 = mixed_58;
        const int x_27 = first + 10;
        const float16 v_10 = fed_11 + select((float16)(0.0f), sum_1_before, (int16)(x_27 > 0 ? -1 : 0));
        const float16 given_10 = v_10;
        sum_1_before = v_10;
        const float16 fed_12 = mixed_59;
        const int x_28 = first + 11;
        const float16 v_11 = fed_12 + select((float16)(0.0f), sum_1_before, (int16)(x_28 > 0 ? -1 : 0));
        const float16 given_11 = v_11;
        sum_1_before = v_11;
        const float16 fed_13 = mixed_60;
        const int x_29 = first + 12;
        const float16 v_12 = fed_13 + select((float16)(0.0f), sum_1_before, (int16)(x_29 > 0 ? -1 : 0));
        const float16 given_12 = v_12;
        sum_1_before = v_12;
        const float16 fed_14 = mixed_61;
        const int x_30 = first + 13;
        const float16 v_13 = fed_14 + select((float16)(0.0f), sum_1_before, (int16)(x_30 > 0 ? -1 : 0));
        const float16 given_13 = v_13;
        sum_1_before = v_13;
        const float16 fed_15 = mixed_62;
        const int x_31 = first + 14;
        const float16 v_14 = fed_15 + select((float16)(0.0f), sum_1_before, (int16)(x_31 > 0 ? -1 : 0));
        const float16 given_14 = v_14;
        sum_1_before = v_14;
        const float16 fed_16 = mixed_63;
        const int x_32 = first + 15;
        const float16 v_15 = fed_16 + select((float16)(0.0f), sum_1_before, (int16)(x_32 > 0 ? -1 : 0));
        const float16 given_15 = v_15;
        sum_1_before = v_15;
        const float16 mixed_64 = pg_merge0_uint16(given, given_8);
        const float16 mixed_65 = pg_merge1_uint16(given, given_8);
        const float16 mixed_66 = pg_merge0_uint16(given_1, given_9);
        const float16 mixed_67 = pg_merge1_uint16(given_1, given_9);
        const float16 mixed_68 = pg_merge0_uint16(given_2, given_10);
        const float16 mixed_69 = pg_merge1_uint16(given_2, given_10);
        const float16 mixed_70 = pg_merge0_uint16(given_3, given_11);
        const float16 mixed_71 = pg_merge1_uint16(given_3, given_11);
        const float16 mixed_72 = pg_merge0_uint16(given_4, given_12);
        const float16 mixed_73 = pg_merge1_uint16(given_4, given_12);
        const float16 mixed_74 = pg_merge0_uint16(given_5, given_13);
        const float16 mixed_75 = pg_merge1_uint16(given_5, given_13);
        const float16 mixed_76 = pg_merge0_uint16(given_6, given_14);
        const float16 mixed_77 = pg_merge1_uint16(given_6, given_14);
        const float16 mixed_78 = pg_merge0_uint16(given_7, given_15);
        const float16 mixed_79 = pg_merge1_uint16(given_7, given_15);
        const float16 mixed_80 = pg_merge0_uint16(mixed_64, mixed_72);
        const float16 mixed_81 = pg_merge1_uint16(mixed_64, mixed_72);
        const float16 mixed_82 = pg_merge0_uint16(mixed_65, mixed_73);
        const float16 mixed_83 = pg_merge1_uint16(mixed_65, mixed_73);
        const float16 mixed_84 = pg_merge0_uint16(mixed_66, mixed_74);
        const float16 mixed_85 = pg_merge1_uint16(mixed_66, mixed_74);
        const float16 mixed_86 = pg_merge0_uint16(mixed_67, mixed_75);
        const float16 mixed_87 = pg_merge1_uint16(mixed_67, mixed_75);
        const float16 mixed_88 = pg_merge0_uint16(mixed_68, mixed_76);
        const float16 mixed_89 = pg_merge1_uint16(mixed_68, mixed_76);
        const float16 mixed_90 = pg_merge0_uint16(mixed_69, mixed_77);
        const float16 mixed_91 = pg_merge1_uint16(mixed_69, mixed_77);
        const float16 mixed_92 = pg_merge0_uint16(mixed_70, mixed_78);
        const float16 mixed_93 = pg_merge1_uint16(mixed_70, mixed_78);
        const float16 mixed_94 = pg_merge0_uint16(mixed_71, mixed_79);
        const float16 mixed_95 = pg_merge1_uint16(mixed_71, mixed_79);
        const float16 mixed_96 = pg_merge0_uint16(mixed_80, mixed_88);
        const float16 mixed_97 = pg_merge1_uint16(mixed_80, mixed_88);
        const float16 mixed_98 = pg_merge0_uint16(mixed_81, mixed_89);
        const float16 mixed_99 = pg_merge1_uint16(mixed_81, mixed_89);
        const float16 mixed_100 = pg_merge0_uint16(mixed_82, mixed_90);
        const float16 mixed_101 = pg_merge1_uint16(mixed_82, mixed_90);
        const float16 mixed_102 = pg_merge0_uint16(mixed_83, mixed_91);
        const float16 mixed_103 = pg_merge1_uint16(mixed_83, mixed_91);
        const float16 mixed_104 = pg_merge0_uint16(mixed_84, mixed_92);
        const float16 mixed_105 = pg_merge1_uint16(mixed_84, mixed_92);
        const float16 mixed_106 = pg_merge0_uint16(mixed_85, mixed_93);
        const float16 mixed_107 = pg_merge1_uint16(mixed_85, mixed_93);
        const float16 mixed_108 = pg_merge0_uint16(mixed_86, mixed_94);
        const float16 mixed_109 = pg_merge1_uint16(mixed_86, mixed_94);
        const float16 mixed_110 = pg_merge0_uint16(mixed_87, mixed_95);
        const float16 mixed_111 = pg_merge1_uint16(mixed_87, mixed_95);
        const float16 mixed_112 = pg_merge0_uint16(mixed_96, mixed_104);
        const float16 mixed_113 = pg_merge1_uint16(mixed_96, mixed_104);
        const float16 mixed_114 = pg_merge0_uint16(mixed_97, mixed_105);
        const float16 mixed_115 = pg_merge1_uint16(mixed_97, mixed_105);
        const float16 mixed_116 = pg_merge0_uint16(mixed_98, mixed_106);
        const float16 mixed_117 = pg_merge1_uint16(mixed_98, mixed_106);
        const float16 mixed_118 = pg_merge0_uint16(mixed_99, mixed_107);
        const float16 mixed_119 = pg_merge1_uint16(mixed_99, mixed_107);
        const float16 mixed_120 = pg_merge0_uint16(mixed_100, mixed_108);
        const float16 mixed_121 = pg_merge1_uint16(mixed_100, mixed_108);
        const float16 mixed_122 = pg_merge0_uint16(mixed_101, mixed_109);
        const float16 mixed_123 = pg_merge1_uint16(mixed_101, mixed_109);
        const float16 mixed_124 = pg_merge0_uint16(mixed_102, mixed_110);
        const float16 mixed_125 = pg_merge1_uint16(mixed_102, mixed_110);
        const float16 mixed_126 = pg_merge0_uint16(mixed_103, mixed_111);
        const float16 mixed_127 = pg_merge1_uint16(mixed_103, mixed_111);
        if (first + 16 <= width && height - top >= 16) {
            const float16 out_value = mixed_112;
            pg_stream(float16, out_value, out + (long)(top + 0) * out_stride + first);
            const float16 out_value_1 = mixed_113;
            pg_stream(float16, out_value_1, out + (long)(top + 1) * out_stride + first);
            const float16 out_value_2 = mixed_114;
            pg_stream(float16, out_value_2, out + (long)(top + 2) * out_stride + first);
            const float16 out_value_3 = mixed_115;
            pg_stream(float16, out_value_3, out + (long)(top + 3) * out_stride + first);
            const float16 out_value_4 = mixed_116;
            pg_stream(float16, out_value_4, out + (long)(top + 4) * out_stride + first);
            const float16 out_value_5 = mixed_117;
            pg_stream(float16, out_value_5, out + (long)(top + 5) * out_stride + first);
            const float16 out_value_6 = mixed_118;
            pg_stream(float16, out_value_6, out + (long)(top + 6) * out_stride + first);
            const float16 out_value_7 = mixed_119;
            pg_stream(float16, out_value_7, out + (long)(top + 7) * out_stride + first);
            const float16 out_value_8 = mixed_120;
            pg_stream(float16, out_value_8, out + (long)(top + 8) * out_stride + first);
            const float16 out_value_9 = mixed_121;
            pg_stream(float16, out_value_9, out + (long)(top + 9) * out_stride + first);
            const float16 out_value_10 = mixed_122;
            pg_stream(float16, out_value_10, out + (long)(top + 10) * out_stride + first);
            const float16 out_value_11 = mixed_123;
            pg_stream(float16, out_value_11, out + (long)(top + 11) * out_stride + first);
            const float16 out_value_12 = mixed_124;
            pg_stream(float16, out_value_12, out + (long)(top + 12) * out_stride + first);
            const float16 out_value_13 = mixed_125;
            pg_stream(float16, out_value_13, out + (long)(top + 13) * out_stride + first);
            const float16 out_value_14 = mixed_126;
            pg_stream(float16, out_value_14, out + (long)(top + 14) * out_stride + first);
            const float16 out_value_15 = mixed_127;
            pg_stream(float16, out_value_15, out + (long)(top + 15) * out_stride + first);
        } else {
            float left_over[16][16] __attribute__((aligned(64)));
            vstore16(mixed_112, 0, left_over[0]);
            vstore16(mixed_113, 0, left_over[1]);
            vstore16(mixed_114, 0, left_over[2]);
            vstore16(mixed_115, 0, left_over[3]);
            vstore16(mixed_116, 0, left_over[4]);
            vstore16(mixed_117, 0, left_over[5]);
            vstore16(mixed_118, 0, left_over[6]);
            vstore16(mixed_119, 0, left_over[7]);
            vstore16(mixed_120, 0, left_over[8]);
            vstore16(mixed_121, 0, left_over[9]);
            vstore16(mixed_122, 0, left_over[10]);
            vstore16(mixed_123, 0, left_over[11]);
            vstore16(mixed_124, 0, left_over[12]);
            vstore16(mixed_125, 0, left_over[13]);
            vstore16(mixed_126, 0, left_over[14]);
            vstore16(mixed_127, 0, left_over[15]);
            for (int j = 0; j < min(16, height - top); j++) {
                for (int x = first; x < min(first + 16, width); x += 16) {
                    __global float *out_row = out + (long)(top + j) * out_stride;
                    const float16 out_0 = vload16(0, left_over[j] + x - first);
                    if (x + 16 <= width) {
                        pg_stream(float16, out_0, out_row + x);
                    } else {
                        float out_part[1][16];
                        vstore16(out_0, 0, out_part[0]);
                        for (int i = 0; i < width - x; i++) {
                            out_row[x + i] = out_part[0][i];
                        }
                    }
                }
            }
        }
    }
}
