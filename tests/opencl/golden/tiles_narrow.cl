// soft: 2 passes over tiles of 4096 x 64 pixels, 8 rows at a time

typedef float8 pg_any_float8 __attribute__((aligned(sizeof(float))));
#define pg_stream8(T, value, place) \
    do { \
        typedef T anywhere_t __attribute__((aligned(1))); \
        if (stream && ((ulong)(place) & (sizeof(T) - 1)) == 0) \
            __builtin_nontemporal_store(value, (__global T *)(place)); \
        else if (sizeof(T) <= 32) \
            *(__global anywhere_t *)(place) = value; \
        else \
            vstore8(value, 0, place); \
    } while (0)
#if !defined(PG_CHECKED) && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define pg_fetch(place) __builtin_prefetch((const void *)(ulong)(place), 0, 2)
#endif
#endif
#ifndef pg_fetch
#define pg_fetch(place)
#endif

__attribute__((vec_type_hint(float4)))
__kernel void soft(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int left = get_global_id(0) * 4096, top = get_global_id(1) * 64;
    const int right = min(left + 4096, width), bottom = min(top + 64, height);
    const bool stream = (long)width * height > 1048576;
    float stage_rows[33168] __attribute__((aligned(64)));
    float *stage = stage_rows + 16;
    for (int at = top; at < bottom; at += 8) {
        for (int y = max(at, top); y < min(at + 8, bottom); y += 8) {
            const int first = left - (int)((ulong)im / 4 & 15), end = right + 32;
            __global const float *im_m8 = im + (long)clamp(y - 8, 0, im_h - 1) * im_stride;
            __global const float *im_m7 = im + (long)clamp(y - 7, 0, im_h - 1) * im_stride;
            __global const float *im_m6 = im + (long)clamp(y - 6, 0, im_h - 1) * im_stride;
            __global const float *im_m5 = im + (long)clamp(y - 5, 0, im_h - 1) * im_stride;
            __global const float *im_m4 = im + (long)clamp(y - 4, 0, im_h - 1) * im_stride;
            __global const float *im_m3 = im + (long)clamp(y - 3, 0, im_h - 1) * im_stride;
            __global const float *im_m2 = im + (long)clamp(y - 2, 0, im_h - 1) * im_stride;
            __global const float *im_m1 = im + (long)clamp(y - 1, 0, im_h - 1) * im_stride;
            __global const float *im_p0 = im + (long)clamp(y, 0, im_h - 1) * im_stride;
            __global const float *im_p1 = im + (long)clamp(y + 1, 0, im_h - 1) * im_stride;
            __global const float *im_p2 = im + (long)clamp(y + 2, 0, im_h - 1) * im_stride;
            __global const float *im_p3 = im + (long)clamp(y + 3, 0, im_h - 1) * im_stride;
            __global const float *im_p4 = im + (long)clamp(y + 4, 0, im_h - 1) * im_stride;
            __global const float *im_p5 = im + (long)clamp(y + 5, 0, im_h - 1) * im_stride;
            __global const float *im_p6 = im + (long)clamp(y + 6, 0, im_h - 1) * im_stride;
            __global const float *im_p7 = im + (long)clamp(y + 7, 0, im_h - 1) * im_stride;
            __global const float *im_p8 = im + (long)clamp(y + 8, 0, im_h - 1) * im_stride;
            __global const float *im_p9 = im + (long)clamp(y + 9, 0, im_h - 1) * im_stride;
            __global const float *im_p10 = im + (long)clamp(y + 10, 0, im_h - 1) * im_stride;
            __global const float *im_p11 = im + (long)clamp(y + 11, 0, im_h - 1) * im_stride;
            __global const float *im_p12 = im + (long)clamp(y + 12, 0, im_h - 1) * im_stride;
            __global const float *im_p13 = im + (long)clamp(y + 13, 0, im_h - 1) * im_stride;
            __global const float *im_p14 = im + (long)clamp(y + 14, 0, im_h - 1) * im_stride;
            __global const float *im_p15 = im + (long)clamp(y + 15, 0, im_h - 1) * im_stride;
            float *stage_into = stage + (y - top) % 8 * 4144 - left;
            const int last = im_w - -8;
            for (int x = first; x < end; x += 8) {
                if (x >= 16 && x <= last) {
                    float8 total = vload8(0, im_m8 + x - 16) * 0.00034403356f;
                    const float8 im_m16_m7 = vload8(0, im_m7 + x - 16);
                    total += im_m16_m7 * 0.0008785204f;
                    float8 total_1 = im_m16_m7 * 0.00034403356f;
                    const float8 im_m16_m6 = vload8(0, im_m6 + x - 16);
                    total += im_m16_m6 * 0.0019797764f;
                    total_1 += im_m16_m6 * 0.0008785204f;
                    float8 total_2 = im_m16_m6 * 0.00034403356f;
                    const float8 im_m16_m5 = vload8(0, im_m5 + x - 16);
                    total += im_m16_m5 * 0.0039372556f;
                    total_1 += im_m16_m5 * 0.0019797764f;
                    total_2 += im_m16_m5 * 0.0008785204f;
                    float8 total_3 = im_m16_m5 * 0.00034403356f;
                    const float8 im_m16_m4 = vload8(0, im_m4 + x - 16);
                    total += im_m16_m4 * 0.0069100987f;
                    total_1 += im_m16_m4 * 0.0039372556f;
                    total_2 += im_m16_m4 * 0.0019797764f;
                    total_3 += im_m16_m4 * 0.0008785204f;
                    float8 total_4 = im_m16_m4 * 0.00034403356f;
                    const float8 im_m16_m3 = vload8(0, im_m3 + x - 16);
                    total += im_m16_m3 * 0.01070257f;
                    total_1 += im_m16_m3 * 0.0069100987f;
                    total_2 += im_m16_m3 * 0.0039372556f;
                    total_3 += im_m16_m3 * 0.0019797764f;
                    total_4 += im_m16_m3 * 0.0008785204f;
                    float8 total_5 = im_m16_m3 * 0.00034403356f;
                    const float8 im_m16_m2 = vload8(0, im_m2 + x - 16);
                    total += im_m16_m2 * 0.014628679f;
                    total_1 += im_m16_m2 * 0.01070257f;
                    total_2 += im_m16_m2 * 0.0069100987f;
                    total_3 += im_m16_m2 * 0.0039372556f;
                    total_4 += im_m16_m2 * 0.0019797764f;
                    total_5 += im_m16_m2 * 0.0008785204f;
                    float8 total_6 = im_m16_m2 * 0.00034403356f;
                    const float8 im_m16_m1 = vload8(0, im_m1 + x - 16);
                    total += im_m16_m1 * 0.017645555f;
                    total_1 += im_m16_m1 * 0.014628679f;
                    total_2 += im_m16_m1 * 0.01070257f;
                    total_3 += im_m16_m1 * 0.0069100987f;
                    total_4 += im_m16_m1 * 0.0039372556f;
                    total_5 += im_m16_m1 * 0.0019797764f;
                    total_6 += im_m16_m1 * 0.0008785204f;
                    float8 total_7 = im_m16_m1 * 0.00034403356f;
                    const float8 im_m16_0 = vload8(0, im_p0 + x - 16);
                    total += im_m16_0 * 0.018783595f;
                    total_1 += im_m16_0 * 0.017645555f;
                    total_2 += im_m16_0 * 0.014628679f;
                    total_3 += im_m16_0 * 0.01070257f;
                    total_4 += im_m16_0 * 0.0069100987f;
                    total_5 += im_m16_0 * 0.0039372556f;
                    total_6 += im_m16_0 * 0.0019797764f;
                    total_7 += im_m16_0 * 0.0008785204f;
                    const float8 im_m16_1 = vload8(0, im_p1 + x - 16);
                    total += im_m16_1 * 0.017645555f;
                    total_1 += im_m16_1 * 0.018783595f;
                    total_2 += im_m16_1 * 0.017645555f;
                    total_3 += im_m16_1 * 0.014628679f;
                    total_4 += im_m16_1 * 0.01070257f;
                    total_5 += im_m16_1 * 0.0069100987f;
                    total_6 += im_m16_1 * 0.0039372556f;
                    total_7 += im_m16_1 * 0.0019797764f;
                    const float8 im_m16_2 = vload8(0, im_p2 + x - 16);
                    total += im_m16_2 * 0.014628679f;
                    total_1 += im_m16_2 * 0.017645555f;
                    total_2 += im_m16_2 * 0.018783595f;
                    total_3 += im_m16_2 * 0.017645555f;
                    total_4 += im_m16_2 * 0.014628679f;
                    total_5 += im_m16_2 * 0.01070257f;
                    total_6 += im_m16_2 * 0.0069100987f;
                    total_7 += im_m16_2 * 0.0039372556f;
                    const float8 im_m16_3 = vload8(0, im_p3 + x - 16);
                    total += im_m16_3 * 0.01070257f;
                    total_1 += im_m16_3 * 0.014628679f;
                    total_2 += im_m16_3 * 0.017645555f;
                    total_3 += im_m16_3 * 0.018783595f;
                    total_4 += im_m16_3 * 0.017645555f;
                    total_5 += im_m16_3 * 0.014628679f;
                    total_6 += im_m16_3 * 0.01070257f;
                    total_7 += im_m16_3 * 0.0069100987f;
                    const float8 im_m16_4 = vload8(0, im_p4 + x - 16);
                    total += im_m16_4 * 0.0069100987f;
                    total_1 += im_m16_4 * 0.01070257f;
                    total_2 += im_m16_4 * 0.014628679f;
                    total_3 += im_m16_4 * 0.017645555f;
                    total_4 += im_m16_4 * 0.018783595f;
                    total_5 += im_m16_4 * 0.017645555f;
                    total_6 += im_m16_4 * 0.014628679f;
                    total_7 += im_m16_4 * 0.01070257f;
                    const float8 im_m16_5 = vload8(0, im_p5 + x - 16);
                    total += im_m16_5 * 0.0039372556f;
                    total_1 += im_m16_5 * 0.0069100987f;
                    total_2 += im_m16_5 * 0.01070257f;
                    total_3 += im_m16_5 * 0.014628679f;
                    total_4 += im_m16_5 * 0.017645555f;
                    total_5 += im_m16_5 * 0.018783595f;
                    total_6 += im_m16_5 * 0.017645555f;
                    total_7 += im_m16_5 * 0.014628679f;
                    const float8 im_m16_6 = vload8(0, im_p6 + x - 16);
                    total += im_m16_6 * 0.0019797764f;
                    total_1 += im_m16_6 * 0.0039372556f;
                    total_2 += im_m16_6 * 0.0069100987f;
                    total_3 += im_m16_6 * 0.01070257f;
                    total_4 += im_m16_6 * 0.014628679f;
                    total_5 += im_m16_6 * 0.017645555f;
                    total_6 += im_m16_6 * 0.018783595f;
                    total_7 += im_m16_6 * 0.017645555f;
                    const float8 im_m16_7 = vload8(0, im_p7 + x - 16);
                    total += im_m16_7 * 0.0008785204f;
                    total_1 += im_m16_7 * 0.0019797764f;
                    total_2 += im_m16_7 * 0.0039372556f;
                    total_3 += im_m16_7 * 0.0069100987f;
                    total_4 += im_m16_7 * 0.01070257f;
                    total_5 += im_m16_7 * 0.014628679f;
                    total_6 += im_m16_7 * 0.017645555f;
                    total_7 += im_m16_7 * 0.018783595f;
                    const float8 im_m16_8 = vload8(0, im_p8 + x - 16);
                    total += im_m16_8 * 0.00034403356f;
                    total_1 += im_m16_8 * 0.0008785204f;
                    total_2 += im_m16_8 * 0.0019797764f;
                    total_3 += im_m16_8 * 0.0039372556f;
                    total_4 += im_m16_8 * 0.0069100987f;
                    total_5 += im_m16_8 * 0.01070257f;
                    total_6 += im_m16_8 * 0.014628679f;
                    total_7 += im_m16_8 * 0.017645555f;
                    const float8 im_m16_9 = vload8(0, im_p9 + x - 16);
                    total_1 += im_m16_9 * 0.00034403356f;
                    total_2 += im_m16_9 * 0.0008785204f;
                    total_3 += im_m16_9 * 0.0019797764f;
                    total_4 += im_m16_9 * 0.0039372556f;
                    total_5 += im_m16_9 * 0.0069100987f;
                    total_6 += im_m16_9 * 0.01070257f;
                    total_7 += im_m16_9 * 0.014628679f;
                    const float8 im_m16_10 = vload8(0, im_p10 + x - 16);
                    total_2 += im_m16_10 * 0.00034403356f;
                    total_3 += im_m16_10 * 0.0008785204f;
                    total_4 += im_m16_10 * 0.0019797764f;
                    total_5 += im_m16_10 * 0.0039372556f;
                    total_6 += im_m16_10 * 0.0069100987f;
                    total_7 += im_m16_10 * 0.01070257f;
                    const float8 im_m16_11 = vload8(0, im_p11 + x - 16);
                    total_3 += im_m16_11 * 0.00034403356f;
                    total_4 += im_m16_11 * 0.0008785204f;
                    total_5 += im_m16_11 * 0.0019797764f;
                    total_6 += im_m16_11 * 0.0039372556f;
                    total_7 += im_m16_11 * 0.0069100987f;
                    const float8 im_m16_12 = vload8(0, im_p12 + x - 16);
                    total_4 += im_m16_12 * 0.00034403356f;
                    total_5 += im_m16_12 * 0.0008785204f;
                    total_6 += im_m16_12 * 0.0019797764f;
                    total_7 += im_m16_12 * 0.0039372556f;
                    const float8 im_m16_13 = vload8(0, im_p13 + x - 16);
                    total_5 += im_m16_13 * 0.00034403356f;
                    total_6 += im_m16_13 * 0.0008785204f;
                    total_7 += im_m16_13 * 0.0019797764f;
                    const float8 im_m16_14 = vload8(0, im_p14 + x - 16);
                    total_6 += im_m16_14 * 0.00034403356f;
                    total_7 += im_m16_14 * 0.0008785204f;
                    total_7 += vload8(0, im_p15 + x - 16) * 0.00034403356f;
                    vstore8(total, 0, stage_into + x);
                    vstore8(total_1, 0, stage_into + 4144 + x);
                    vstore8(total_2, 0, stage_into + 8288 + x);
                    vstore8(total_3, 0, stage_into + 12432 + x);
                    vstore8(total_4, 0, stage_into + 16576 + x);
                    vstore8(total_5, 0, stage_into + 20720 + x);
                    vstore8(total_6, 0, stage_into + 24864 + x);
                    vstore8(total_7, 0, stage_into + 29008 + x);
                } else {
                    float im_tile[1][24][8];
                    for (int j = 0; j < 24; j++) {
                        __global const float *line = im + (long)clamp(y - 8 + j, 0, im_h - 1) * im_stride;
                        if (x - 16 >= 0 && x - 16 + 8 <= im_w) {
                            *(pg_any_float8 *)(im_tile[0][j]) = *(__global const pg_any_float8 *)(line + x - 16);
                        } else {
                            for (int i = 0; i < 8; i++) {
                                const int at = clamp(x - 16 + i, 0, im_w - 1);
                                im_tile[0][j][i] = line[at];
                            }
                        }
                    }
                    for (int row = 0; row < 8; row++) {
                        float8 total = *(pg_any_float8 *)(im_tile[0][row]) * 0.00034403356f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 1]) * 0.0008785204f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 2]) * 0.0019797764f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 3]) * 0.0039372556f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 4]) * 0.0069100987f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 5]) * 0.01070257f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 6]) * 0.014628679f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 7]) * 0.017645555f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 8]) * 0.018783595f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 9]) * 0.017645555f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 10]) * 0.014628679f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 11]) * 0.01070257f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 12]) * 0.0069100987f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 13]) * 0.0039372556f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 14]) * 0.0019797764f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 15]) * 0.0008785204f;
                        total += *(pg_any_float8 *)(im_tile[0][row + 16]) * 0.00034403356f;
                        *(pg_any_float8 *)(stage + (y + row - top) % 8 * 4144 - left + x) = total;
                    }
                }
            }
        }
        for (int y = max(at, top); y < min(at + 8, bottom); y += 8) {
            const int first = left, end = right;
            __global const float *im_next = im + (long)min(y + 16, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_1 = im + (long)min(y + 17, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_2 = im + (long)min(y + 18, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_3 = im + (long)min(y + 19, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_4 = im + (long)min(y + 20, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_5 = im + (long)min(y + 21, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_6 = im + (long)min(y + 22, min(bottom + 8, im_h) - 1) * im_stride;
            __global const float *im_next_7 = im + (long)min(y + 23, min(bottom + 8, im_h) - 1) * im_stride;
            const float *stage_p0 = stage + (y - top) % 8 * 4144 - left;
            const float *stage_p1 = stage + (y + 1 - top) % 8 * 4144 - left;
            const float *stage_p2 = stage + (y + 2 - top) % 8 * 4144 - left;
            const float *stage_p3 = stage + (y + 3 - top) % 8 * 4144 - left;
            const float *stage_p4 = stage + (y + 4 - top) % 8 * 4144 - left;
            const float *stage_p5 = stage + (y + 5 - top) % 8 * 4144 - left;
            const float *stage_p6 = stage + (y + 6 - top) % 8 * 4144 - left;
            const float *stage_p7 = stage + (y + 7 - top) % 8 * 4144 - left;
            for (int x = first; x < end; x += 8) {
                pg_fetch(im_next + x);
                pg_fetch(im_next_1 + x);
                pg_fetch(im_next_2 + x);
                pg_fetch(im_next_3 + x);
                pg_fetch(im_next_4 + x);
                pg_fetch(im_next_5 + x);
                pg_fetch(im_next_6 + x);
                pg_fetch(im_next_7 + x);
                float8 total = vload8(0, stage_p0 + x + 8) * 0.019496895f;
                total += vload8(0, stage_p0 + x + 9) * 0.049787067f;
                total += vload8(0, stage_p0 + x + 10) * 0.11219689f;
                total += vload8(0, stage_p0 + x + 11) * 0.22313017f;
                total += vload8(0, stage_p0 + x + 12) * 0.39160562f;
                total += vload8(0, stage_p0 + x + 13) * 0.60653067f;
                total += vload8(0, stage_p0 + x + 14) * 0.82902914f;
                total += vload8(0, stage_p0 + x + 15);
                total += vload8(0, stage_p0 + x + 16) * 1.0644945f;
                total += vload8(0, stage_p0 + x + 17);
                total += vload8(0, stage_p0 + x + 18) * 0.82902914f;
                total += vload8(0, stage_p0 + x + 19) * 0.60653067f;
                total += vload8(0, stage_p0 + x + 20) * 0.39160562f;
                total += vload8(0, stage_p0 + x + 21) * 0.22313017f;
                total += vload8(0, stage_p0 + x + 22) * 0.11219689f;
                total += vload8(0, stage_p0 + x + 23) * 0.049787067f;
                total += vload8(0, stage_p0 + x + 24) * 0.019496895f;
                float8 total_1 = vload8(0, stage_p1 + x + 8) * 0.019496895f;
                total_1 += vload8(0, stage_p1 + x + 9) * 0.049787067f;
                total_1 += vload8(0, stage_p1 + x + 10) * 0.11219689f;
                total_1 += vload8(0, stage_p1 + x + 11) * 0.22313017f;
                total_1 += vload8(0, stage_p1 + x + 12) * 0.39160562f;
                total_1 += vload8(0, stage_p1 + x + 13) * 0.60653067f;
                total_1 += vload8(0, stage_p1 + x + 14) * 0.82902914f;
                total_1 += vload8(0, stage_p1 + x + 15);
                total_1 += vload8(0, stage_p1 + x + 16) * 1.0644945f;
                total_1 += vload8(0, stage_p1 + x + 17);
                total_1 += vload8(0, stage_p1 + x + 18) * 0.82902914f;
                total_1 += vload8(0, stage_p1 + x + 19) * 0.60653067f;
                total_1 += vload8(0, stage_p1 + x + 20) * 0.39160562f;
                total_1 += vload8(0, stage_p1 + x + 21) * 0.22313017f;
                total_1 += vload8(0, stage_p1 + x + 22) * 0.11219689f;
                total_1 += vload8(0, stage_p1 + x + 23) * 0.049787067f;
                total_1 += vload8(0, stage_p1 + x + 24) * 0.019496895f;
                float8 total_2 = vload8(0, stage_p2 + x + 8) * 0.019496895f;
                total_2 += vload8(0, stage_p2 + x + 9) * 0.049787067f;
                total_2 += vload8(0, stage_p2 + x + 10) * 0.11219689f;
                total_2 += vload8(0, stage_p2 + x + 11) * 0.22313017f;
                total_2 += vload8(0, stage_p2 + x + 12) * 0.39160562f;
                total_2 += vload8(0, stage_p2 + x + 13) * 0.60653067f;
                total_2 += vload8(0, stage_p2 + x + 14) * 0.82902914f;
                total_2 += vload8(0, stage_p2 + x + 15);
                total_2 += vload8(0, stage_p2 + x + 16) * 1.0644945f;
                total_2 += vload8(0, stage_p2 + x + 17);
                total_2 += vload8(0, stage_p2 + x + 18) * 0.82902914f;
                total_2 += vload8(0, stage_p2 + x + 19) * 0.60653067f;
                total_2 += vload8(0, stage_p2 + x + 20) * 0.39160562f;
                total_2 += vload8(0, stage_p2 + x + 21) * 0.22313017f;
                total_2 += vload8(0, stage_p2 + x + 22) * 0.11219689f;
                total_2 += vload8(0, stage_p2 + x + 23) * 0.049787067f;
                total_2 += vload8(0, stage_p2 + x + 24) * 0.019496895f;
                float8 total_3 = vload8(0, stage_p3 + x + 8) * 0.019496895f;
                total_3 += vload8(0, stage_p3 + x + 9) * 0.049787067f;
                total_3 += vload8(0, stage_p3 + x + 10) * 0.11219689f;
                total_3 += vload8(0, stage_p3 + x + 11) * 0.22313017f;
                total_3 += vload8(0, stage_p3 + x + 12) * 0.39160562f;
                total_3 += vload8(0, stage_p3 + x + 13) * 0.60653067f;
                total_3 += vload8(0, stage_p3 + x + 14) * 0.82902914f;
                total_3 += vload8(0, stage_p3 + x + 15);
                total_3 += vload8(0, stage_p3 + x + 16) * 1.0644945f;
                total_3 += vload8(0, stage_p3 + x + 17);
                total_3 += vload8(0, stage_p3 + x + 18) * 0.82902914f;
                total_3 += vload8(0, stage_p3 + x + 19) * 0.60653067f;
                total_3 += vload8(0, stage_p3 + x + 20) * 0.39160562f;
                total_3 += vload8(0, stage_p3 + x + 21) * 0.22313017f;
                total_3 += vload8(0, stage_p3 + x + 22) * 0.11219689f;
                total_3 += vload8(0, stage_p3 + x + 23) * 0.049787067f;
                total_3 += vload8(0, stage_p3 + x + 24) * 0.019496895f;
                float8 total_4 = vload8(0, stage_p4 + x + 8) * 0.019496895f;
                total_4 += vload8(0, stage_p4 + x + 9) * 0.049787067f;
                total_4 += vload8(0, stage_p4 + x + 10) * 0.11219689f;
                total_4 += vload8(0, stage_p4 + x + 11) * 0.22313017f;
                total_4 += vload8(0, stage_p4 + x + 12) * 0.39160562f;
                total_4 += vload8(0, stage_p4 + x + 13) * 0.60653067f;
                total_4 += vload8(0, stage_p4 + x + 14) * 0.82902914f;
                total_4 += vload8(0, stage_p4 + x + 15);
                total_4 += vload8(0, stage_p4 + x + 16) * 1.0644945f;
                total_4 += vload8(0, stage_p4 + x + 17);
                total_4 += vload8(0, stage_p4 + x + 18) * 0.82902914f;
                total_4 += vload8(0, stage_p4 + x + 19) * 0.60653067f;
                total_4 += vload8(0, stage_p4 + x + 20) * 0.39160562f;
                total_4 += vload8(0, stage_p4 + x + 21) * 0.22313017f;
                total_4 += vload8(0, stage_p4 + x + 22) * 0.11219689f;
                total_4 += vload8(0, stage_p4 + x + 23) * 0.049787067f;
                total_4 += vload8(0, stage_p4 + x + 24) * 0.019496895f;
                float8 total_5 = vload8(0, stage_p5 + x + 8) * 0.019496895f;
                total_5 += vload8(0, stage_p5 + x + 9) * 0.049787067f;
                total_5 += vload8(0, stage_p5 + x + 10) * 0.11219689f;
                total_5 += vload8(0, stage_p5 + x + 11) * 0.22313017f;
                total_5 += vload8(0, stage_p5 + x + 12) * 0.39160562f;
                total_5 += vload8(0, stage_p5 + x + 13) * 0.60653067f;
                total_5 += vload8(0, stage_p5 + x + 14) * 0.82902914f;
                total_5 += vload8(0, stage_p5 + x + 15);
                total_5 += vload8(0, stage_p5 + x + 16) * 1.0644945f;
                total_5 += vload8(0, stage_p5 + x + 17);
                total_5 += vload8(0, stage_p5 + x + 18) * 0.82902914f;
                total_5 += vload8(0, stage_p5 + x + 19) * 0.60653067f;
                total_5 += vload8(0, stage_p5 + x + 20) * 0.39160562f;
                total_5 += vload8(0, stage_p5 + x + 21) * 0.22313017f;
                total_5 += vload8(0, stage_p5 + x + 22) * 0.11219689f;
                total_5 += vload8(0, stage_p5 + x + 23) * 0.049787067f;
                total_5 += vload8(0, stage_p5 + x + 24) * 0.019496895f;
                float8 total_6 = vload8(0, stage_p6 + x + 8) * 0.019496895f;
                total_6 += vload8(0, stage_p6 + x + 9) * 0.049787067f;
                total_6 += vload8(0, stage_p6 + x + 10) * 0.11219689f;
                total_6 += vload8(0, stage_p6 + x + 11) * 0.22313017f;
                total_6 += vload8(0, stage_p6 + x + 12) * 0.39160562f;
                total_6 += vload8(0, stage_p6 + x + 13) * 0.60653067f;
                total_6 += vload8(0, stage_p6 + x + 14) * 0.82902914f;
                total_6 += vload8(0, stage_p6 + x + 15);
                total_6 += vload8(0, stage_p6 + x + 16) * 1.0644945f;
                total_6 += vload8(0, stage_p6 + x + 17);
                total_6 += vload8(0, stage_p6 + x + 18) * 0.82902914f;
                total_6 += vload8(0, stage_p6 + x + 19) * 0.60653067f;
                total_6 += vload8(0, stage_p6 + x + 20) * 0.39160562f;
                total_6 += vload8(0, stage_p6 + x + 21) * 0.22313017f;
                total_6 += vload8(0, stage_p6 + x + 22) * 0.11219689f;
                total_6 += vload8(0, stage_p6 + x + 23) * 0.049787067f;
                total_6 += vload8(0, stage_p6 + x + 24) * 0.019496895f;
                float8 total_7 = vload8(0, stage_p7 + x + 8) * 0.019496895f;
                total_7 += vload8(0, stage_p7 + x + 9) * 0.049787067f;
                total_7 += vload8(0, stage_p7 + x + 10) * 0.11219689f;
                total_7 += vload8(0, stage_p7 + x + 11) * 0.22313017f;
                total_7 += vload8(0, stage_p7 + x + 12) * 0.39160562f;
                total_7 += vload8(0, stage_p7 + x + 13) * 0.60653067f;
                total_7 += vload8(0, stage_p7 + x + 14) * 0.82902914f;
                total_7 += vload8(0, stage_p7 + x + 15);
                total_7 += vload8(0, stage_p7 + x + 16) * 1.0644945f;
                total_7 += vload8(0, stage_p7 + x + 17);
                total_7 += vload8(0, stage_p7 + x + 18) * 0.82902914f;
                total_7 += vload8(0, stage_p7 + x + 19) * 0.60653067f;
                total_7 += vload8(0, stage_p7 + x + 20) * 0.39160562f;
                total_7 += vload8(0, stage_p7 + x + 21) * 0.22313017f;
                total_7 += vload8(0, stage_p7 + x + 22) * 0.11219689f;
                total_7 += vload8(0, stage_p7 + x + 23) * 0.049787067f;
                total_7 += vload8(0, stage_p7 + x + 24) * 0.019496895f;
                {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total, out + (long)y * out_stride + x);
                    } else {
                        float out_part[1][8];
                        vstore8(total, 0, out_part[0]);
                        __global float *out_row = out + (long)y * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row[i] = out_part[0][i];
                        }
                    }
                }
                if (y + 1 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_1, out + (long)(y + 1) * out_stride + x);
                    } else {
                        float out_part_1[1][8];
                        vstore8(total_1, 0, out_part_1[0]);
                        __global float *out_row_1 = out + (long)(y + 1) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_1[i] = out_part_1[0][i];
                        }
                    }
                }
                if (y + 2 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_2, out + (long)(y + 2) * out_stride + x);
                    } else {
                        float out_part_2[1][8];
                        vstore8(total_2, 0, out_part_2[0]);
                        __global float *out_row_2 = out + (long)(y + 2) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_2[i] = out_part_2[0][i];
                        }
                    }
                }
                if (y + 3 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_3, out + (long)(y + 3) * out_stride + x);
                    } else {
                        float out_part_3[1][8];
                        vstore8(total_3, 0, out_part_3[0]);
                        __global float *out_row_3 = out + (long)(y + 3) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_3[i] = out_part_3[0][i];
                        }
                    }
                }
                if (y + 4 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_4, out + (long)(y + 4) * out_stride + x);
                    } else {
                        float out_part_4[1][8];
                        vstore8(total_4, 0, out_part_4[0]);
                        __global float *out_row_4 = out + (long)(y + 4) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_4[i] = out_part_4[0][i];
                        }
                    }
                }
                if (y + 5 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_5, out + (long)(y + 5) * out_stride + x);
                    } else {
                        float out_part_5[1][8];
                        vstore8(total_5, 0, out_part_5[0]);
                        __global float *out_row_5 = out + (long)(y + 5) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_5[i] = out_part_5[0][i];
                        }
                    }
                }
                if (y + 6 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_6, out + (long)(y + 6) * out_stride + x);
                    } else {
                        float out_part_6[1][8];
                        vstore8(total_6, 0, out_part_6[0]);
                        __global float *out_row_6 = out + (long)(y + 6) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_6[i] = out_part_6[0][i];
                        }
                    }
                }
                if (y + 7 < height) {
                    if (x + 8 <= width) {
                        pg_stream8(float8, total_7, out + (long)(y + 7) * out_stride + x);
                    } else {
                        float out_part_7[1][8];
                        vstore8(total_7, 0, out_part_7[0]);
                        __global float *out_row_7 = out + (long)(y + 7) * out_stride + x;
                        for (int i = 0; i < min(8, width - x); i++) {
                            out_row_7[i] = out_part_7[0][i];
                        }
                    }
                }
            }
        }
    }
}
