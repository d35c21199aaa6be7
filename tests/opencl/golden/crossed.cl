// integral: scans to the right from column 0 and down from row 0, in order, once each row's sums at strips are known: each work-item goes down 256 columns or more, across 16 rows at a time; work-groups of 1 x 1

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
__kernel void lambda_across(__global const float *restrict im, int im_w, int im_h, int im_stride,
        int width, int height,
        __global float *restrict into_1, int into_1_stride)
{
    const int top = get_global_id(1) * 16;
    const int16 rows = min(top + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (int16)(height - 1));
    float16 sum_1_before = 0.0f;
    const int strip = min(max(256, (width + 255) / 256 * 64), 1024);
    const int last = (width - 1) / strip * strip;
    for (int first = 0; first < last + 1; first += 64) {
        if (first % strip < 1)
            vstore16(sum_1_before, 0, into_1 + (long)get_global_id(1) * into_1_stride + first / strip * 16);
        if (first < last) {
            float fed[16][64] __attribute__((aligned(64)));
            if (first + 64 <= width && first + 64 <= im_w) {
                for (int j = 0; j < 16; j++) {
                    const int y_1 = min(top + j, height - 1);
                    for (int k = 0; k < 64; k += 16) {
                        const int x_1 = first + k;
                        const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                15), (int16)(width - 1));
                        __global const float *im_row = im + (long)clamp(y_1, 0, im_h - 1) * im_stride;
                        const float16 im_raw = vload16(0, im_row + x_1);
                        vstore16(im_raw, 0, fed[j] + k);
                    }
                }
            } else {
                for (int j = 0; j < 16; j++) {
                    const int y_2 = min(top + j, height - 1);
                    for (int k = 0; k < min(64, last + 1 - first); k += 16) {
                        const int x_1 = first + k;
                        const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                15), (int16)(width - 1));
                        const bool im_inside = x_1 + 16 <= width && x_1 + 16 <= im_w;
                        __global const float *im_row = im + (long)clamp(y_2, 0, im_h - 1) * im_stride;
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
            }
            for (int k = 0; k < min(64, last + 1 - first); k += 4) {
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
                const float16 v = fed_1 + sum_1_before;  // sums.py:81
                sum_1_before = v;
                const float16 fed_2 = woven_5;
                const int x_2 = first + (k + 1);
                const float16 v_1 = fed_2 + sum_1_before;
                sum_1_before = v_1;
                const float16 fed_3 = woven_6;
                const int x_3 = first + (k + 2);
                const float16 v_2 = fed_3 + sum_1_before;
                sum_1_before = v_2;
                const float16 fed_4 = woven_7;
                const int x_4 = first + (k + 3);
                const float16 v_3 = fed_4 + sum_1_before;
                sum_1_before = v_3;
            }
        }
    }
}

__attribute__((vec_type_hint(float4)))
__kernel void integral(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height,
        __global const float *restrict into_1, int into_1_w, int into_1_h, int into_1_stride)
{
    const int strip = min(max(256, (width + 255) / 256 * 64), 1024);
    const int left = get_global_id(0) * strip;
    const int end = min(left + strip, width);
    float sums[1][1024] __attribute__((aligned(64)));
    for (int i = 0; i < 1; i++) {
        for (int j = 0; j < 1024; j++) {
            sums[i][j] = 0.0f;
        }
    }
    for (int top = 0; top < height; top += 16) {
        const int16 rows = min(top + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (int16)(height
                - 1));
        float16 sum_1_before = vload16(0, into_1 + (long)(top / 16) * into_1_stride + get_global_id(0) * 16);
        const bool stream = (long)width * height > 262144;
        for (int first = left; first < end; first += 64) {
            float fed[16][64] __attribute__((aligned(64)));
            if (first + 64 <= width && first + 64 <= im_w) {
                for (int j = 0; j < 16; j++) {
                    const int y_1 = min(top + j, height - 1);
                    for (int k = 0; k < 64; k += 16) {
                        const int x_1 = first + k;
                        const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                15), (int16)(width - 1));
                        __global const float *im_row = im + (long)clamp(y_1, 0, im_h - 1) * im_stride;
                        const float16 im_raw = vload16(0, im_row + x_1);
                        vstore16(im_raw, 0, fed[j] + k);
                    }
                }
            } else {
                for (int j = 0; j < 16; j++) {
                    const int y_2 = min(top + j, height - 1);
                    for (int k = 0; k < min(64, end - first); k += 16) {
                        const int x_1 = first + k;
                        const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                15), (int16)(width - 1));
                        const bool im_inside = x_1 + 16 <= width && x_1 + 16 <= im_w;
                        __global const float *im_row = im + (long)clamp(y_2, 0, im_h - 1) * im_stride;
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
            }
            for (int k = 0; k < min(64, end - first); k += 4) {
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
                const float16 v = fed_1 + sum_1_before;  // sums.py:81
                const float16 given = v;
                sum_1_before = v;
                const float16 fed_2 = woven_5;
                const int x_2 = first + (k + 1);
                const float16 v_1 = fed_2 + sum_1_before;
                const float16 given_1 = v_1;
                sum_1_before = v_1;
                const float16 fed_3 = woven_6;
                const int x_3 = first + (k + 2);
                const float16 v_2 = fed_3 + sum_1_before;
                const float16 given_2 = v_2;
                sum_1_before = v_2;
                const float16 fed_4 = woven_7;
                const int x_4 = first + (k + 3);
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
                const int y_3 = min(top + j, height - 1);
                for (int k = 0; k < min(64, end - first); k += 16) {
                    const int x_1 = first + k;
                    float16 sum_1_before_1 = vload16(0, sums[0] + x_1 - left);
                    const int16 columns_1 = min(x_1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                            (int16)(width - 1));
                    const float16 v = vload16(0, fed[j] + k) + sum_1_before_1;  // sums.py:81
                    __global float *out_row = out + (long)y_3 * out_stride;
                    const float16 out_0 = v;
                    if (x_1 + 16 <= width) {
                        pg_stream(float16, out_0, out_row + x_1);
                    } else {
                        float out_part[1][16];
                        vstore16(out_0, 0, out_part[0]);
                        for (int i = 0; i < width - x_1; i++) {
                            out_row[x_1 + i] = out_part[0][i];
                        }
                    }
                    sum_1_before_1 = v;
                    vstore16(sum_1_before_1, 0, sums[0] + x_1 - left);
                }
            }
        }
    }
}
