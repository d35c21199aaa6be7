// each_whole_parts: each work-item computes 64 parts of a row's value, 16 at a time, and puts them together; work-groups of 1 x 1

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

__attribute__((vec_type_hint(float4)))
__kernel void each_whole_parts(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    float parts[64] __attribute__((aligned(64)));
    const int rows = (height + 255) / 256;
    const int top = get_global_id(1) * rows;
    for (int y = top; y < min(top + rows, height); y++) {
        for (int x = 0; x < 64; x += 64) {
            const int16 columns_1_0 = min(x + 16 * 0 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(64 - 1));
            const int16 columns_1_1 = min(x + 16 * 1 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(64 - 1));
            const int16 columns_1_2 = min(x + 16 * 2 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(64 - 1));
            const int16 columns_1_3 = min(x + 16 * 3 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(64 - 1));
            const int v = im_w - 63;  // test_golden.py:127
            int v_1 = 0;
            float16 v_2_0 = (float16)(0.0f);
            float16 v_2_1 = (float16)(0.0f);
            float16 v_2_2 = (float16)(0.0f);
            float16 v_2_3 = (float16)(0.0f);
            while (v_1 < v) {
                const long first_1 = (long)x + v_1;
                const bool im_inside = first_1 >= 0 && first_1 + 64 <= im_w && x + 64 <= 64;
                __global const float *im_row = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                float16 im_raw_0;
                float16 im_raw_1;
                float16 im_raw_2;
                float16 im_raw_3;
                if (im_inside) {
                    im_raw_0 = vload16(0, im_row + first_1 + 16 * 0);
                    im_raw_1 = vload16(0, im_row + first_1 + 16 * 1);
                    im_raw_2 = vload16(0, im_row + first_1 + 16 * 2);
                    im_raw_3 = vload16(0, im_row + first_1 + 16 * 3);
                } else {
                    const int16 im_at_0 = clamp(columns_1_0 + v_1, (int16)0, (int16)(im_w - 1));
                    const int16 im_at_1 = clamp(columns_1_1 + v_1, (int16)0, (int16)(im_w - 1));
                    const int16 im_at_2 = clamp(columns_1_2 + v_1, (int16)0, (int16)(im_w - 1));
                    const int16 im_at_3 = clamp(columns_1_3 + v_1, (int16)0, (int16)(im_w - 1));
                    im_raw_0 = pg_nearby_float16(im_row, im_at_0);
                    im_raw_1 = pg_nearby_float16(im_row, im_at_1);
                    im_raw_2 = pg_nearby_float16(im_row, im_at_2);
                    im_raw_3 = pg_nearby_float16(im_row, im_at_3);
                }
                v_1 = v_1 + 64;
                v_2_0 = v_2_0 + im_raw_0;
                v_2_1 = v_2_1 + im_raw_1;
                v_2_2 = v_2_2 + im_raw_2;
                v_2_3 = v_2_3 + im_raw_3;
            }
            int v_3 = v_1;
            float16 v_4_0 = v_2_0;
            float16 v_4_1 = v_2_1;
            float16 v_4_2 = v_2_2;
            float16 v_4_3 = v_2_3;
            while (v_3 < im_w) {
                const int16 v_5_0 = columns_1_0 + v_3;
                const int16 v_5_1 = columns_1_1 + v_3;
                const int16 v_5_2 = columns_1_2 + v_3;
                const int16 v_5_3 = columns_1_3 + v_3;
                const long first_2 = (long)x + v_3;
                const bool im_inside_1 = first_2 >= 0 && first_2 + 64 <= im_w && x + 64 <= 64;
                __global const float *im_row_1 = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                float16 im_raw_4_0;
                float16 im_raw_4_1;
                float16 im_raw_4_2;
                float16 im_raw_4_3;
                if (im_inside_1) {
                    im_raw_4_0 = vload16(0, im_row_1 + first_2 + 16 * 0);
                    im_raw_4_1 = vload16(0, im_row_1 + first_2 + 16 * 1);
                    im_raw_4_2 = vload16(0, im_row_1 + first_2 + 16 * 2);
                    im_raw_4_3 = vload16(0, im_row_1 + first_2 + 16 * 3);
                } else {
                    const int16 im_at_4_0 = clamp(v_5_0, (int16)0, (int16)(im_w - 1));
                    const int16 im_at_4_1 = clamp(v_5_1, (int16)0, (int16)(im_w - 1));
                    const int16 im_at_4_2 = clamp(v_5_2, (int16)0, (int16)(im_w - 1));
                    const int16 im_at_4_3 = clamp(v_5_3, (int16)0, (int16)(im_w - 1));
                    im_raw_4_0 = pg_nearby_float16(im_row_1, im_at_4_0);
                    im_raw_4_1 = pg_nearby_float16(im_row_1, im_at_4_1);
                    im_raw_4_2 = pg_nearby_float16(im_row_1, im_at_4_2);
                    im_raw_4_3 = pg_nearby_float16(im_row_1, im_at_4_3);
                }
                v_3 = v_3 + 64;
                v_4_0 = select(v_4_0, v_4_0 + im_raw_4_0, v_5_0 < im_w);
                v_4_1 = select(v_4_1, v_4_1 + im_raw_4_1, v_5_1 < im_w);
                v_4_2 = select(v_4_2, v_4_2 + im_raw_4_2, v_5_2 < im_w);
                v_4_3 = select(v_4_3, v_4_3 + im_raw_4_3, v_5_3 < im_w);
            }
            vstore16(v_4_0, 0, parts + x + 16 * 0);
            vstore16(v_4_1, 0, parts + x + 16 * 1);
            vstore16(v_4_2, 0, parts + x + 16 * 2);
            vstore16(v_4_3, 0, parts + x + 16 * 3);
        }
        for (int i = 0; i < 32; i += 16) {
            const int16 columns_2 = min(i + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (int16)(64
                    - 1));
            const float16 part = vload16(0, parts + i);
            const float16 part_1 = vload16(0, parts + i + 32);
            vstore16(part + part_1, 0, parts + i);
        }
        for (int i = 0; i < 16; i += 16) {
            const int16 columns_2 = min(i + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (int16)(64
                    - 1));
            const float16 part = vload16(0, parts + i);
            const float16 part_1 = vload16(0, parts + i + 16);
            vstore16(part + part_1, 0, parts + i);
        }
        for (int i = 0; i < 8; i++) {
            const float part = (parts + i)[0];
            const float part_1 = (parts + i + 8)[0];
            (parts + i)[0] = part + part_1;
        }
        for (int i = 0; i < 4; i++) {
            const float part = (parts + i)[0];
            const float part_1 = (parts + i + 4)[0];
            (parts + i)[0] = part + part_1;
        }
        for (int i = 0; i < 2; i++) {
            const float part = (parts + i)[0];
            const float part_1 = (parts + i + 2)[0];
            (parts + i)[0] = part + part_1;
        }
        for (int i = 0; i < 1; i++) {
            const float part = (parts + i)[0];
            const float part_1 = (parts + i + 1)[0];
            (parts + i)[0] = part + part_1;
        }
        __global float *out_row = out + (long)y * out_stride;
        out_row[0] = parts[0];
    }
}
