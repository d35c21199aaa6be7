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
        if (stream && ((ulong)(place) & (sizeof(T) - 1)) == 0) \
            __builtin_nontemporal_store(value, (__global T *)(place)); \
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
    float fed[16][64] __attribute__((aligned(64)));
    float given[16][64] __attribute__((aligned(64)));
    for (int first = 0; first < width; first += 64) {
        for (int j = 0; j < 16; j++) {
            const int y = min(top + j, height - 1);
            for (int k = 0; k < 64; k += 16) {
                const int x = first + k;
                const int16 columns_1 = min(x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                        (int16)(width - 1));
                const bool im_inside = x + 16 <= width && x + 16 <= im_w;
                __global const float *im_row = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                float16 im_raw;
                if (im_inside) {
                    im_raw = vload16(0, im_row + x);
                } else {
                    const int16 im_at = clamp(columns_1, (int16)0, (int16)(im_w - 1));
                    im_raw = pg_nearby_float16(im_row, im_at);
                }
                vstore16(im_raw, 0, fed[j] + k);
            }
        }
        for (int k = 0; k < 64; k += 16) {
            const float16 row_1 = vload16(0, fed[0] + k);
            const float16 row_2 = vload16(0, fed[1] + k);
            const float16 row_3 = vload16(0, fed[2] + k);
            const float16 row_4 = vload16(0, fed[3] + k);
            const float16 row_5 = vload16(0, fed[4] + k);
            const float16 row_6 = vload16(0, fed[5] + k);
            const float16 row_7 = vload16(0, fed[6] + k);
            const float16 row_8 = vload16(0, fed[7] + k);
            const float16 row_9 = vload16(0, fed[8] + k);
            const float16 row_10 = vload16(0, fed[9] + k);
            const float16 row_11 = vload16(0, fed[10] + k);
            const float16 row_12 = vload16(0, fed[11] + k);
            const float16 row_13 = vload16(0, fed[12] + k);
            const float16 row_14 = vload16(0, fed[13] + k);
            const float16 row_15 = vload16(0, fed[14] + k);
            const float16 row_16 = vload16(0, fed[15] + k);
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
            vstore16(mixed_48, 0, fed[0] + k);
            vstore16(mixed_49, 0, fed[1] + k);
            vstore16(mixed_50, 0, fed[2] + k);
            vstore16(mixed_51, 0, fed[3] + k);
            vstore16(mixed_52, 0, fed[4] + k);
            vstore16(mixed_53, 0, fed[5] + k);
            vstore16(mixed_54, 0, fed[6] + k);
            vstore16(mixed_55, 0, fed[7] + k);
            vstore16(mixed_56, 0, fed[8] + k);
            vstore16(mixed_57, 0, fed[9] + k);
            vstore16(mixed_58, 0, fed[10] + k);
            vstore16(mixed_59, 0, fed[11] + k);
            vstore16(mixed_60, 0, fed[12] + k);
            vstore16(mixed_61, 0, fed[13] + k);
            vstore16(mixed_62, 0, fed[14] + k);
            vstore16(mixed_63, 0, fed[15] + k);
            for (int i = 0; i < 16; i++) {
                const float16 fed_1 = vload16(0, fed[i] + k);
                const int x = first + (k + i);
                const float16 v = fed_1 + select((float16)(0.0f), sum_1_before, (int16)(x > 0 ? -1 : 0));  // test_golden.py:81
                vstore16(v, 0, given[i] + k);
                sum_1_before = v;
            }
            const float16 row_17 = vload16(0, given[0] + k);
            const float16 row_18 = vload16(0, given[1] + k);
            const float16 row_19 = vload16(0, given[2] + k);
            const float16 row_20 = vload16(0, given[3] + k);
            const float16 row_21 = vload16(0, given[4] + k);
            const float16 row_22 = vload16(0, given[5] + k);
            const float16 row_23 = vload16(0, given[6] + k);
            const float16 row_24 = vload16(0, given[7] + k);
            const float16 row_25 = vload16(0, given[8] + k);
            const float16 row_26 = vload16(0, given[9] + k);
            const float16 row_27 = vload16(0, given[10] + k);
            const float16 row_28 = vload16(0, given[11] + k);
            const float16 row_29 = vload16(0, given[12] + k);
            const float16 row_30 = vload16(0, given[13] + k);
            const float16 row_31 = vload16(0, given[14] + k);
            const float16 row_32 = vload16(0, given[15] + k);
            const float16 mixed_64 = pg_merge0_uint16(row_17, row_25);
            const float16 mixed_65 = pg_merge1_uint16(row_17, row_25);
            const float16 mixed_66 = pg_merge0_uint16(row_18, row_26);
            const float16 mixed_67 = pg_merge1_uint16(row_18, row_26);
            const float16 mixed_68 = pg_merge0_uint16(row_19, row_27);
            const float16 mixed_69 = pg_merge1_uint16(row_19, row_27);
            const float16 mixed_70 = pg_merge0_uint16(row_20, row_28);
            const float16 mixed_71 = pg_merge1_uint16(row_20, row_28);
            const float16 mixed_72 = pg_merge0_uint16(row_21, row_29);
            const float16 mixed_73 = pg_merge1_uint16(row_21, row_29);
            const float16 mixed_74 = pg_merge0_uint16(row_22, row_30);
            const float16 mixed_75 = pg_merge1_uint16(row_22, row_30);
            const float16 mixed_76 = pg_merge0_uint16(row_23, row_31);
            const float16 mixed_77 = pg_merge1_uint16(row_23, row_31);
            const float16 mixed_78 = pg_merge0_uint16(row_24, row_32);
            const float16 mixed_79 = pg_merge1_uint16(row_24, row_32);
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
            vstore16(mixed_112, 0, given[0] + k);
            vstore16(mixed_113, 0, given[1] + k);
            vstore16(mixed_114, 0, given[2] + k);
            vstore16(mixed_115, 0, given[3] + k);
            vstore16(mixed_116, 0, given[4] + k);
            vstore16(mixed_117, 0, given[5] + k);
            vstore16(mixed_118, 0, given[6] + k);
            vstore16(mixed_119, 0, given[7] + k);
            vstore16(mixed_120, 0, given[8] + k);
            vstore16(mixed_121, 0, given[9] + k);
            vstore16(mixed_122, 0, given[10] + k);
            vstore16(mixed_123, 0, given[11] + k);
            vstore16(mixed_124, 0, given[12] + k);
            vstore16(mixed_125, 0, given[13] + k);
            vstore16(mixed_126, 0, given[14] + k);
            vstore16(mixed_127, 0, given[15] + k);
        }
        for (int j = 0; j < min(16, height - top); j++) {
            for (int x = first; x < min(first + 64, width); x += 16) {
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
