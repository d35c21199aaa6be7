// running_sum: a scan to the right from column 0, in order: each work-item goes over 16 rows, 16 beside one another; work-groups of 1 x 1

#if !defined(PG_CHECKED) && defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#define pg_fours0415_uint16(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#else
#define pg_fours0415_uint16(a, b) shuffle2(a, b, (uint16)(0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29))
#endif
#if !defined(PG_CHECKED) && defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#define pg_fours2637_uint16(a, b) __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#else
#define pg_fours2637_uint16(a, b) shuffle2(a, b, (uint16)(2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31))
#endif
float16 pg_nearby_float16(__global const float *from, int16 at) {
    if (all(at == at.s0 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))) return vload16(0, from + at.s0);
    if (all(at == at.s0 - (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))) return vload16(0, from + at.sf).sfedcba9876543210;
#ifdef PG_GATHERS
    int places[16];
    float found[16];
    vstore16(at, 0, places);
    #pragma clang loop vectorize(enable) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; i++) found[i] = from[places[i]];
    return vload16(0, found);
#else
    const ulong8 at2 = as_ulong8(at);
    return (float16)(from[at2.s0 & 0xffffffffUL], from[at2.s0 >> 32], from[at2.s1 & 0xffffffffUL], from[at2.s1 >> 32], from[at2.s2 & 0xffffffffUL], from[at2.s2 >> 32], from[at2.s3 & 0xffffffffUL], from[at2.s3 >> 32], from[at2.s4 & 0xffffffffUL], from[at2.s4 >> 32], from[at2.s5 & 0xffffffffUL], from[at2.s5 >> 32], from[at2.s6 & 0xffffffffUL], from[at2.s6 >> 32], from[at2.s7 & 0xffffffffUL], from[at2.s7 >> 32]);
