// quarter: each work-item sweeps 16 rows, 16 pixels at a time; work-groups of 1 x 1

typedef float16 pg_any_float16 __attribute__((aligned(sizeof(float))));
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
__attribute__((noinline)) float16 pg_gather_float16_apart(__global const float *from, int16 at) {
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

__attribute__((vec_type_hint(float4)))
__kernel void quarter(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1) * 16;
    if (y >= height)
        return;
    const int first = get_global_id(0) * 4096, end = min(first + 4096, width);
    const bool stream = (long)width * height > 1048576;
    const int v = im_w - 1;
    const int last = min(width - 16, im_h - 16);
    const bool whole = v - y - 15 >= 0 && v - y - 15 + 16 <= im_w;
    for (int x = first; x < end; x += 16) {
        if (whole && x <= last) {
            const int16 columns = x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            __global const float *im_row = im + (long)x * im_stride + v - y - 15;
            const float16 im_raw = vload16(0, im_row);
            __global const float *im_row_1 = im + (long)(x + 1) * im_stride + v - y - 15;
            const float16 im_raw_1 = vload16(0, im_row_1);
            __global const float *im_row_2 = im + (long)(x + 2) * im_stride + v - y - 15;
            const float16 im_raw_2 = vload16(0, im_row_2);
            __global const float *im_row_3 = im + (long)(x + 3) * im_stride + v - y - 15;
            const float16 im_raw_3 = vload16(0, im_row_3);
            __global const float *im_row_4 = im + (long)(x + 4) * im_stride + v - y - 15;
            const float16 im_raw_4 = vload16(0, im_row_4);
            __global const float *im_row_5 = im + (long)(x + 5) * im_stride + v - y - 15;
            const float16 im_raw_5 = vload16(0, im_row_5);
            __global const float *im_row_6 = im + (long)(x + 6) * im_stride + v - y - 15;
            const float16 im_raw_6 = vload16(0, im_row_6);
            __global const float *im_row_7 = im + (long)(x + 7) * im_stride + v - y - 15;
            const float16 im_raw_7 = vload16(0, im_row_7);
            __global const float *im_row_8 = im + (long)(x + 8) * im_stride + v - y - 15;
            const float16 im_raw_8 = vload16(0, im_row_8);
            __global const float *im_row_9 = im + (long)(x + 9) * im_stride + v - y - 15;
            const float16 im_raw_9 = vload16(0, im_row_9);
            __global const float *im_row_10 = im + (long)(x + 10) * im_stride + v - y - 15;
            const float16 im_raw_10 = vload16(0, im_row_10);
            __global const float *im_row_11 = im + (long)(x + 11) * im_stride + v - y - 15;
            const float16 im_raw_11 = vload16(0, im_row_11);
            __global const float *im_row_12 = im + (long)(x + 12) * im_stride + v - y - 15;
            const float16 im_raw_12 = vload16(0, im_row_12);
            __global const float *im_row_13 = im + (long)(x + 13) * im_stride + v - y - 15;
            const float16 im_raw_13 = vload16(0, im_row_13);
            __global const float *im_row_14 = im + (long)(x + 14) * im_stride + v - y - 15;
            const float16 im_raw_14 = vload16(0, im_row_14);
            __global const float *im_row_15 = im + (long)(x + 15) * im_stride + v - y - 15;
            const float16 im_raw_15 = vload16(0, im_row_15);
            const float16 mixed = pg_merge0_uint16(im_raw, im_raw_8);
            const float16 mixed_1 = pg_merge1_uint16(im_raw, im_raw_8);
            const float16 mixed_2 = pg_merge0_uint16(im_raw_1, im_raw_9);
            const float16 mixed_3 = pg_merge1_uint16(im_raw_1, im_raw_9);
            const float16 mixed_4 = pg_merge0_uint16(im_raw_2, im_raw_10);
            const float16 mixed_5 = pg_merge1_uint16(im_raw_2, im_raw_10);
            const float16 mixed_6 = pg_merge0_uint16(im_raw_3, im_raw_11);
            const float16 mixed_7 = pg_merge1_uint16(im_raw_3, im_raw_11);
            const float16 mixed_8 = pg_merge0_uint16(im_raw_4, im_raw_12);
            const float16 mixed_9 = pg_merge1_uint16(im_raw_4, im_raw_12);
            const float16 mixed_10 = pg_merge0_uint16(im_raw_5, im_raw_13);
            const float16 mixed_11 = pg_merge1_uint16(im_raw_5, im_raw_13);
            const float16 mixed_12 = pg_merge0_uint16(im_raw_6, im_raw_14);
            const float16 mixed_13 = pg_merge1_uint16(im_raw_6, im_raw_14);
            const float16 mixed_14 = pg_merge0_uint16(im_raw_7, im_raw_15);
            const float16 mixed_15 = pg_merge1_uint16(im_raw_7, im_raw_15);
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
            pg_stream(float16, mixed_63, out + (long)y * out_stride + x);
            if (y + 1 < height)
                pg_stream(float16, mixed_62, out + (long)(y + 1) * out_stride + x);
            if (y + 2 < height)
                pg_stream(float16, mixed_61, out + (long)(y + 2) * out_stride + x);
            if (y + 3 < height)
                pg_stream(float16, mixed_60, out + (long)(y + 3) * out_stride + x);
            if (y + 4 < height)
                pg_stream(float16, mixed_59, out + (long)(y + 4) * out_stride + x);
            if (y + 5 < height)
                pg_stream(float16, mixed_58, out + (long)(y + 5) * out_stride + x);
            if (y + 6 < height)
                pg_stream(float16, mixed_57, out + (long)(y + 6) * out_stride + x);
            if (y + 7 < height)
                pg_stream(float16, mixed_56, out + (long)(y + 7) * out_stride + x);
            if (y + 8 < height)
                pg_stream(float16, mixed_55, out + (long)(y + 8) * out_stride + x);
            if (y + 9 < height)
                pg_stream(float16, mixed_54, out + (long)(y + 9) * out_stride + x);
            if (y + 10 < height)
                pg_stream(float16, mixed_53, out + (long)(y + 10) * out_stride + x);
            if (y + 11 < height)
                pg_stream(float16, mixed_52, out + (long)(y + 11) * out_stride + x);
            if (y + 12 < height)
                pg_stream(float16, mixed_51, out + (long)(y + 12) * out_stride + x);
            if (y + 13 < height)
                pg_stream(float16, mixed_50, out + (long)(y + 13) * out_stride + x);
            if (y + 14 < height)
                pg_stream(float16, mixed_49, out + (long)(y + 14) * out_stride + x);
            if (y + 15 < height)
                pg_stream(float16, mixed_48, out + (long)(y + 15) * out_stride + x);
        } else {
            for (int row = 0; row < min(16, height - y); row++) {
                const int16 columns = x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
                const int16 im_at = clamp(columns, (int16)0, (int16)(im_h - 1)) * im_stride + clamp((int16)(v - (y
                        + row)), (int16)0, (int16)(im_w - 1));
                const float16 im_0_0 = pg_gather_float16_apart(im, im_at);
                if (x + 16 <= width) {
                    *(__global pg_any_float16 *)(out + (long)(y + row) * out_stride + x) = im_0_0;
                } else {
                    float out_part[1][16];
                    *(pg_any_float16 *)(out_part[0]) = im_0_0;
                    __global float *out_row = out + (long)(y + row) * out_stride + x;
                    for (int i = 0; i < min(16, width - x); i++) {
                        out_row[i] = out_part[0][i];
                    }
                }
            }
        }
    }
}
