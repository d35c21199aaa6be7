// joined: each work-item joins the trees of 262144 pairs of numbers; work-groups of 1 x 1

int16 pg_nearby_int16(__global const int *from, int16 at) {
    if (all(at == at.s0 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))) return vload16(0, from + at.s0);
    if (all(at == at.s0 - (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))) return vload16(0, from + at.sf).sfedcba9876543210;
#ifdef PG_GATHERS
    int places[16];
    int found[16];
    vstore16(at, 0, places);
    #pragma clang loop vectorize(enable) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; i++) found[i] = from[places[i]];
    return vload16(0, found);
#else
    const ulong8 at2 = as_ulong8(at);
    return (int16)(from[at2.s0 & 0xffffffffUL], from[at2.s0 >> 32], from[at2.s1 & 0xffffffffUL], from[at2.s1 >> 32], from[at2.s2 & 0xffffffffUL], from[at2.s2 >> 32], from[at2.s3 & 0xffffffffUL], from[at2.s3 >> 32], from[at2.s4 & 0xffffffffUL], from[at2.s4 >> 32], from[at2.s5 & 0xffffffffUL], from[at2.s5 >> 32], from[at2.s6 & 0xffffffffUL], from[at2.s6 >> 32], from[at2.s7 & 0xffffffffUL], from[at2.s7 >> 32]);
#endif
}
int pg_root(volatile __global int *forest, int i) {
    int parent = forest[i];
    while (parent != i) {
        int further = forest[parent];
        if (further != parent) forest[i] = further;
        i = parent;
        parent = further;
    }
    return i;
}
void pg_join(volatile __global int *forest, int a, int b) {
    while ((a = pg_root(forest, a)) != (b = pg_root(forest, b))) {
        int root = max(a, b), less = min(a, b), found = atomic_cmpxchg(forest + root, root, less);
        if (found == root) return;
        a = found;
        b = less;
    }
}

__attribute__((vec_type_hint(float4)))
__kernel void joined(__global const int *restrict ones, int ones_w, int ones_h, int ones_stride,
        __global const int *restrict others_1, int others_1_w, int others_1_h, int others_1_stride,
        int many,
        __global int *restrict out, int out_stride,
        int width, int height)
{
    const int begin = get_global_id(0) * 16384;
    const int end = min(begin + 16384, width);
    const int top = get_global_id(1) * 16;
    const int bottom = min(top + 16, height);
    int ones_1[16] __attribute__((aligned(64)));
    int others_2[16] __attribute__((aligned(64)));
    for (int y = top; y < bottom; y++) {
        for (int x = begin; x < end; x += 16) {
            const int16 columns_1 = min(x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                    (int16)(end - 1));
            const bool ones_inside = x + 16 <= end && x + 16 <= ones_w;
            const bool others_1_inside = x + 16 <= end && x + 16 <= others_1_w;
            __global const int *ones_row = ones + (long)clamp(0, 0, ones_h - 1) * ones_stride;
            int16 ones_raw;
            if (ones_inside) {
                ones_raw = vload16(0, ones_row + x);
            } else {
                const int16 ones_at = clamp(columns_1, (int16)0, (int16)(ones_w - 1));
                ones_raw = pg_nearby_int16(ones_row, ones_at);
            }
            __global const int *others_1_row = others_1 + (long)clamp(0, 0, others_1_h - 1) * others_1_stride;
            int16 others_1_raw;
            if (others_1_inside) {
                others_1_raw = vload16(0, others_1_row + x);
            } else {
                const int16 others_1_at = clamp(columns_1, (int16)0, (int16)(others_1_w - 1));
                others_1_raw = pg_nearby_int16(others_1_row, others_1_at);
            }
            int found = 0;
            const int16 wide_1 = ones_raw;
            const int16 wide_2 = others_1_raw;
            if (any(wide_1 != wide_2)) {
                vstore16(wide_1, 0, ones_1 + found);
                vstore16(wide_2, 0, others_2 + found);
                const int before = found;
                for (int i = before; i < before + 16; i++) {
                    const int number = ones_1[i];
                    const int number_1 = others_2[i];
                    ones_1[found] = number;
                    others_2[found] = number_1;
                    found += number != number_1 ? 1 : 0;
                }
            }
            for (int i = 0; i < found; i++) {
                const int number_2 = ones_1[i];
                const int number_3 = others_2[i];
                if (number_2 != number_3 && number_2 >= 0 && number_2 < many && number_3 >= 0 && number_3 < many) {
                    pg_join(out, number_2, number_3);
                }
            }
        }
    }
}