#endif
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
    const bool stream = (long)width * height > 262144;
    for (int first = 0; first < width; first += 16) {
        if (height - top >= 16 && first + 16 <= width && first + 16 <= im_w) {
            const int y_1 = top + 0;
            const int x_1 = first;
            const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row = im + (long)clamp(y_1, 0, im_h - 1) * im_stride;
            const float16 im_raw = vload16(0, im_row + x_1);
            const float16 fed = im_raw;
            const int y_2 = top + 1;
            const int x_2 = first;
            const int16 columns_2 = min(x_2 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_1 = im + (long)clamp(y_2, 0, im_h - 1) * im_stride;
            const float16 im_raw_1 = vload16(0, im_row_1 + x_2);
            const float16 fed_1 = im_raw_1;
            const int y_3 = top + 2;
            const int x_3 = first;
            const int16 columns_3 = min(x_3 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_2 = im + (long)clamp(y_3, 0, im_h - 1) * im_stride;
            const float16 im_raw_2 = vload16(0, im_row_2 + x_3);
            const float16 fed_2 = im_raw_2;
            const int y_4 = top + 3;
            const int x_4 = first;
            const int16 columns_4 = min(x_4 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_3 = im + (long)clamp(y_4, 0, im_h - 1) * im_stride;
            const float16 im_raw_3 = vload16(0, im_row_3 + x_4);
            const float16 fed_3 = im_raw_3;
            const int y_5 = top + 4;
            const int x_5 = first;
            const int16 columns_5 = min(x_5 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_4 = im + (long)clamp(y_5, 0, im_h - 1) * im_stride;
            const float16 im_raw_4 = vload16(0, im_row_4 + x_5);
            const float16 fed_4 = im_raw_4;
            const int y_6 = top + 5;
            const int x_6 = first;
            const int16 columns_6 = min(x_6 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_5 = im + (long)clamp(y_6, 0, im_h - 1) * im_stride;
            const float16 im_raw_5 = vload16(0, im_row_5 + x_6);
            const float16 fed_5 = im_raw_5;
            const int y_7 = top + 6;
            const int x_7 = first;
            const int16 columns_7 = min(x_7 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_6 = im + (long)clamp(y_7, 0, im_h - 1) * im_stride;
            const float16 im_raw_6 = vload16(0, im_row_6 + x_7);
            const float16 fed_6 = im_raw_6;
            const int y_8 = top + 7;
            const int x_8 = first;
            const int16 columns_8 = min(x_8 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_7 = im + (long)clamp(y_8, 0, im_h - 1) * im_stride;
            const float16 im_raw_7 = vload16(0, im_row_7 + x_8);
            const float16 fed_7 = im_raw_7;
            const int y_9 = top + 8;
            const int x_9 = first;
            const int16 columns_9 = min(x_9 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_8 = im + (long)clamp(y_9, 0, im_h - 1) * im_stride;
            const float16 im_raw_8 = vload16(0, im_row_8 + x_9);
            const float16 fed_8 = im_raw_8;
            const int y_10 = top + 9;
            const int x_10 = first;
            const int16 columns_10 = min(x_10 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_9 = im + (long)clamp(y_10, 0, im_h - 1) * im_stride;
            const float16 im_raw_9 = vload16(0, im_row_9 + x_10);
            const float16 fed_9 = im_raw_9;
            const int y_11 = top + 10;
            const int x_11 = first;
            const int16 columns_11 = min(x_11 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_10 = im + (long)clamp(y_11, 0, im_h - 1) * im_stride;
            const float16 im_raw_10 = vload16(0, im_row_10 + x_11);
            const float16 fed_10 = im_raw_10;
            const int y_12 = top + 11;
            const int x_12 = first;
            const int16 columns_12 = min(x_12 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_11 = im + (long)clamp(y_12, 0, im_h - 1) * im_stride;
            const float16 im_raw_11 = vload16(0, im_row_11 + x_12);
            const float16 fed_11 = im_raw_11;
            const int y_13 = top + 12;
            const int x_13 = first;
            const int16 columns_13 = min(x_13 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_12 = im + (long)clamp(y_13, 0, im_h - 1) * im_stride;
            const float16 im_raw_12 = vload16(0, im_row_12 + x_13);
            const float16 fed_12 = im_raw_12;
            const int y_14 = top + 13;
            const int x_14 = first;
            const int16 columns_14 = min(x_14 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_13 = im + (long)clamp(y_14, 0, im_h - 1) * im_stride;
            const float16 im_raw_13 = vload16(0, im_row_13 + x_14);
            const float16 fed_13 = im_raw_13;
            const int y_15 = top + 14;
            const int x_15 = first;
            const int16 columns_15 = min(x_15 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_14 = im + (long)clamp(y_15, 0, im_h - 1) * im_stride;
            const float16 im_raw_14 = vload16(0, im_row_14 + x_15);
            const float16 fed_14 = im_raw_14;
            const int y_16 = top + 15;
            const int x_16 = first;
            const int16 columns_16 = min(x_16 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(width - 1));
            __global const float *im_row_15 = im + (long)clamp(y_16, 0, im_h - 1) * im_stride;
            const float16 im_raw_15 = vload16(0, im_row_15 + x_16);
            const float16 fed_15 = im_raw_15;
            const float16 mixed = (float16)(fed.s0123, fed.s4567, fed_8.s0123, fed_8.s4567);
            const float16 mixed_1 = (float16)(fed_1.s0123, fed_1.s4567, fed_9.s0123, fed_9.s4567);
            const float16 mixed_2 = (float16)(fed_2.s0123, fed_2.s4567, fed_10.s0123, fed_10.s4567);
            const float16 mixed_3 = (float16)(fed_3.s0123, fed_3.s4567, fed_11.s0123, fed_11.s4567);
            const float16 mixed_4 = (float16)(fed_4.s0123, fed_4.s4567, fed_12.s0123, fed_12.s4567);
            const float16 mixed_5 = (float16)(fed_5.s0123, fed_5.s4567, fed_13.s0123, fed_13.s4567);
            const float16 mixed_6 = (float16)(fed_6.s0123, fed_6.s4567, fed_14.s0123, fed_14.s4567);
            const float16 mixed_7 = (float16)(fed_7.s0123, fed_7.s4567, fed_15.s0123, fed_15.s4567);
            const float16 mixed_8 = (float16)(fed.s89ab, fed.scdef, fed_8.s89ab, fed_8.scdef);
            const float16 mixed_9 = (float16)(fed_1.s89ab, fed_1.scdef, fed_9.s89ab, fed_9.scdef);
            const float16 mixed_10 = (float16)(fed_2.s89ab, fed_2.scdef, fed_10.s89ab, fed_10.scdef);
            const float16 mixed_11 = (float16)(fed_3.s89ab, fed_3.scdef, fed_11.s89ab, fed_11.scdef);
            const float16 mixed_12 = (float16)(fed_4.s89ab, fed_4.scdef, fed_12.s89ab, fed_12.scdef);
            const float16 mixed_13 = (float16)(fed_5.s89ab, fed_5.scdef, fed_13.s89ab, fed_13.scdef);
            const float16 mixed_14 = (float16)(fed_6.s89ab, fed_6.scdef, fed_14.s89ab, fed_14.scdef);
            const float16 mixed_15 = (float16)(fed_7.s89ab, fed_7.scdef, fed_15.s89ab, fed_15.scdef);
            const float16 mixed_16 = (float16)(mixed.s0123, mixed_4.s0123, mixed.s89ab, mixed_4.s89ab);
            const float16 mixed_17 = (float16)(mixed_1.s0123, mixed_5.s0123, mixed_1.s89ab, mixed_5.s89ab);
            const float16 mixed_18 = (float16)(mixed_2.s0123, mixed_6.s0123, mixed_2.s89ab, mixed_6.s89ab);
            const float16 mixed_19 = (float16)(mixed_3.s0123, mixed_7.s0123, mixed_3.s89ab, mixed_7.s89ab);
            const float16 mixed_20 = (float16)(mixed.s4567, mixed_4.s4567, mixed.scdef, mixed_4.scdef);
            const float16 mixed_21 = (float16)(mixed_1.s4567, mixed_5.s4567, mixed_1.scdef, mixed_5.scdef);
            const float16 mixed_22 = (float16)(mixed_2.s4567, mixed_6.s4567, mixed_2.scdef, mixed_6.scdef);
            const float16 mixed_23 = (float16)(mixed_3.s4567, mixed_7.s4567, mixed_3.scdef, mixed_7.scdef);
            const float16 mixed_24 = (float16)(mixed_8.s0123, mixed_12.s0123, mixed_8.s89ab, mixed_12.s89ab);
            const float16 mixed_25 = (float16)(mixed_9.s0123, mixed_13.s0123, mixed_9.s89ab, mixed_13.s89ab);
            const float16 mixed_26 = (float16)(mixed_10.s0123, mixed_14.s0123, mixed_10.s89ab, mixed_14.s89ab);
            const float16 mixed_27 = (float16)(mixed_11.s0123, mixed_15.s0123, mixed_11.s89ab, mixed_15.s89ab);
            const float16 mixed_28 = (float16)(mixed_8.s4567, mixed_12.s4567, mixed_8.scdef, mixed_12.scdef);
            const float16 mixed_29 = (float16)(mixed_9.s4567, mixed_13.s4567, mixed_9.scdef, mixed_13.scdef);
            const float16 mixed_30 = (float16)(mixed_10.s4567, mixed_14.s4567, mixed_10.scdef, mixed_14.scdef);
            const float16 mixed_31 = (float16)(mixed_11.s4567, mixed_15.s4567, mixed_11.scdef, mixed_15.scdef);
            const float16 woven = pg_fours0415_uint16(mixed_16, mixed_18);
            const float16 woven_1 = pg_fours2637_uint16(mixed_16, mixed_18);
            const float16 woven_2 = pg_fours0415_uint16(mixed_17, mixed_19);
            const float16 woven_3 = pg_fours2637_uint16(mixed_17, mixed_19);
            const float16 woven_4 = pg_fours0415_uint16(woven, woven_2);
            const float16 woven_5 = pg_fours2637_uint16(woven, woven_2);
            const float16 woven_6 = pg_fours0415_uint16(woven_1, woven_3);
            const float16 woven_7 = pg_fours2637_uint16(woven_1, woven_3);
            const float16 woven_8 = pg_fours0415_uint16(mixed_20, mixed_22);
            const float16 woven_9 = pg_fours2637_uint16(mixed_20, mixed_22);
            const float16 woven_10 = pg_fours0415_uint16(mixed_21, mixed_23);
            const float16 woven_11 = pg_fours2637_uint16(mixed_21, mixed_23);
            const float16 woven_12 = pg_fours0415_uint16(woven_8, woven_10);
            const float16 woven_13 = pg_fours2637_uint16(woven_8, woven_10);
            const float16 woven_14 = pg_fours0415_uint16(woven_9, woven_11);
            const float16 woven_15 = pg_fours2637_uint16(woven_9, woven_11);
            const float16 woven_16 = pg_fours0415_uint16(mixed_24, mixed_26);
            const float16 woven_17 = pg_fours2637_uint16(mixed_24, mixed_26);
            const float16 woven_18 = pg_fours0415_uint16(mixed_25, mixed_27);
            const float16 woven_19 = pg_fours2637_uint16(mixed_25, mixed_27);
            const float16 woven_20 = pg_fours0415_uint16(woven_16, woven_18);
            const float16 woven_21 = pg_fours2637_uint16(woven_16, woven_18);
            const float16 woven_22 = pg_fours0415_uint16(woven_17, woven_19);
            const float16 woven_23 = pg_fours2637_uint16(woven_17, woven_19);
            const float16 woven_24 = pg_fours0415_uint16(mixed_28, mixed_30);
            const float16 woven_25 = pg_fours2637_uint16(mixed_28, mixed_30);
            const float16 woven_26 = pg_fours0415_uint16(mixed_29, mixed_31);
            const float16 woven_27 = pg_fours2637_uint16(mixed_29, mixed_31);
            const float16 woven_28 = pg_fours0415_uint16(woven_24, woven_26);
            const float16 woven_29 = pg_fours2637_uint16(woven_24, woven_26);
            const float16 woven_30 = pg_fours0415_uint16(woven_25, woven_27);
            const float16 woven_31 = pg_fours2637_uint16(woven_25, woven_27);
            const float16 fed_16 = woven_4;
            const int x_17 = first;
            const float16 v = fed_16 + sum_1_before;  // test_golden.py:84
            const float16 given = v;
            sum_1_before = v;
            const float16 fed_17 = woven_5;
            const int x_18 = first + 1;
            const float16 v_1 = fed_17 + sum_1_before;
            const float16 given_1 = v_1;
            sum_1_before = v_1;
            const float16 fed_18 = woven_6;
            const int x_19 = first + 2;
            const float16 v_2 = fed_18 + sum_1_before;
            const float16 given_2 = v_2;
            sum_1_before = v_2;
            const float16 fed_19 = woven_7;
            const int x_20 = first + 3;
            const float16 v_3 = fed_19 + sum_1_before;
            const float16 given_3 = v_3;
            sum_1_before = v_3;
            const float16 fed_20 = woven_12;
            const int x_21 = first + 4;
            const float16 v_4 = fed_20 + sum_1_before;
            const float16 given_4 = v_4;
            sum_1_before = v_4;
            const float16 fed_21 = woven_13;
            const int x_22 = first + 5;
            const float16 v_5 = fed_21 + sum_1_before;
            const float16 given_5 = v_5;
            sum_1_before = v_5;
            const float16 fed_22 = woven_14;
            const int x_23 = first + 6;
            const float16 v_6 = fed_22 + sum_1_before;
            const float16 given_6 = v_6;
            sum_1_before = v_6;
            const float16 fed_23 = woven_15;
            const int x_24 = first + 7;
            const float16 v_7 = fed_23 + sum_1_before;
            const float16 given_7 = v_7;
            sum_1_before = v_7;
            const float16 fed_24 = woven_20;
            const int x_25 = first + 8;
            const float16 v_8 = fed_24 + sum_1_before;
            const float16 given_8 = v_8;
            sum_1_before = v_8;
            const float16 fed_25 = woven_21;
            const int x_26 = first + 9;
            const float16 v_9 = fed_25 + sum_1_before;
            const float16 given_9 = v_9;
            sum_1_before = v_9;
            const float16 fed_26 = woven_22;
            const int x_27 = first + 10;
            const float16 v_10 = fed_26 + sum_1_before;
            const float16 given_10 = v_10;
            sum_1_before = v_10;
            const float16 fed_27 = woven_23;
            const int x_28 = first + 11;
            const float16 v_11 = fed_27 + sum_1_before;
            const float16 given_11 = v_11;
            sum_1_before = v_11;
            const float16 fed_28 = woven_28;
            const int x_29 = first + 12;
            const float16 v_12 = fed_28 + sum_1_before;
            const float16 given_12 = v_12;
            sum_1_before = v_12;
            const float16 fed_29 = woven_29;
            const int x_30 = first + 13;
            const float16 v_13 = fed_29 + sum_1_before;
            const float16 given_13 = v_13;
            sum_1_before = v_13;
            const float16 fed_30 = woven_30;
            const int x_31 = first + 14;
            const float16 v_14 = fed_30 + sum_1_before;
            const float16 given_14 = v_14;
            sum_1_before = v_14;
            const float16 fed_31 = woven_31;
            const int x_32 = first + 15;
            const float16 v_15 = fed_31 + sum_1_before;
            const float16 given_15 = v_15;
            sum_1_before = v_15;
            const float16 mixed_32 = (float16)(given.s0123, given.s4567, given_8.s0123, given_8.s4567);
            const float16 mixed_33 = (float16)(given_1.s0123, given_1.s4567, given_9.s0123, given_9.s4567);
            const float16 mixed_34 = (float16)(given_2.s0123, given_2.s4567, given_10.s0123, given_10.s4567);
            const float16 mixed_35 = (float16)(given_3.s0123, given_3.s4567, given_11.s0123, given_11.s4567);
            const float16 mixed_36 = (float16)(given_4.s0123, given_4.s4567, given_12.s0123, given_12.s4567);
            const float16 mixed_37 = (float16)(given_5.s0123, given_5.s4567, given_13.s0123, given_13.s4567);
            const float16 mixed_38 = (float16)(given_6.s0123, given_6.s4567, given_14.s0123, given_14.s4567);
            const float16 mixed_39 = (float16)(given_7.s0123, given_7.s4567, given_15.s0123, given_15.s4567);
            const float16 mixed_40 = (float16)(given.s89ab, given.scdef, given_8.s89ab, given_8.scdef);
            const float16 mixed_41 = (float16)(given_1.s89ab, given_1.scdef, given_9.s89ab, given_9.scdef);
            const float16 mixed_42 = (float16)(given_2.s89ab, given_2.scdef, given_10.s89ab, given_10.scdef);
            const float16 mixed_43 = (float16)(given_3.s89ab, given_3.scdef, given_11.s89ab, given_11.scdef);
            const float16 mixed_44 = (float16)(given_4.s89ab, given_4.scdef, given_12.s89ab, given_12.scdef);
            const float16 mixed_45 = (float16)(given_5.s89ab, given_5.scdef, given_13.s89ab, given_13.scdef);
            const float16 mixed_46 = (float16)(given_6.s89ab, given_6.scdef, given_14.s89ab, given_14.scdef);
            const float16 mixed_47 = (float16)(given_7.s89ab, given_7.scdef, given_15.s89ab, given_15.scdef);
            const float16 mixed_48 = (float16)(mixed_32.s0123, mixed_36.s0123, mixed_32.s89ab, mixed_36.s89ab);
            const float16 mixed_49 = (float16)(mixed_33.s0123, mixed_37.s0123, mixed_33.s89ab, mixed_37.s89ab);
            const float16 mixed_50 = (float16)(mixed_34.s0123, mixed_38.s0123, mixed_34.s89ab, mixed_38.s89ab);
            const float16 mixed_51 = (float16)(mixed_35.s0123, mixed_39.s0123, mixed_35.s89ab, mixed_39.s89ab);
            const float16 mixed_52 = (float16)(mixed_32.s4567, mixed_36.s4567, mixed_32.scdef, mixed_36.scdef);
            const float16 mixed_53 = (float16)(mixed_33.s4567, mixed_37.s4567, mixed_33.scdef, mixed_37.scdef);
            const float16 mixed_54 = (float16)(mixed_34.s4567, mixed_38.s4567, mixed_34.scdef, mixed_38.scdef);
            const float16 mixed_55 = (float16)(mixed_35.s4567, mixed_39.s4567, mixed_35.scdef, mixed_39.scdef);
            const float16 mixed_56 = (float16)(mixed_40.s0123, mixed_44.s0123, mixed_40.s89ab, mixed_44.s89ab);
            const float16 mixed_57 = (float16)(mixed_41.s0123, mixed_45.s0123, mixed_41.s89ab, mixed_45.s89ab);
            const float16 mixed_58 = (float16)(mixed_42.s0123, mixed_46.s0123, mixed_42.s89ab, mixed_46.s89ab);
            const float16 mixed_59 = (float16)(mixed_43.s0123, mixed_47.s0123, mixed_43.s89ab, mixed_47.s89ab);
            const float16 mixed_60 = (float16)(mixed_40.s4567, mixed_44.s4567, mixed_40.scdef, mixed_44.scdef);
            const float16 mixed_61 = (float16)(mixed_41.s4567, mixed_45.s4567, mixed_41.scdef, mixed_45.scdef);
            const float16 mixed_62 = (float16)(mixed_42.s4567, mixed_46.s4567, mixed_42.scdef, mixed_46.scdef);
            const float16 mixed_63 = (float16)(mixed_43.s4567, mixed_47.s4567, mixed_43.scdef, mixed_47.scdef);
            const float16 woven_32 = pg_fours0415_uint16(mixed_48, mixed_50);
            const float16 woven_33 = pg_fours2637_uint16(mixed_48, mixed_50);
            const float16 woven_34 = pg_fours0415_uint16(mixed_49, mixed_51);
            const float16 woven_35 = pg_fours2637_uint16(mixed_49, mixed_51);
            const float16 woven_36 = pg_fours0415_uint16(woven_32, woven_34);
            const float16 woven_37 = pg_fours2637_uint16(woven_32, woven_34);
            const float16 woven_38 = pg_fours0415_uint16(woven_33, woven_35);
            const float16 woven_39 = pg_fours2637_uint16(woven_33, woven_35);
            const float16 woven_40 = pg_fours0415_uint16(mixed_52, mixed_54);
            const float16 woven_41 = pg_fours2637_uint16(mixed_52, mixed_54);
            const float16 woven_42 = pg_fours0415_uint16(mixed_53, mixed_55);
            const float16 woven_43 = pg_fours2637_uint16(mixed_53, mixed_55);
            const float16 woven_44 = pg_fours0415_uint16(woven_40, woven_42);
            const float16 woven_45 = pg_fours2637_uint16(woven_40, woven_42);
            const float16 woven_46 = pg_fours0415_uint16(woven_41, woven_43);
            const float16 woven_47 = pg_fours2637_uint16(woven_41, woven_43);
            const float16 woven_48 = pg_fours0415_uint16(mixed_56, mixed_58);
            const float16 woven_49 = pg_fours2637_uint16(mixed_56, mixed_58);
            const float16 woven_50 = pg_fours0415_uint16(mixed_57, mixed_59);
            const float16 woven_51 = pg_fours2637_uint16(mixed_57, mixed_59);
            const float16 woven_52 = pg_fours0415_uint16(woven_48, woven_50);
            const float16 woven_53 = pg_fours2637_uint16(woven_48, woven_50);
            const float16 woven_54 = pg_fours0415_uint16(woven_49, woven_51);
            const float16 woven_55 = pg_fours2637_uint16(woven_49, woven_51);
            const float16 woven_56 = pg_fours0415_uint16(mixed_60, mixed_62);
            const float16 woven_57 = pg_fours2637_uint16(mixed_60, mixed_62);
            const float16 woven_58 = pg_fours0415_uint16(mixed_61, mixed_63);
            const float16 woven_59 = pg_fours2637_uint16(mixed_61, mixed_63);
            const float16 woven_60 = pg_fours0415_uint16(woven_56, woven_58);
            const float16 woven_61 = pg_fours2637_uint16(woven_56, woven_58);
            const float16 woven_62 = pg_fours0415_uint16(woven_57, woven_59);
            const float16 woven_63 = pg_fours2637_uint16(woven_57, woven_59);
            const int x_33 = first;
            __global float *out_row = out + (long)(top + 0) * out_stride;
            const float16 out_0 = woven_36;
            {
                pg_stream(float16, out_0, out_row + x_33);
            }
            const int x_34 = first;
            __global float *out_row_1 = out + (long)(top + 1) * out_stride;
            const float16 out_0_1 = woven_37;
            {
                pg_stream(float16, out_0_1, out_row_1 + x_34);
            }
            const int x_35 = first;
            __global float *out_row_2 = out + (long)(top + 2) * out_stride;
            const float16 out_0_2 = woven_38;
            {
                pg_stream(float16, out_0_2, out_row_2 + x_35);
            }
            const int x_36 = first;
            __global float *out_row_3 = out + (long)(top + 3) * out_stride;
            const float16 out_0_3 = woven_39;
            {
                pg_stream(float16, out_0_3, out_row_3 + x_36);
            }
            const int x_37 = first;
            __global float *out_row_4 = out + (long)(top + 4) * out_stride;
            const float16 out_0_4 = woven_44;
            {
                pg_stream(float16, out_0_4, out_row_4 + x_37);
            }
            const int x_38 = first;
            __global float *out_row_5 = out + (long)(top + 5) * out_stride;
            const float16 out_0_5 = woven_45;
            {
                pg_stream(float16, out_0_5, out_row_5 + x_38);
            }
            const int x_39 = first;
            __global float *out_row_6 = out + (long)(top + 6) * out_stride;
            const float16 out_0_6 = woven_46;
            {
                pg_stream(float16, out_0_6, out_row_6 + x_39);
            }
            const int x_40 = first;
            __global float *out_row_7 = out + (long)(top + 7) * out_stride;
            const float16 out_0_7 = woven_47;
            {
                pg_stream(float16, out_0_7, out_row_7 + x_40);
            }
            const int x_41 = first;
            __global float *out_row_8 = out + (long)(top + 8) * out_stride;
            const float16 out_0_8 = woven_52;
            {
                pg_stream(float16, out_0_8, out_row_8 + x_41);
            }
            const int x_42 = first;
            __global float *out_row_9 = out + (long)(top + 9) * out_stride;
            const float16 out_0_9 = woven_53;
            {
                pg_stream(float16, out_0_9, out_row_9 + x_42);
            }
            const int x_43 = first;
            __global float *out_row_10 = out + (long)(top + 10) * out_stride;
            const float16 out_0_10 = woven_54;
            {
                pg_stream(float16, out_0_10, out_row_10 + x_43);
            }
            const int x_44 = first;
            __global float *out_row_11 = out + (long)(top + 11) * out_stride;
            const float16 out_0_11 = woven_55;
            {
                pg_stream(float16, out_0_11, out_row_11 + x_44);
            }
            const int x_45 = first;
            __global float *out_row_12 = out + (long)(top + 12) * out_stride;
            const float16 out_0_12 = woven_60;
            {
                pg_stream(float16, out_0_12, out_row_12 + x_45);
            }
            const int x_46 = first;
            __global float *out_row_13 = out + (long)(top + 13) * out_stride;
            const float16 out_0_13 = woven_61;
            {
                pg_stream(float16, out_0_13, out_row_13 + x_46);
            }
            const int x_47 = first;
            __global float *out_row_14 = out + (long)(top + 14) * out_stride;
            const float16 out_0_14 = woven_62;
            {
                pg_stream(float16, out_0_14, out_row_14 + x_47);
            }
            const int x_48 = first;
            __global float *out_row_15 = out + (long)(top + 15) * out_stride;
            const float16 out_0_15 = woven_63;
            {
                pg_stream(float16, out_0_15, out_row_15 + x_48);
            }
        } else {
            float fed[16][16] __attribute__((aligned(64)));
            for (int j = 0; j < 16; j++) {
                const int y_1 = min(top + j, height - 1);
                for (int k = 0; k < min(16, width - first); k += 16) {
                    const int x_1 = first + k;
                    const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const bool im_inside = x_1 + 16 <= width && x_1 + 16 <= im_w;
                    __global const float *im_row = im + (long)clamp(y_1, 0, im_h - 1) * im_stride;
                    float16 im_raw;
                    if (im_inside) {
                        im_raw = vload16(0, im_row + x_1);
                    } else {
                        const int16 im_at = clamp(columns_1, (int16)0, (int16)(im_w - 1));
                        im_raw = pg_nearby_float16(im_row, im_at);
                    }
                    vstore16(im_raw, 0, fed[j] + k);
                }
            }
            for (int k = 0; k < min(16, width - first); k += 4) {
                const float16 fours = (float16)(vload4(0, fed[0] + k), vload4(0, fed[4] + k), vload4(0, fed[8] + k),
                        vload4(0, fed[12] + k));
                const float16 fours_1 = (float16)(vload4(0, fed[1] + k), vload4(0, fed[5] + k), vload4(0, fed[9] + k),
                        vload4(0, fed[13] + k));
                const float16 fours_2 = (float16)(vload4(0, fed[2] + k), vload4(0, fed[6] + k), vload4(0, fed[10]
                        + k), vload4(0, fed[14] + k));
                const float16 fours_3 = (float16)(vload4(0, fed[3] + k), vload4(0, fed[7] + k), vload4(0, fed[11]
                        + k), vload4(0, fed[15] + k));
                const float16 woven = pg_fours0415_uint16(fours, fours_2);
                const float16 woven_1 = pg_fours2637_uint16(fours, fours_2);
                const float16 woven_2 = pg_fours0415_uint16(fours_1, fours_3);
                const float16 woven_3 = pg_fours2637_uint16(fours_1, fours_3);
                const float16 woven_4 = pg_fours0415_uint16(woven, woven_2);
                const float16 woven_5 = pg_fours2637_uint16(woven, woven_2);
                const float16 woven_6 = pg_fours0415_uint16(woven_1, woven_3);
                const float16 woven_7 = pg_fours2637_uint16(woven_1, woven_3);
                const float16 fed_1 = woven_4;
                const int x_1 = first + k;
                const float16 v = fed_1 + sum_1_before;  // test_golden.py:84
                const float16 given = v;
                sum_1_before = v;
                const float16 fed_2 = woven_5;
                const int x_2 = first + k + 1;
                const float16 v_1 = fed_2 + sum_1_before;
                const float16 given_1 = v_1;
                sum_1_before = v_1;
                const float16 fed_3 = woven_6;
                const int x_3 = first + k + 2;
                const float16 v_2 = fed_3 + sum_1_before;
                const float16 given_2 = v_2;
                sum_1_before = v_2;
                const float16 fed_4 = woven_7;
                const int x_4 = first + k + 3;
                const float16 v_3 = fed_4 + sum_1_before;
                const float16 given_3 = v_3;
                sum_1_before = v_3;
                const float16 woven_8 = pg_fours0415_uint16(given, given_2);
                const float16 woven_9 = pg_fours2637_uint16(given, given_2);
                const float16 woven_10 = pg_fours0415_uint16(given_1, given_3);
                const float16 woven_11 = pg_fours2637_uint16(given_1, given_3);
                const float16 woven_12 = pg_fours0415_uint16(woven_8, woven_10);
                const float16 woven_13 = pg_fours2637_uint16(woven_8, woven_10);
                const float16 woven_14 = pg_fours0415_uint16(woven_9, woven_11);
                const float16 woven_15 = pg_fours2637_uint16(woven_9, woven_11);
                vstore4(woven_12.s0123, 0, fed[0] + k);
                vstore4(woven_12.s4567, 0, fed[4] + k);
                vstore4(woven_12.s89ab, 0, fed[8] + k);
                vstore4(woven_12.scdef, 0, fed[12] + k);
                vstore4(woven_13.s0123, 0, fed[1] + k);
                vstore4(woven_13.s4567, 0, fed[5] + k);
                vstore4(woven_13.s89ab, 0, fed[9] + k);
                vstore4(woven_13.scdef, 0, fed[13] + k);
                vstore4(woven_14.s0123, 0, fed[2] + k);
                vstore4(woven_14.s4567, 0, fed[6] + k);
                vstore4(woven_14.s89ab, 0, fed[10] + k);
                vstore4(woven_14.scdef, 0, fed[14] + k);
                vstore4(woven_15.s0123, 0, fed[3] + k);
                vstore4(woven_15.s4567, 0, fed[7] + k);
                vstore4(woven_15.s89ab, 0, fed[11] + k);
                vstore4(woven_15.scdef, 0, fed[15] + k);
            }
            for (int j = 0; j < min(16, height - top); j++) {
                for (int x = first; x < min(first + 16, width); x += 16) {
                    __global float *out_row = out + (long)(top + j) * out_stride;
                    const float16 out_0 = vload16(0, fed[j] + x - first);
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
