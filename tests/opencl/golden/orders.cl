// each: each work-item sorts a line of numbers by their digits, the last ones first; work-groups of 1 x 1

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
__attribute__((overloadable)) float pg_min(float a, float b) { return select(a, b, b < a); }
__attribute__((overloadable)) int pg_min(int a, int b) { return min(a, b); }
__attribute__((overloadable)) float16 pg_min(float16 a, float16 b) { return select(a, b, b < a); }
__attribute__((overloadable)) int16 pg_min(int16 a, int16 b) { return min(a, b); }
__attribute__((overloadable)) float pg_max(float a, float b) { return select(a, b, b > a); }
__attribute__((overloadable)) int pg_max(int a, int b) { return max(a, b); }
__attribute__((overloadable)) float16 pg_max(float16 a, float16 b) { return select(a, b, b > a); }
__attribute__((overloadable)) int16 pg_max(int16 a, int16 b) { return max(a, b); }
__attribute__((overloadable)) int pg_shr(int a, int b) { return a >> clamp(b, (int)0, (int)31); }
__attribute__((overloadable)) int16 pg_shr(int16 a, int16 b) { return a >> clamp(b, (int16)0, (int16)31); }
__attribute__((overloadable)) int pg_isnan(float a) { return isnan(a); }
__attribute__((overloadable)) int16 pg_isnan(float16 a) { return isnan(a); }

