// forth_and_back: scans to the right from column 0, then to the left from column im.width - 1, in order: each work-item goes over 64 rows, 16 at a time, scan after scan; work-groups of 1 x 1

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
__kernel void forth_and_back(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height,
        __global float *restrict lambda_strip, int lambda_strip_stride)
{
    __global float *lambda_strip_here = lambda_strip + (long)(get_global_id(1) * 16) * lambda_strip_stride;
    const int v = im_w - 1;
    const int first_row = get_global_id(1) * 64;
    for (int top = first_row; top < min(first_row + 64, height); top += 16) {
        {
            const int16 rows = min(top + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(height - 1));
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
                    const float16 fed = im_raw * 0.5f;
                    const int y_2 = top + 1;
                    const int x_2 = first;
                    const int16 columns_2 = min(x_2 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_1 = im + (long)clamp(y_2, 0, im_h - 1) * im_stride;
                    const float16 im_raw_1 = vload16(0, im_row_1 + x_2);
                    const float16 fed_1 = im_raw_1 * 0.5f;
                    const int y_3 = top + 2;
                    const int x_3 = first;
                    const int16 columns_3 = min(x_3 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_2 = im + (long)clamp(y_3, 0, im_h - 1) * im_stride;
                    const float16 im_raw_2 = vload16(0, im_row_2 + x_3);
                    const float16 fed_2 = im_raw_2 * 0.5f;
                    const int y_4 = top + 3;
                    const int x_4 = first;
                    const int16 columns_4 = min(x_4 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_3 = im + (long)clamp(y_4, 0, im_h - 1) * im_stride;
                    const float16 im_raw_3 = vload16(0, im_row_3 + x_4);
                    const float16 fed_3 = im_raw_3 * 0.5f;
                    const int y_5 = top + 4;
                    const int x_5 = first;
                    const int16 columns_5 = min(x_5 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_4 = im + (long)clamp(y_5, 0, im_h - 1) * im_stride;
                    const float16 im_raw_4 = vload16(0, im_row_4 + x_5);
                    const float16 fed_4 = im_raw_4 * 0.5f;
                    const int y_6 = top + 5;
                    const int x_6 = first;
                    const int16 columns_6 = min(x_6 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_5 = im + (long)clamp(y_6, 0, im_h - 1) * im_stride;
                    const float16 im_raw_5 = vload16(0, im_row_5 + x_6);
                    const float16 fed_5 = im_raw_5 * 0.5f;
                    const int y_7 = top + 6;
                    const int x_7 = first;
                    const int16 columns_7 = min(x_7 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_6 = im + (long)clamp(y_7, 0, im_h - 1) * im_stride;
                    const float16 im_raw_6 = vload16(0, im_row_6 + x_7);
                    const float16 fed_6 = im_raw_6 * 0.5f;
                    const int y_8 = top + 7;
                    const int x_8 = first;
                    const int16 columns_8 = min(x_8 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_7 = im + (long)clamp(y_8, 0, im_h - 1) * im_stride;
                    const float16 im_raw_7 = vload16(0, im_row_7 + x_8);
                    const float16 fed_7 = im_raw_7 * 0.5f;
                    const int y_9 = top + 8;
                    const int x_9 = first;
                    const int16 columns_9 = min(x_9 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_8 = im + (long)clamp(y_9, 0, im_h - 1) * im_stride;
                    const float16 im_raw_8 = vload16(0, im_row_8 + x_9);
                    const float16 fed_8 = im_raw_8 * 0.5f;
                    const int y_10 = top + 9;
                    const int x_10 = first;
                    const int16 columns_10 = min(x_10 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_9 = im + (long)clamp(y_10, 0, im_h - 1) * im_stride;
                    const float16 im_raw_9 = vload16(0, im_row_9 + x_10);
                    const float16 fed_9 = im_raw_9 * 0.5f;
                    const int y_11 = top + 10;
                    const int x_11 = first;
                    const int16 columns_11 = min(x_11 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_10 = im + (long)clamp(y_11, 0, im_h - 1) * im_stride;
                    const float16 im_raw_10 = vload16(0, im_row_10 + x_11);
                    const float16 fed_10 = im_raw_10 * 0.5f;
                    const int y_12 = top + 11;
                    const int x_12 = first;
                    const int16 columns_12 = min(x_12 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_11 = im + (long)clamp(y_12, 0, im_h - 1) * im_stride;
                    const float16 im_raw_11 = vload16(0, im_row_11 + x_12);
                    const float16 fed_11 = im_raw_11 * 0.5f;
                    const int y_13 = top + 12;
                    const int x_13 = first;
                    const int16 columns_13 = min(x_13 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_12 = im + (long)clamp(y_13, 0, im_h - 1) * im_stride;
                    const float16 im_raw_12 = vload16(0, im_row_12 + x_13);
                    const float16 fed_12 = im_raw_12 * 0.5f;
                    const int y_14 = top + 13;
                    const int x_14 = first;
                    const int16 columns_14 = min(x_14 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_13 = im + (long)clamp(y_14, 0, im_h - 1) * im_stride;
                    const float16 im_raw_13 = vload16(0, im_row_13 + x_14);
                    const float16 fed_13 = im_raw_13 * 0.5f;
                    const int y_15 = top + 14;
                    const int x_15 = first;
                    const int16 columns_15 = min(x_15 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_14 = im + (long)clamp(y_15, 0, im_h - 1) * im_stride;
                    const float16 im_raw_14 = vload16(0, im_row_14 + x_15);
                    const float16 fed_14 = im_raw_14 * 0.5f;
                    const int y_16 = top + 15;
                    const int x_16 = first;
                    const int16 columns_16 = min(x_16 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    __global const float *im_row_15 = im + (long)clamp(y_16, 0, im_h - 1) * im_stride;
                    const float16 im_raw_15 = vload16(0, im_row_15 + x_16);
                    const float16 fed_15 = im_raw_15 * 0.5f;
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
                    const float16 v_1 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_17 > 0 ? -1 : 0));  // test_golden.py:89
                    const float16 v_2 = fed_16 + v_1;
                    vstore16(v_2, 0, lambda_strip_here + first * 16);
                    sum_1_before = v_2;
                    const float16 fed_17 = woven_5;
                    const int x_18 = first + 1;
                    const float16 v_3 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_18 > 0 ? -1 : 0));
                    const float16 v_4 = fed_17 + v_3;
                    vstore16(v_4, 0, lambda_strip_here + (first + 1) * 16);
                    sum_1_before = v_4;
                    const float16 fed_18 = woven_6;
                    const int x_19 = first + 2;
                    const float16 v_5 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_19 > 0 ? -1 : 0));
                    const float16 v_6 = fed_18 + v_5;
                    vstore16(v_6, 0, lambda_strip_here + (first + 2) * 16);
                    sum_1_before = v_6;
                    const float16 fed_19 = woven_7;
                    const int x_20 = first + 3;
                    const float16 v_7 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_20 > 0 ? -1 : 0));
                    const float16 v_8 = fed_19 + v_7;
                    vstore16(v_8, 0, lambda_strip_here + (first + 3) * 16);
                    sum_1_before = v_8;
                    const float16 fed_20 = woven_12;
                    const int x_21 = first + 4;
                    const float16 v_9 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_21 > 0 ? -1 : 0));
                    const float16 v_10 = fed_20 + v_9;
                    vstore16(v_10, 0, lambda_strip_here + (first + 4) * 16);
                    sum_1_before = v_10;
                    const float16 fed_21 = woven_13;
                    const int x_22 = first + 5;
                    const float16 v_11 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_22 > 0 ? -1 : 0));
                    const float16 v_12 = fed_21 + v_11;
                    vstore16(v_12, 0, lambda_strip_here + (first + 5) * 16);
                    sum_1_before = v_12;
                    const float16 fed_22 = woven_14;
                    const int x_23 = first + 6;
                    const float16 v_13 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_23 > 0 ? -1 : 0));
                    const float16 v_14 = fed_22 + v_13;
                    vstore16(v_14, 0, lambda_strip_here + (first + 6) * 16);
                    sum_1_before = v_14;
                    const float16 fed_23 = woven_15;
                    const int x_24 = first + 7;
                    const float16 v_15 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_24 > 0 ? -1 : 0));
                    const float16 v_16 = fed_23 + v_15;
                    vstore16(v_16, 0, lambda_strip_here + (first + 7) * 16);
                    sum_1_before = v_16;
                    const float16 fed_24 = woven_20;
                    const int x_25 = first + 8;
                    const float16 v_17 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_25 > 0 ? -1 : 0));
                    const float16 v_18 = fed_24 + v_17;
                    vstore16(v_18, 0, lambda_strip_here + (first + 8) * 16);
                    sum_1_before = v_18;
                    const float16 fed_25 = woven_21;
                    const int x_26 = first + 9;
                    const float16 v_19 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_26 > 0 ? -1 : 0));
                    const float16 v_20 = fed_25 + v_19;
                    vstore16(v_20, 0, lambda_strip_here + (first + 9) * 16);
                    sum_1_before = v_20;
                    const float16 fed_26 = woven_22;
                    const int x_27 = first + 10;
                    const float16 v_21 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_27 > 0 ? -1 : 0));
                    const float16 v_22 = fed_26 + v_21;
                    vstore16(v_22, 0, lambda_strip_here + (first + 10) * 16);
                    sum_1_before = v_22;
                    const float16 fed_27 = woven_23;
                    const int x_28 = first + 11;
                    const float16 v_23 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_28 > 0 ? -1 : 0));
                    const float16 v_24 = fed_27 + v_23;
                    vstore16(v_24, 0, lambda_strip_here + (first + 11) * 16);
                    sum_1_before = v_24;
                    const float16 fed_28 = woven_28;
                    const int x_29 = first + 12;
                    const float16 v_25 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_29 > 0 ? -1 : 0));
                    const float16 v_26 = fed_28 + v_25;
                    vstore16(v_26, 0, lambda_strip_here + (first + 12) * 16);
                    sum_1_before = v_26;
                    const float16 fed_29 = woven_29;
                    const int x_30 = first + 13;
                    const float16 v_27 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_30 > 0 ? -1 : 0));
                    const float16 v_28 = fed_29 + v_27;
                    vstore16(v_28, 0, lambda_strip_here + (first + 13) * 16);
                    sum_1_before = v_28;
                    const float16 fed_30 = woven_30;
                    const int x_31 = first + 14;
                    const float16 v_29 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_31 > 0 ? -1 : 0));
                    const float16 v_30 = fed_30 + v_29;
                    vstore16(v_30, 0, lambda_strip_here + (first + 14) * 16);
                    sum_1_before = v_30;
                    const float16 fed_31 = woven_31;
                    const int x_32 = first + 15;
                    const float16 v_31 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_32 > 0 ? -1 : 0));
                    const float16 v_32 = fed_31 + v_31;
                    vstore16(v_32, 0, lambda_strip_here + (first + 15) * 16);
                    sum_1_before = v_32;
                } else {
                    float fed[16][16] __attribute__((aligned(64)));
                    for (int j = 0; j < 16; j++) {
                        const int y_1 = min(top + j, height - 1);
                        for (int k = 0; k < min(16, (width - first + 15) / 16 * 16); k += 16) {
                            const int x_1 = first + k;
                            const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                    14, 15), (int16)(width - 1));
                            const bool im_inside = x_1 + 16 <= width && x_1 + 16 <= im_w;
                            __global const float *im_row = im + (long)clamp(y_1, 0, im_h - 1) * im_stride;
                            float16 im_raw;
                            if (im_inside) {
                                im_raw = vload16(0, im_row + x_1);
                            } else {
                                const int16 im_at = clamp(columns_1, (int16)0, (int16)(im_w - 1));
                                im_raw = pg_nearby_float16(im_row, im_at);
                            }
                            vstore16(im_raw * 0.5f, 0, fed[j] + k);
                        }
                    }
                    for (int k = 0; k < min(16, (width - first + 15) / 16 * 16); k += 4) {
                        const float16 fours = (float16)(vload4(0, fed[0] + k), vload4(0, fed[4] + k), vload4(0,
                                fed[8] + k), vload4(0, fed[12] + k));
                        const float16 fours_1 = (float16)(vload4(0, fed[1] + k), vload4(0, fed[5] + k), vload4(0,
                                fed[9] + k), vload4(0, fed[13] + k));
                        const float16 fours_2 = (float16)(vload4(0, fed[2] + k), vload4(0, fed[6] + k), vload4(0,
                                fed[10] + k), vload4(0, fed[14] + k));
                        const float16 fours_3 = (float16)(vload4(0, fed[3] + k), vload4(0, fed[7] + k), vload4(0,
                                fed[11] + k), vload4(0, fed[15] + k));
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
                        const float16 v_1 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_1 > 0 ? -1 : 0));  // test_golden.py:89
                        const float16 v_2 = fed_1 + v_1;
                        vstore16(v_2, 0, lambda_strip_here + (first + k) * 16);
                        sum_1_before = v_2;
                        const float16 fed_2 = woven_5;
                        const int x_2 = first + k + 1;
                        const float16 v_3 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_2 > 0 ? -1 : 0));
                        const float16 v_4 = fed_2 + v_3;
                        vstore16(v_4, 0, lambda_strip_here + (first + k + 1) * 16);
                        sum_1_before = v_4;
                        const float16 fed_3 = woven_6;
                        const int x_3 = first + k + 2;
                        const float16 v_5 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_3 > 0 ? -1 : 0));
                        const float16 v_6 = fed_3 + v_5;
                        vstore16(v_6, 0, lambda_strip_here + (first + k + 2) * 16);
                        sum_1_before = v_6;
                        const float16 fed_4 = woven_7;
                        const int x_4 = first + k + 3;
                        const float16 v_7 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_4 > 0 ? -1 : 0));
                        const float16 v_8 = fed_4 + v_7;
                        vstore16(v_8, 0, lambda_strip_here + (first + k + 3) * 16);
                        sum_1_before = v_8;
                    }
                }
            }
        }
        {
            const int16 rows = min(top + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(height - 1));
            float16 sum_1_before = 0.0f;
            const bool stream = (long)width * height > 262144;
            for (int first = (width - 1) / 16 * 16; first >= 0; first += -16) {
                if (height - top >= 16 && first + 16 <= width) {
                    const int y_1 = top + 0;
                    const int x_1 = first;
                    const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_2 = top + 1;
                    const int x_2 = first;
                    const int16 columns_2 = min(x_2 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_3 = top + 2;
                    const int x_3 = first;
                    const int16 columns_3 = min(x_3 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_4 = top + 3;
                    const int x_4 = first;
                    const int16 columns_4 = min(x_4 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_5 = top + 4;
                    const int x_5 = first;
                    const int16 columns_5 = min(x_5 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_6 = top + 5;
                    const int x_6 = first;
                    const int16 columns_6 = min(x_6 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_7 = top + 6;
                    const int x_7 = first;
                    const int16 columns_7 = min(x_7 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_8 = top + 7;
                    const int x_8 = first;
                    const int16 columns_8 = min(x_8 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_9 = top + 8;
                    const int x_9 = first;
                    const int16 columns_9 = min(x_9 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_10 = top + 9;
                    const int x_10 = first;
                    const int16 columns_10 = min(x_10 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_11 = top + 10;
                    const int x_11 = first;
                    const int16 columns_11 = min(x_11 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_12 = top + 11;
                    const int x_12 = first;
                    const int16 columns_12 = min(x_12 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_13 = top + 12;
                    const int x_13 = first;
                    const int16 columns_13 = min(x_13 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_14 = top + 13;
                    const int x_14 = first;
                    const int16 columns_14 = min(x_14 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_15 = top + 14;
                    const int x_15 = first;
                    const int16 columns_15 = min(x_15 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const int y_16 = top + 15;
                    const int x_16 = first;
                    const int16 columns_16 = min(x_16 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const float16 taken = vload16(0, lambda_strip_here + (first + 15) * 16);
                    const int x_17 = first + 15;
                    const float16 v_1 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_17 < v ? -1 : 0));  // test_golden.py:90
                    const float16 v_2 = taken + v_1;
                    const float16 given = v_2;
                    sum_1_before = v_2;
                    const float16 taken_1 = vload16(0, lambda_strip_here + (first + 14) * 16);
                    const int x_18 = first + 14;
                    const float16 v_3 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_18 < v ? -1 : 0));
                    const float16 v_4 = taken_1 + v_3;
                    const float16 given_1 = v_4;
                    sum_1_before = v_4;
                    const float16 taken_2 = vload16(0, lambda_strip_here + (first + 13) * 16);
                    const int x_19 = first + 13;
                    const float16 v_5 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_19 < v ? -1 : 0));
                    const float16 v_6 = taken_2 + v_5;
                    const float16 given_2 = v_6;
                    sum_1_before = v_6;
                    const float16 taken_3 = vload16(0, lambda_strip_here + (first + 12) * 16);
                    const int x_20 = first + 12;
                    const float16 v_7 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_20 < v ? -1 : 0));
                    const float16 v_8 = taken_3 + v_7;
                    const float16 given_3 = v_8;
                    sum_1_before = v_8;
                    const float16 taken_4 = vload16(0, lambda_strip_here + (first + 11) * 16);
                    const int x_21 = first + 11;
                    const float16 v_9 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_21 < v ? -1 : 0));
                    const float16 v_10 = taken_4 + v_9;
                    const float16 given_4 = v_10;
                    sum_1_before = v_10;
                    const float16 taken_5 = vload16(0, lambda_strip_here + (first + 10) * 16);
                    const int x_22 = first + 10;
                    const float16 v_11 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_22 < v ? -1 : 0));
                    const float16 v_12 = taken_5 + v_11;
                    const float16 given_5 = v_12;
                    sum_1_before = v_12;
                    const float16 taken_6 = vload16(0, lambda_strip_here + (first + 9) * 16);
                    const int x_23 = first + 9;
                    const float16 v_13 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_23 < v ? -1 : 0));
                    const float16 v_14 = taken_6 + v_13;
                    const float16 given_6 = v_14;
                    sum_1_before = v_14;
                    const float16 taken_7 = vload16(0, lambda_strip_here + (first + 8) * 16);
                    const int x_24 = first + 8;
                    const float16 v_15 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_24 < v ? -1 : 0));
                    const float16 v_16 = taken_7 + v_15;
                    const float16 given_7 = v_16;
                    sum_1_before = v_16;
                    const float16 taken_8 = vload16(0, lambda_strip_here + (first + 7) * 16);
                    const int x_25 = first + 7;
                    const float16 v_17 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_25 < v ? -1 : 0));
                    const float16 v_18 = taken_8 + v_17;
                    const float16 given_8 = v_18;
                    sum_1_before = v_18;
                    const float16 taken_9 = vload16(0, lambda_strip_here + (first + 6) * 16);
                    const int x_26 = first + 6;
                    const float16 v_19 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_26 < v ? -1 : 0));
                    const float16 v_20 = taken_9 + v_19;
                    const float16 given_9 = v_20;
                    sum_1_before = v_20;
                    const float16 taken_10 = vload16(0, lambda_strip_here + (first + 5) * 16);
                    const int x_27 = first + 5;
                    const float16 v_21 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_27 < v ? -1 : 0));
                    const float16 v_22 = taken_10 + v_21;
                    const float16 given_10 = v_22;
                    sum_1_before = v_22;
                    const float16 taken_11 = vload16(0, lambda_strip_here + (first + 4) * 16);
                    const int x_28 = first + 4;
                    const float16 v_23 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_28 < v ? -1 : 0));
                    const float16 v_24 = taken_11 + v_23;
                    const float16 given_11 = v_24;
                    sum_1_before = v_24;
                    const float16 taken_12 = vload16(0, lambda_strip_here + (first + 3) * 16);
                    const int x_29 = first + 3;
                    const float16 v_25 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_29 < v ? -1 : 0));
                    const float16 v_26 = taken_12 + v_25;
                    const float16 given_12 = v_26;
                    sum_1_before = v_26;
                    const float16 taken_13 = vload16(0, lambda_strip_here + (first + 2) * 16);
                    const int x_30 = first + 2;
                    const float16 v_27 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_30 < v ? -1 : 0));
                    const float16 v_28 = taken_13 + v_27;
                    const float16 given_13 = v_28;
                    sum_1_before = v_28;
                    const float16 taken_14 = vload16(0, lambda_strip_here + (first + 1) * 16);
                    const int x_31 = first + 1;
                    const float16 v_29 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_31 < v ? -1 : 0));
                    const float16 v_30 = taken_14 + v_29;
                    const float16 given_14 = v_30;
                    sum_1_before = v_30;
                    const float16 taken_15 = vload16(0, lambda_strip_here + first * 16);
                    const int x_32 = first;
                    const float16 v_31 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_32 < v ? -1 : 0));
                    const float16 v_32 = taken_15 + v_31;
                    const float16 given_15 = v_32;
                    sum_1_before = v_32;
                    const float16 mixed = (float16)(given_15.s0123, given_15.s4567, given_7.s0123, given_7.s4567);
                    const float16 mixed_1 = (float16)(given_14.s0123, given_14.s4567, given_6.s0123, given_6.s4567);
                    const float16 mixed_2 = (float16)(given_13.s0123, given_13.s4567, given_5.s0123, given_5.s4567);
                    const float16 mixed_3 = (float16)(given_12.s0123, given_12.s4567, given_4.s0123, given_4.s4567);
                    const float16 mixed_4 = (float16)(given_11.s0123, given_11.s4567, given_3.s0123, given_3.s4567);
                    const float16 mixed_5 = (float16)(given_10.s0123, given_10.s4567, given_2.s0123, given_2.s4567);
                    const float16 mixed_6 = (float16)(given_9.s0123, given_9.s4567, given_1.s0123, given_1.s4567);
                    const float16 mixed_7 = (float16)(given_8.s0123, given_8.s4567, given.s0123, given.s4567);
                    const float16 mixed_8 = (float16)(given_15.s89ab, given_15.scdef, given_7.s89ab, given_7.scdef);
                    const float16 mixed_9 = (float16)(given_14.s89ab, given_14.scdef, given_6.s89ab, given_6.scdef);
                    const float16 mixed_10 = (float16)(given_13.s89ab, given_13.scdef, given_5.s89ab, given_5.scdef);
                    const float16 mixed_11 = (float16)(given_12.s89ab, given_12.scdef, given_4.s89ab, given_4.scdef);
                    const float16 mixed_12 = (float16)(given_11.s89ab, given_11.scdef, given_3.s89ab, given_3.scdef);
                    const float16 mixed_13 = (float16)(given_10.s89ab, given_10.scdef, given_2.s89ab, given_2.scdef);
                    const float16 mixed_14 = (float16)(given_9.s89ab, given_9.scdef, given_1.s89ab, given_1.scdef);
                    const float16 mixed_15 = (float16)(given_8.s89ab, given_8.scdef, given.s89ab, given.scdef);
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
                    const int x_33 = first;
                    __global float *out_row = out + (long)(top + 0) * out_stride;
                    const float16 out_0 = woven_4;
                    {
                        pg_stream(float16, out_0, out_row + x_33);
                    }
                    const int x_34 = first;
                    __global float *out_row_1 = out + (long)(top + 1) * out_stride;
                    const float16 out_0_1 = woven_5;
                    {
                        pg_stream(float16, out_0_1, out_row_1 + x_34);
                    }
                    const int x_35 = first;
                    __global float *out_row_2 = out + (long)(top + 2) * out_stride;
                    const float16 out_0_2 = woven_6;
                    {
                        pg_stream(float16, out_0_2, out_row_2 + x_35);
                    }
                    const int x_36 = first;
                    __global float *out_row_3 = out + (long)(top + 3) * out_stride;
                    const float16 out_0_3 = woven_7;
                    {
                        pg_stream(float16, out_0_3, out_row_3 + x_36);
                    }
                    const int x_37 = first;
                    __global float *out_row_4 = out + (long)(top + 4) * out_stride;
                    const float16 out_0_4 = woven_12;
                    {
                        pg_stream(float16, out_0_4, out_row_4 + x_37);
                    }
                    const int x_38 = first;
                    __global float *out_row_5 = out + (long)(top + 5) * out_stride;
                    const float16 out_0_5 = woven_13;
                    {
                        pg_stream(float16, out_0_5, out_row_5 + x_38);
                    }
                    const int x_39 = first;
                    __global float *out_row_6 = out + (long)(top + 6) * out_stride;
                    const float16 out_0_6 = woven_14;
                    {
                        pg_stream(float16, out_0_6, out_row_6 + x_39);
                    }
                    const int x_40 = first;
                    __global float *out_row_7 = out + (long)(top + 7) * out_stride;
                    const float16 out_0_7 = woven_15;
                    {
                        pg_stream(float16, out_0_7, out_row_7 + x_40);
                    }
                    const int x_41 = first;
                    __global float *out_row_8 = out + (long)(top + 8) * out_stride;
                    const float16 out_0_8 = woven_20;
                    {
                        pg_stream(float16, out_0_8, out_row_8 + x_41);
                    }
                    const int x_42 = first;
                    __global float *out_row_9 = out + (long)(top + 9) * out_stride;
                    const float16 out_0_9 = woven_21;
                    {
                        pg_stream(float16, out_0_9, out_row_9 + x_42);
                    }
                    const int x_43 = first;
                    __global float *out_row_10 = out + (long)(top + 10) * out_stride;
                    const float16 out_0_10 = woven_22;
                    {
                        pg_stream(float16, out_0_10, out_row_10 + x_43);
                    }
                    const int x_44 = first;
                    __global float *out_row_11 = out + (long)(top + 11) * out_stride;
                    const float16 out_0_11 = woven_23;
                    {
                        pg_stream(float16, out_0_11, out_row_11 + x_44);
                    }
                    const int x_45 = first;
                    __global float *out_row_12 = out + (long)(top + 12) * out_stride;
                    const float16 out_0_12 = woven_28;
                    {
                        pg_stream(float16, out_0_12, out_row_12 + x_45);
                    }
                    const int x_46 = first;
                    __global float *out_row_13 = out + (long)(top + 13) * out_stride;
                    const float16 out_0_13 = woven_29;
                    {
                        pg_stream(float16, out_0_13, out_row_13 + x_46);
                    }
                    const int x_47 = first;
                    __global float *out_row_14 = out + (long)(top + 14) * out_stride;
                    const float16 out_0_14 = woven_30;
                    {
                        pg_stream(float16, out_0_14, out_row_14 + x_47);
                    }
                    const int x_48 = first;
                    __global float *out_row_15 = out + (long)(top + 15) * out_stride;
                    const float16 out_0_15 = woven_31;
                    {
                        pg_stream(float16, out_0_15, out_row_15 + x_48);
                    }
                } else {
                    float given[16][16] __attribute__((aligned(64)));
                    for (int k = (min(16, width - first) - 1) / 4 * 4; k >= 0; k += -4) {
                        const float16 taken = vload16(0, lambda_strip_here + (first + k + 3) * 16);
                        const int x_1 = first + k + 3;
                        const float16 v_1 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_1 < v ? -1 : 0));  // test_golden.py:90
                        const float16 v_2 = taken + v_1;
                        const float16 given_1 = v_2;
                        sum_1_before = v_2;
                        const float16 taken_1 = vload16(0, lambda_strip_here + (first + k + 2) * 16);
                        const int x_2 = first + k + 2;
                        const float16 v_3 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_2 < v ? -1 : 0));
                        const float16 v_4 = taken_1 + v_3;
                        const float16 given_2 = v_4;
                        sum_1_before = v_4;
                        const float16 taken_2 = vload16(0, lambda_strip_here + (first + k + 1) * 16);
                        const int x_3 = first + k + 1;
                        const float16 v_5 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_3 < v ? -1 : 0));
                        const float16 v_6 = taken_2 + v_5;
                        const float16 given_3 = v_6;
                        sum_1_before = v_6;
                        const float16 taken_3 = vload16(0, lambda_strip_here + (first + k) * 16);
                        const int x_4 = first + k;
                        const float16 v_7 = select((float16)(0.0f), sum_1_before * 0.5f, (int16)(x_4 < v ? -1 : 0));
                        const float16 v_8 = taken_3 + v_7;
                        const float16 given_4 = v_8;
                        sum_1_before = v_8;
                        const float16 woven = pg_fours0415_uint16(given_4, given_2);
                        const float16 woven_1 = pg_fours2637_uint16(given_4, given_2);
                        const float16 woven_2 = pg_fours0415_uint16(given_3, given_1);
                        const float16 woven_3 = pg_fours2637_uint16(given_3, given_1);
                        const float16 woven_4 = pg_fours0415_uint16(woven, woven_2);
                        const float16 woven_5 = pg_fours2637_uint16(woven, woven_2);
                        const float16 woven_6 = pg_fours0415_uint16(woven_1, woven_3);
                        const float16 woven_7 = pg_fours2637_uint16(woven_1, woven_3);
                        vstore4(woven_4.s0123, 0, given[0] + k);
                        vstore4(woven_4.s4567, 0, given[4] + k);
                        vstore4(woven_4.s89ab, 0, given[8] + k);
                        vstore4(woven_4.scdef, 0, given[12] + k);
                        vstore4(woven_5.s0123, 0, given[1] + k);
                        vstore4(woven_5.s4567, 0, given[5] + k);
                        vstore4(woven_5.s89ab, 0, given[9] + k);
                        vstore4(woven_5.scdef, 0, given[13] + k);
                        vstore4(woven_6.s0123, 0, given[2] + k);
                        vstore4(woven_6.s4567, 0, given[6] + k);
                        vstore4(woven_6.s89ab, 0, given[10] + k);
                        vstore4(woven_6.scdef, 0, given[14] + k);
                        vstore4(woven_7.s0123, 0, given[3] + k);
                        vstore4(woven_7.s4567, 0, given[7] + k);
                        vstore4(woven_7.s89ab, 0, given[11] + k);
                        vstore4(woven_7.scdef, 0, given[15] + k);
                    }
                    for (int j = 0; j < min(16, height - top); j++) {
                        for (int x = first; x < min(first + 16, width); x += 16) {
                            __global float *out_row = out + (long)(top + j) * out_stride;
                            const float16 out_0 = vload16(0, given[j] + x - first);
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
    }
}