__attribute__((vec_type_hint(float4)))
__kernel void each(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global int *restrict out, int out_stride,
        int width, int height)
{
    const int line = get_global_id(1);
    const int place = line;
    const int left_1 = 0;
    const int top_1 = place;
    const int columns_1 = im_w;
    const int rows = 1;
    __global int *out_line = out + (long)line * out_stride;
    __global int *out_beside = out + (long)(line + height / 2) * out_stride;
    const int count = columns_1 * rows;
    if (count <= 16384) {
        int keys[16384] __attribute__((aligned(64)));
        int many = 8;
        while (many * 16 < count) {
            many = many * 2;
        }
        for (int row = 0; row < rows; row++) {
            const int y = top_1 + row;
            const int start = row * columns_1 - left_1;
            const int end = left_1 + columns_1;
            int few[16] __attribute__((aligned(64)));
            for (int x = left_1; x < end; x += 16) {
                const int16 columns_2 = min(x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                        (int16)(end - 1));
                const bool im_inside = x + 16 <= end && x + 16 <= im_w;
                __global const float *im_row = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                float16 im_raw;
                if (im_inside) {
                    im_raw = vload16(0, im_row + x);
                } else {
                    const int16 im_at = clamp(columns_2, (int16)0, (int16)(im_w - 1));
                    im_raw = pg_nearby_float16(im_row, im_at);
                }
                const int16 v = as_int16(im_raw);  // test_golden.py:107
                const int16 v_1 = select(v ^ (pg_shr(v, (int16)(31)) & 2147483647), (int16)(2143289344),
                        pg_isnan(im_raw));
                if (x + 16 <= end) {
                    vstore16(v_1, 0, keys + start + x);
                } else {
                    vstore16(v_1, 0, few);
                    for (int i = 0; i < end - x; i++) {
                        keys[start + x + i] = few[i];
                    }
                }
            }
        }
        for (int i = count; i < many * 16; i++) {
            keys[i] = 2147483647;
        }
        for (int i = 0; i < many / 8; i++) {
            const int16 one = vload16(i * 8, keys);
            const int16 one_1 = vload16(i * 8 + 1, keys);
            const int16 one_2 = vload16(i * 8 + 2, keys);
            const int16 one_3 = vload16(i * 8 + 3, keys);
            const int16 one_4 = vload16(i * 8 + 4, keys);
            const int16 one_5 = vload16(i * 8 + 5, keys);
            const int16 one_6 = vload16(i * 8 + 6, keys);
            const int16 one_7 = vload16(i * 8 + 7, keys);
            const int16 less = pg_min(one, one_1);
            const int16 more = pg_max(one, one_1);
            const int16 less_1 = pg_min(one_2, one_3);
            const int16 more_1 = pg_max(one_2, one_3);
            const int16 less_2 = pg_min(one_4, one_5);
            const int16 more_2 = pg_max(one_4, one_5);
            const int16 less_3 = pg_min(one_6, one_7);
            const int16 more_3 = pg_max(one_6, one_7);
            const int16 less_4 = pg_min(less, less_1);
            const int16 more_4 = pg_max(less, less_1);
            const int16 less_5 = pg_min(more, more_1);
            const int16 more_5 = pg_max(more, more_1);
            const int16 less_6 = pg_min(less_2, less_3);
            const int16 more_6 = pg_max(less_2, less_3);
            const int16 less_7 = pg_min(more_2, more_3);
            const int16 more_7 = pg_max(more_2, more_3);
            const int16 less_8 = pg_min(less_5, more_4);
            const int16 more_8 = pg_max(less_5, more_4);
            const int16 less_9 = pg_min(less_7, more_6);
            const int16 more_9 = pg_max(less_7, more_6);
            const int16 less_10 = pg_min(less_4, less_6);
            const int16 more_10 = pg_max(less_4, less_6);
            const int16 less_11 = pg_min(more_5, more_7);
            const int16 more_11 = pg_max(more_5, more_7);
            const int16 less_12 = pg_min(less_8, less_9);
            const int16 more_12 = pg_max(less_8, less_9);
            const int16 less_13 = pg_min(more_8, more_9);
            const int16 more_13 = pg_max(more_8, more_9);
            const int16 less_14 = pg_min(less_12, more_10);
            const int16 more_14 = pg_max(less_12, more_10);
            const int16 less_15 = pg_min(less_11, more_13);
            const int16 more_15 = pg_max(less_11, more_13);
            const int16 less_16 = pg_min(less_13, more_14);
            const int16 more_16 = pg_max(less_13, more_14);
            const int16 less_17 = pg_min(less_15, more_12);
            const int16 more_17 = pg_max(less_15, more_12);
            const int16 less_18 = pg_min(less_17, more_16);
            const int16 more_18 = pg_max(less_17, more_16);
            vstore16(less_10, i * 8, keys);
            vstore16(less_14, i * 8 + 1, keys);
            vstore16(less_16, i * 8 + 2, keys);
            vstore16(less_18, i * 8 + 3, keys);
            vstore16(more_18, i * 8 + 4, keys);
            vstore16(more_17, i * 8 + 5, keys);
            vstore16(more_15, i * 8 + 6, keys);
            vstore16(more_11, i * 8 + 7, keys);
        }
        int long_ = 16, joined = 1, far = 0;
        while (joined < 16) {
            if (long_ <= many) {
                const int part = long_ / 8;
                for (int line = 0; line < many / long_; line++) {
                    for (int i = 0; i < part; i++) {
                        const int first_1 = line * long_ + i;
                        const int last = line * long_ + long_ - 1 - i;
                        const int16 one = vload16(first_1 + part * 0, keys);
                        const int16 one_1 = vload16(first_1 + part, keys);
                        const int16 one_2 = vload16(first_1 + part * 2, keys);
                        const int16 one_3 = vload16(first_1 + part * 3, keys);
                        const int16 one_4 = vload16(last - part * 0, keys);
                        const int16 one_5 = vload16(last - part, keys);
                        const int16 one_6 = vload16(last - part * 2, keys);
                        const int16 one_7 = vload16(last - part * 3, keys);
                        const int16 less = pg_min(one, one_4);
                        const int16 more = pg_max(one, one_4);
                        const int16 less_1 = pg_min(one_1, one_5);
                        const int16 more_1 = pg_max(one_1, one_5);
                        const int16 less_2 = pg_min(one_2, one_6);
                        const int16 more_2 = pg_max(one_2, one_6);
                        const int16 less_3 = pg_min(one_3, one_7);
                        const int16 more_3 = pg_max(one_3, one_7);
                        const int16 less_4 = pg_min(less, less_2);
                        const int16 more_4 = pg_max(less, less_2);
                        const int16 less_5 = pg_min(less_1, less_3);
                        const int16 more_5 = pg_max(less_1, less_3);
                        const int16 less_6 = pg_min(more_2, more);
                        const int16 more_6 = pg_max(more_2, more);
                        const int16 less_7 = pg_min(more_3, more_1);
                        const int16 more_7 = pg_max(more_3, more_1);
                        const int16 less_8 = pg_min(less_4, less_5);
                        const int16 more_8 = pg_max(less_4, less_5);
                        const int16 less_9 = pg_min(more_4, more_5);
                        const int16 more_9 = pg_max(more_4, more_5);
                        const int16 less_10 = pg_min(more_7, more_6);
                        const int16 more_10 = pg_max(more_7, more_6);
                        const int16 less_11 = pg_min(less_7, less_6);
                        const int16 more_11 = pg_max(less_7, less_6);
                        vstore16(less_8, first_1 + part * 0, keys);
                        vstore16(more_8, first_1 + part, keys);
                        vstore16(less_9, first_1 + part * 2, keys);
                        vstore16(more_9, first_1 + part * 3, keys);
                        vstore16(more_10, last - part * 0, keys);
                        vstore16(less_10, last - part, keys);
                        vstore16(more_11, last - part * 2, keys);
                        vstore16(less_11, last - part * 3, keys);
                    }
                }
                far = long_ / 16;
                long_ = long_ * 2;
            } else {
                far = many / 2;
                joined = joined * 2;
                if (joined == 2) {
                    for (int i = 0; i < many / 2; i++) {
                        const int last_1 = many - 1 - i;
                        const int16 one = vload16(i, keys);
                        const int16 other_1 = vload16(last_1, keys).s1032547698badcfe;
                        const int16 less = pg_min(one, other_1);
                        const int16 more = pg_max(one, other_1);
                        const int16 both = select(more, less, (int16)(-(true), -(false), -(true), -(false), -(true),
                                -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true),
                                -(false)));
                        const int16 both_1 = select(less, more, (int16)(-(true), -(false), -(true), -(false), -(true),
                                -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true),
                                -(false)));
                        vstore16(both, i, keys);
                        vstore16(both_1.s1032547698badcfe, last_1, keys);
                    }
                }
                if (joined == 4) {
                    for (int i = 0; i < many / 2; i++) {
                        const int last_1 = many - 1 - i;
                        const int16 one = vload16(i, keys);
                        const int16 other_1 = vload16(last_1, keys).s32107654ba98fedc;
                        const int16 less = pg_min(one, other_1);
                        const int16 more = pg_max(one, other_1);
                        const int16 both = select(more, less, (int16)(-(true), -(true), -(false), -(false), -(true),
                                -(true), -(false), -(false), -(true), -(true), -(false), -(false), -(true), -(true), -(false),
                                -(false)));
                        const int16 both_1 = select(less, more, (int16)(-(true), -(true), -(false), -(false), -(true),
                                -(true), -(false), -(false), -(true), -(true), -(false), -(false), -(true), -(true), -(false),
                                -(false)));
                        const int16 swapped = both.s1032547698badcfe;
                        const int16 swapped_1 = both_1.s32107654ba98fedc.s1032547698badcfe;
                        const int16 less_1 = pg_min(both, swapped);
                        const int16 more_1 = pg_max(both, swapped);
                        const int16 both_2 = select(more_1, less_1, (int16)(-(true), -(false), -(true), -(false),
                                -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false),
                                -(true), -(false)));
                        const int16 less_2 = pg_min(both_1.s32107654ba98fedc, swapped_1);
                        const int16 more_2 = pg_max(both_1.s32107654ba98fedc, swapped_1);
                        const int16 both_3 = select(more_2, less_2, (int16)(-(true), -(false), -(true), -(false),
                                -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false),
                                -(true), -(false)));
                        vstore16(both_2, i, keys);
                        vstore16(both_3, last_1, keys);
                    }
                }
                if (joined == 8) {
                    for (int i = 0; i < many / 2; i++) {
                        const int last_1 = many - 1 - i;
                        const int16 one = vload16(i, keys);
                        const int16 other_1 = vload16(last_1, keys).s76543210fedcba98;
                        const int16 less = pg_min(one, other_1);
                        const int16 more = pg_max(one, other_1);
                        const int16 both = select(more, less, (int16)(-(true), -(true), -(true), -(true), -(false),
                                -(false), -(false), -(false), -(true), -(true), -(true), -(true), -(false), -(false),
                                -(false), -(false)));
                        const int16 both_1 = select(less, more, (int16)(-(true), -(true), -(true), -(true), -(false),
                                -(false), -(false), -(false), -(true), -(true), -(true), -(true), -(false), -(false),
                                -(false), -(false)));
                        const int16 swapped = both.s23016745ab89efcd;
                        const int16 swapped_1 = both_1.s76543210fedcba98.s23016745ab89efcd;
                        const int16 less_1 = pg_min(both, swapped);
                        const int16 more_1 = pg_max(both, swapped);
                        const int16 both_2 = select(more_1, less_1, (int16)(-(true), -(true), -(false), -(false),
                                -(true), -(true), -(false), -(false), -(true), -(true), -(false), -(false), -(true), -(true),
                                -(false), -(false)));
                        const int16 less_2 = pg_min(both_1.s76543210fedcba98, swapped_1);
                        const int16 more_2 = pg_max(both_1.s76543210fedcba98, swapped_1);
                        const int16 both_3 = select(more_2, less_2, (int16)(-(true), -(true), -(false), -(false),
                                -(true), -(true), -(false), -(false), -(true), -(true), -(false), -(false), -(true), -(true),
                                -(false), -(false)));
                        const int16 swapped_2 = both_2.s1032547698badcfe;
                        const int16 swapped_3 = both_3.s1032547698badcfe;
                        const int16 less_3 = pg_min(both_2, swapped_2);
                        const int16 more_3 = pg_max(both_2, swapped_2);
                        const int16 both_4 = select(more_3, less_3, (int16)(-(true), -(false), -(true), -(false),
                                -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false),
                                -(true), -(false)));
                        const int16 less_4 = pg_min(both_3, swapped_3);
                        const int16 more_4 = pg_max(both_3, swapped_3);
                        const int16 both_5 = select(more_4, less_4, (int16)(-(true), -(false), -(true), -(false),
                                -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false),
                                -(true), -(false)));
                        vstore16(both_4, i, keys);
                        vstore16(both_5, last_1, keys);
                    }
                }
                if (joined == 16) {
                    for (int i = 0; i < many / 2; i++) {
                        const int last_1 = many - 1 - i;
                        const int16 one = vload16(i, keys);
                        const int16 other_1 = vload16(last_1, keys).sfedcba9876543210;
                        const int16 less = pg_min(one, other_1);
                        const int16 more = pg_max(one, other_1);
                        const int16 both = select(more, less, (int16)(-(true), -(true), -(true), -(true), -(true),
                                -(true), -(true), -(true), -(false), -(false), -(false), -(false), -(false), -(false),
                                -(false), -(false)));
                        const int16 both_1 = select(less, more, (int16)(-(true), -(true), -(true), -(true), -(true),
                                -(true), -(true), -(true), -(false), -(false), -(false), -(false), -(false), -(false),
                                -(false), -(false)));
                        const int16 swapped = both.s45670123cdef89ab;
                        const int16 swapped_1 = both_1.sfedcba9876543210.s45670123cdef89ab;
                        const int16 less_1 = pg_min(both, swapped);
                        const int16 more_1 = pg_max(both, swapped);
                        const int16 both_2 = select(more_1, less_1, (int16)(-(true), -(true), -(true), -(true),
                                -(false), -(false), -(false), -(false), -(true), -(true), -(true), -(true), -(false),
                                -(false), -(false), -(false)));
                        const int16 less_2 = pg_min(both_1.sfedcba9876543210, swapped_1);
                        const int16 more_2 = pg_max(both_1.sfedcba9876543210, swapped_1);
                        const int16 both_3 = select(more_2, less_2, (int16)(-(true), -(true), -(true), -(true),
                                -(false), -(false), -(false), -(false), -(true), -(true), -(true), -(true), -(false),
                                -(false), -(false), -(false)));
                        const int16 swapped_2 = both_2.s23016745ab89efcd;
                        const int16 swapped_3 = both_3.s23016745ab89efcd;
                        const int16 less_3 = pg_min(both_2, swapped_2);
                        const int16 more_3 = pg_max(both_2, swapped_2);
                        const int16 both_4 = select(more_3, less_3, (int16)(-(true), -(true), -(false), -(false),
                                -(true), -(true), -(false), -(false), -(true), -(true), -(false), -(false), -(true), -(true),
                                -(false), -(false)));
                        const int16 less_4 = pg_min(both_3, swapped_3);
                        const int16 more_4 = pg_max(both_3, swapped_3);
                        const int16 both_5 = select(more_4, less_4, (int16)(-(true), -(true), -(false), -(false),
                                -(true), -(true), -(false), -(false), -(true), -(true), -(false), -(false), -(true), -(true),
                                -(false), -(false)));
                        const int16 swapped_4 = both_4.s1032547698badcfe;
                        const int16 swapped_5 = both_5.s1032547698badcfe;
                        const int16 less_5 = pg_min(both_4, swapped_4);
                        const int16 more_5 = pg_max(both_4, swapped_4);
                        const int16 both_6 = select(more_5, less_5, (int16)(-(true), -(false), -(true), -(false),
                                -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false),
                                -(true), -(false)));
                        const int16 less_6 = pg_min(both_5, swapped_5);
                        const int16 more_6 = pg_max(both_5, swapped_5);
                        const int16 both_7 = select(more_6, less_6, (int16)(-(true), -(false), -(true), -(false),
                                -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false), -(true), -(false),
                                -(true), -(false)));
                        vstore16(both_6, i, keys);
                        vstore16(both_7, last_1, keys);
                    }
                }
            }
            while (far >= 4) {
                const int part_1 = far / 4;
                for (int line = 0; line < many / (far * 2); line++) {
                    for (int i = 0; i < part_1; i++) {
                        const int first_2 = line * (far * 2) + i;
                        const int16 one = vload16(first_2 + part_1 * 0, keys);
                        const int16 one_1 = vload16(first_2 + part_1, keys);
                        const int16 one_2 = vload16(first_2 + part_1 * 2, keys);
                        const int16 one_3 = vload16(first_2 + part_1 * 3, keys);
                        const int16 one_4 = vload16(first_2 + part_1 * 4, keys);
                        const int16 one_5 = vload16(first_2 + part_1 * 5, keys);
                        const int16 one_6 = vload16(first_2 + part_1 * 6, keys);
                        const int16 one_7 = vload16(first_2 + part_1 * 7, keys);
                        const int16 less = pg_min(one, one_4);
                        const int16 more = pg_max(one, one_4);
                        const int16 less_1 = pg_min(one_1, one_5);
                        const int16 more_1 = pg_max(one_1, one_5);
                        const int16 less_2 = pg_min(one_2, one_6);
                        const int16 more_2 = pg_max(one_2, one_6);
                        const int16 less_3 = pg_min(one_3, one_7);
                        const int16 more_3 = pg_max(one_3, one_7);
                        const int16 less_4 = pg_min(less, less_2);
                        const int16 more_4 = pg_max(less, less_2);
                        const int16 less_5 = pg_min(less_1, less_3);
                        const int16 more_5 = pg_max(less_1, less_3);
                        const int16 less_6 = pg_min(more, more_2);
                        const int16 more_6 = pg_max(more, more_2);
                        const int16 less_7 = pg_min(more_1, more_3);
                        const int16 more_7 = pg_max(more_1, more_3);
                        const int16 less_8 = pg_min(less_4, less_5);
                        const int16 more_8 = pg_max(less_4, less_5);
                        const int16 less_9 = pg_min(more_4, more_5);
                        const int16 more_9 = pg_max(more_4, more_5);
                        const int16 less_10 = pg_min(less_6, less_7);
                        const int16 more_10 = pg_max(less_6, less_7);
                        const int16 less_11 = pg_min(more_6, more_7);
                        const int16 more_11 = pg_max(more_6, more_7);
                        vstore16(less_8, first_2 + part_1 * 0, keys);
                        vstore16(more_8, first_2 + part_1, keys);
                        vstore16(less_9, first_2 + part_1 * 2, keys);
                        vstore16(more_9, first_2 + part_1 * 3, keys);
                        vstore16(less_10, first_2 + part_1 * 4, keys);
                        vstore16(more_10, first_2 + part_1 * 5, keys);
                        vstore16(less_11, first_2 + part_1 * 6, keys);
                        vstore16(more_11, first_2 + part_1 * 7, keys);
                    }
                }
                far = far / 8;
            }
            if (far == 2) {
                for (int i = 0; i < many / 4; i++) {
                    const int16 one = vload16(i * 4, keys);
                    const int16 one_1 = vload16(i * 4 + 1, keys);
                    const int16 one_2 = vload16(i * 4 + 2, keys);
                    const int16 one_3 = vload16(i * 4 + 3, keys);
                    const int16 less = pg_min(one, one_2);
                    const int16 more = pg_max(one, one_2);
                    const int16 less_1 = pg_min(one_1, one_3);
                    const int16 more_1 = pg_max(one_1, one_3);
                    const int16 less_2 = pg_min(less, less_1);
                    const int16 more_2 = pg_max(less, less_1);
                    const int16 less_3 = pg_min(more, more_1);
                    const int16 more_3 = pg_max(more, more_1);
                    vstore16(less_2, i * 4, keys);
                    vstore16(more_2, i * 4 + 1, keys);
                    vstore16(less_3, i * 4 + 2, keys);
                    vstore16(more_3, i * 4 + 3, keys);
                }
            }
            if (far == 1) {
                for (int i = 0; i < many / 2; i++) {
                    const int16 one = vload16(i * 2, keys);
                    const int16 one_1 = vload16(i * 2 + 1, keys);
                    const int16 less = pg_min(one, one_1);
                    const int16 more = pg_max(one, one_1);
                    vstore16(less, i * 2, keys);
                    vstore16(more, i * 2 + 1, keys);
                }
            }
        }
        if (many >= 16) {
            for (int i = 0; i < many; i += 16) {
                const int16 row_1 = vload16(i, keys);
                const int16 row_2 = vload16(i + 1, keys);
                const int16 row_3 = vload16(i + 2, keys);
                const int16 row_4 = vload16(i + 3, keys);
                const int16 row_5 = vload16(i + 4, keys);
                const int16 row_6 = vload16(i + 5, keys);
                const int16 row_7 = vload16(i + 6, keys);
                const int16 row_8 = vload16(i + 7, keys);
                const int16 row_9 = vload16(i + 8, keys);
                const int16 row_10 = vload16(i + 9, keys);
                const int16 row_11 = vload16(i + 10, keys);
                const int16 row_12 = vload16(i + 11, keys);
                const int16 row_13 = vload16(i + 12, keys);
                const int16 row_14 = vload16(i + 13, keys);
                const int16 row_15 = vload16(i + 14, keys);
                const int16 row_16 = vload16(i + 15, keys);
                const int16 mixed = (int16)(row_1.s0123, row_1.s4567, row_9.s0123, row_9.s4567);
                const int16 mixed_1 = (int16)(row_2.s0123, row_2.s4567, row_10.s0123, row_10.s4567);
                const int16 mixed_2 = (int16)(row_3.s0123, row_3.s4567, row_11.s0123, row_11.s4567);
                const int16 mixed_3 = (int16)(row_4.s0123, row_4.s4567, row_12.s0123, row_12.s4567);
                const int16 mixed_4 = (int16)(row_5.s0123, row_5.s4567, row_13.s0123, row_13.s4567);
                const int16 mixed_5 = (int16)(row_6.s0123, row_6.s4567, row_14.s0123, row_14.s4567);
                const int16 mixed_6 = (int16)(row_7.s0123, row_7.s4567, row_15.s0123, row_15.s4567);
                const int16 mixed_7 = (int16)(row_8.s0123, row_8.s4567, row_16.s0123, row_16.s4567);
                const int16 mixed_8 = (int16)(row_1.s89ab, row_1.scdef, row_9.s89ab, row_9.scdef);
                const int16 mixed_9 = (int16)(row_2.s89ab, row_2.scdef, row_10.s89ab, row_10.scdef);
                const int16 mixed_10 = (int16)(row_3.s89ab, row_3.scdef, row_11.s89ab, row_11.scdef);
                const int16 mixed_11 = (int16)(row_4.s89ab, row_4.scdef, row_12.s89ab, row_12.scdef);
                const int16 mixed_12 = (int16)(row_5.s89ab, row_5.scdef, row_13.s89ab, row_13.scdef);
                const int16 mixed_13 = (int16)(row_6.s89ab, row_6.scdef, row_14.s89ab, row_14.scdef);
                const int16 mixed_14 = (int16)(row_7.s89ab, row_7.scdef, row_15.s89ab, row_15.scdef);
                const int16 mixed_15 = (int16)(row_8.s89ab, row_8.scdef, row_16.s89ab, row_16.scdef);
                const int16 mixed_16 = (int16)(mixed.s0123, mixed_4.s0123, mixed.s89ab, mixed_4.s89ab);
                const int16 mixed_17 = (int16)(mixed_1.s0123, mixed_5.s0123, mixed_1.s89ab, mixed_5.s89ab);
                const int16 mixed_18 = (int16)(mixed_2.s0123, mixed_6.s0123, mixed_2.s89ab, mixed_6.s89ab);
                const int16 mixed_19 = (int16)(mixed_3.s0123, mixed_7.s0123, mixed_3.s89ab, mixed_7.s89ab);
                const int16 mixed_20 = (int16)(mixed.s4567, mixed_4.s4567, mixed.scdef, mixed_4.scdef);
                const int16 mixed_21 = (int16)(mixed_1.s4567, mixed_5.s4567, mixed_1.scdef, mixed_5.scdef);
                const int16 mixed_22 = (int16)(mixed_2.s4567, mixed_6.s4567, mixed_2.scdef, mixed_6.scdef);
                const int16 mixed_23 = (int16)(mixed_3.s4567, mixed_7.s4567, mixed_3.scdef, mixed_7.scdef);
                const int16 mixed_24 = (int16)(mixed_8.s0123, mixed_12.s0123, mixed_8.s89ab, mixed_12.s89ab);
                const int16 mixed_25 = (int16)(mixed_9.s0123, mixed_13.s0123, mixed_9.s89ab, mixed_13.s89ab);
                const int16 mixed_26 = (int16)(mixed_10.s0123, mixed_14.s0123, mixed_10.s89ab, mixed_14.s89ab);
                const int16 mixed_27 = (int16)(mixed_11.s0123, mixed_15.s0123, mixed_11.s89ab, mixed_15.s89ab);
                const int16 mixed_28 = (int16)(mixed_8.s4567, mixed_12.s4567, mixed_8.scdef, mixed_12.scdef);
                const int16 mixed_29 = (int16)(mixed_9.s4567, mixed_13.s4567, mixed_9.scdef, mixed_13.scdef);
                const int16 mixed_30 = (int16)(mixed_10.s4567, mixed_14.s4567, mixed_10.scdef, mixed_14.scdef);
                const int16 mixed_31 = (int16)(mixed_11.s4567, mixed_15.s4567, mixed_11.scdef, mixed_15.scdef);
                const int16 woven = pg_fours0415_uint16(mixed_16, mixed_18);
                const int16 woven_1 = pg_fours2637_uint16(mixed_16, mixed_18);
                const int16 woven_2 = pg_fours0415_uint16(mixed_17, mixed_19);
                const int16 woven_3 = pg_fours2637_uint16(mixed_17, mixed_19);
                const int16 woven_4 = pg_fours0415_uint16(woven, woven_2);
                const int16 woven_5 = pg_fours2637_uint16(woven, woven_2);
                const int16 woven_6 = pg_fours0415_uint16(woven_1, woven_3);
                const int16 woven_7 = pg_fours2637_uint16(woven_1, woven_3);
                const int16 woven_8 = pg_fours0415_uint16(mixed_20, mixed_22);
                const int16 woven_9 = pg_fours2637_uint16(mixed_20, mixed_22);
                const int16 woven_10 = pg_fours0415_uint16(mixed_21, mixed_23);
                const int16 woven_11 = pg_fours2637_uint16(mixed_21, mixed_23);
                const int16 woven_12 = pg_fours0415_uint16(woven_8, woven_10);
                const int16 woven_13 = pg_fours2637_uint16(woven_8, woven_10);
                const int16 woven_14 = pg_fours0415_uint16(woven_9, woven_11);
                const int16 woven_15 = pg_fours2637_uint16(woven_9, woven_11);
                const int16 woven_16 = pg_fours0415_uint16(mixed_24, mixed_26);
                const int16 woven_17 = pg_fours2637_uint16(mixed_24, mixed_26);
                const int16 woven_18 = pg_fours0415_uint16(mixed_25, mixed_27);
                const int16 woven_19 = pg_fours2637_uint16(mixed_25, mixed_27);
                const int16 woven_20 = pg_fours0415_uint16(woven_16, woven_18);
                const int16 woven_21 = pg_fours2637_uint16(woven_16, woven_18);
                const int16 woven_22 = pg_fours0415_uint16(woven_17, woven_19);
                const int16 woven_23 = pg_fours2637_uint16(woven_17, woven_19);
                const int16 woven_24 = pg_fours0415_uint16(mixed_28, mixed_30);
                const int16 woven_25 = pg_fours2637_uint16(mixed_28, mixed_30);
                const int16 woven_26 = pg_fours0415_uint16(mixed_29, mixed_31);
                const int16 woven_27 = pg_fours2637_uint16(mixed_29, mixed_31);
                const int16 woven_28 = pg_fours0415_uint16(woven_24, woven_26);
                const int16 woven_29 = pg_fours2637_uint16(woven_24, woven_26);
                const int16 woven_30 = pg_fours0415_uint16(woven_25, woven_27);
                const int16 woven_31 = pg_fours2637_uint16(woven_25, woven_27);
                vstore16(woven_4, i, keys);
                vstore16(woven_5, i + 1, keys);
                vstore16(woven_6, i + 2, keys);
                vstore16(woven_7, i + 3, keys);
                vstore16(woven_12, i + 4, keys);
                vstore16(woven_13, i + 5, keys);
                vstore16(woven_14, i + 6, keys);
                vstore16(woven_15, i + 7, keys);
                vstore16(woven_20, i + 8, keys);
                vstore16(woven_21, i + 9, keys);
                vstore16(woven_22, i + 10, keys);
                vstore16(woven_23, i + 11, keys);
                vstore16(woven_28, i + 12, keys);
                vstore16(woven_29, i + 13, keys);
                vstore16(woven_30, i + 14, keys);
                vstore16(woven_31, i + 15, keys);
            }
            for (int lane = 0; lane < 16; lane++) {
                for (int i = 0; i < many; i += 16) {
                    const int at = lane * many + i;
                    if (at + 16 <= count) {
                        vstore16(vload16(i + lane, keys), 0, out_line + at);
                    } else {
                        for (int j = 0; j < count - at; j++) {
                            out_line[at + j] = keys[(i + lane) * 16 + j];
                        }
                    }
                }
            }
        } else {
            for (int lane = 0; lane < 16; lane++) {
                const int before = lane * many;
                for (int i = 0; i < min(many, count - before); i++) {
                    out_line[before + i] = keys[i * 16 + lane];
                }
            }
        }
    } else {
        int counts[5120];
        for (int row = 0; row < rows; row++) {
            const int y = top_1 + row;
            const int start_1 = row * columns_1 - left_1;
            const int end = left_1 + columns_1;
            int few_1[16] __attribute__((aligned(64)));
            for (int x = left_1; x < end; x += 16) {
                const int16 columns_2 = min(x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                        (int16)(end - 1));
                const bool im_inside = x + 16 <= end && x + 16 <= im_w;
                __global const float *im_row = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                float16 im_raw;
                if (im_inside) {
                    im_raw = vload16(0, im_row + x);
                } else {
                    const int16 im_at = clamp(columns_2, (int16)0, (int16)(im_w - 1));
                    im_raw = pg_nearby_float16(im_row, im_at);
                }
                const int16 v = as_int16(im_raw);  // test_golden.py:107
                const int16 v_1 = select(v ^ (pg_shr(v, (int16)(31)) & 2147483647), (int16)(2143289344),
                        pg_isnan(im_raw));
                if (x + 16 <= end) {
                    vstore16(v_1, 0, out_beside + start_1 + x);
                } else {
                    vstore16(v_1, 0, few_1);
                    for (int i = 0; i < end - x; i++) {
                        out_beside[start_1 + x + i] = few_1[i];
                    }
                }
            }
        }
        for (int i = 0; i < 5120; i++) {
            counts[i] = 0;
        }
        for (int i = 0; i < count; i++) {
            const int number = out_beside[i];
            const int at_1 = number & 1023;
            counts[at_1] = counts[at_1] + 1;
            const int at_2 = (pg_shr(number, 10) & 2047) + 1024;
            counts[at_2] = counts[at_2] + 1;
            const int at_3 = ((pg_shr(number, 21) & 2047) ^ 1024) + 3072;
            counts[at_3] = counts[at_3] + 1;
        }
        int total = 0;
        for (int i = 0; i < 1024; i++) {
            const int here = counts[i];
            counts[i] = total;
            total = total + here;
        }
        int total_1 = 0;
        for (int i = 1024; i < 3072; i++) {
            const int here = counts[i];
            counts[i] = total_1;
            total_1 = total_1 + here;
        }
        int total_2 = 0;
        for (int i = 3072; i < 5120; i++) {
            const int here = counts[i];
            counts[i] = total_2;
            total_2 = total_2 + here;
        }
        for (int i = 0; i < count; i++) {
            const int number_1 = out_beside[i];
            const int at_4 = number_1 & 1023;
            const int place_1 = counts[at_4];
            counts[at_4] = place_1 + 1;
            out_line[place_1] = number_1;
        }
        for (int i = 0; i < count; i++) {
            const int number_2 = out_line[i];
            const int at_5 = (pg_shr(number_2, 10) & 2047) + 1024;
            const int place_2 = counts[at_5];
            counts[at_5] = place_2 + 1;
            out_beside[place_2] = number_2;
        }
        for (int i = 0; i < count; i++) {
            const int number_3 = out_beside[i];
            const int at_6 = ((pg_shr(number_3, 21) & 2047) ^ 1024) + 3072;
            const int place_3 = counts[at_6];
            counts[at_6] = place_3 + 1;
            out_line[place_3] = number_3;
        }
    }
}
