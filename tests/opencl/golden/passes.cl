// soft: 2 passes, the stages first

typedef float16 pg_any_float16 __attribute__((aligned(sizeof(float))));
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
#if !defined(PG_CHECKED) && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define pg_fetch(place) __builtin_prefetch((const void *)(ulong)(place), 0, 2)
#endif
#endif
#ifndef pg_fetch
#define pg_fetch(place)
#endif
#if defined(__has_builtin) && __has_builtin(__builtin_expect)
#define pg_rarely(test) __builtin_expect(test, 0)
#else
#define pg_rarely(test) (test)
#endif
__attribute__((overloadable)) __attribute__((noinline)) int pg_mirror(int i, int n) {
    if ((uint)i < (uint)n) return i;
    int period = 2 * max(n - 1, 1), m = i % period;
    m = m < 0 ? m + period : m;
    return min(m < n ? m : period - m, n - 1);
}
__attribute__((overloadable)) int16 pg_mirror(int16 i, int n) {
    if (all((i >= 0) & (i < n))) return i;
    int period = 2 * max(n - 1, 1);
    int16 m = select(i, -i, i < 0);
    if (any((i < 1 - n) | (i >= period))) {
        m = i % period;
        m = select(m, m + period, m < 0);
    }
    return min(select(period - m, m, m < n), (int16)(n - 1));
}

// each work-item sweeps 8 rows, 16 pixels at a time; work-groups of 1 x 1
__attribute__((vec_type_hint(float4)))
__kernel void soft_1(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1) * 8;
    if (y >= height)
        return;
    const int first = get_global_id(0) * 4096, end = min(first + 4096, width);
    const bool stream = (long)width * height > 1048576;
    __global const float *im_m4 = im + (long)pg_mirror(y - 4, im_h) * im_stride;
    __global const float *im_m3 = im + (long)pg_mirror(y - 3, im_h) * im_stride;
    __global const float *im_m2 = im + (long)pg_mirror(y - 2, im_h) * im_stride;
    __global const float *im_m1 = im + (long)pg_mirror(y - 1, im_h) * im_stride;
    __global const float *im_p0 = im + (long)pg_mirror(y, im_h) * im_stride;
    __global const float *im_p1 = im + (long)pg_mirror(y + 1, im_h) * im_stride;
    __global const float *im_p2 = im + (long)pg_mirror(y + 2, im_h) * im_stride;
    __global const float *im_p3 = im + (long)pg_mirror(y + 3, im_h) * im_stride;
    __global const float *im_p4 = im + (long)pg_mirror(y + 4, im_h) * im_stride;
    __global const float *im_p5 = im + (long)pg_mirror(y + 5, im_h) * im_stride;
    __global const float *im_p6 = im + (long)pg_mirror(y + 6, im_h) * im_stride;
    __global const float *im_p7 = im + (long)pg_mirror(y + 7, im_h) * im_stride;
    __global const float *im_p8 = im + (long)pg_mirror(y + 8, im_h) * im_stride;
    __global const float *im_p9 = im + (long)pg_mirror(y + 9, im_h) * im_stride;
    __global const float *im_p10 = im + (long)pg_mirror(y + 10, im_h) * im_stride;
    __global const float *im_p11 = im + (long)pg_mirror(y + 11, im_h) * im_stride;
    const int last = min(width - 16, im_w);
    for (int x = first; x < end; x += 16) {
        if (x <= last && x >= 16) {
            const float16 im_m16_m3 = vload16(0, im_m3 + x - 16);
            const float16 im_m16_m2 = vload16(0, im_m2 + x - 16);
            const float16 im_m16_m1 = vload16(0, im_m1 + x - 16);
            const float16 im_m16_0 = vload16(0, im_p0 + x - 16);
            const float16 im_m16_1 = vload16(0, im_p1 + x - 16);
            const float16 im_m16_2 = vload16(0, im_p2 + x - 16);
            const float16 im_m16_3 = vload16(0, im_p3 + x - 16);
            const float16 im_m16_4 = vload16(0, im_p4 + x - 16);
            const float16 v = (vload16(0, im_m4 + x - 16) + im_m16_4) * 0.0046022353f + im_m16_m3 * 0.013806706f
                    + (im_m16_m2 + im_m16_2) * 0.023011178f + (im_m16_m1 + im_m16_1) * 0.032215647f + im_m16_0 * 0.036817882f
                    + im_m16_3 * 0.009204471f;
            pg_stream(float16, v, out + (long)y * out_stride + x);
            const float16 im_m16_5 = vload16(0, im_p5 + x - 16);
            const float16 v_1 = (im_m16_m3 + im_m16_5) * 0.0046022353f + im_m16_m2 * 0.013806706f + (im_m16_m1
                    + im_m16_3) * 0.023011178f + (im_m16_0 + im_m16_2) * 0.032215647f + im_m16_1 * 0.036817882f
                    + im_m16_4 * 0.009204471f;
            if (y + 1 < height)
                pg_stream(float16, v_1, out + (long)(y + 1) * out_stride + x);
            const float16 im_m16_6 = vload16(0, im_p6 + x - 16);
            const float16 v_2 = (im_m16_m2 + im_m16_6) * 0.0046022353f + im_m16_m1 * 0.013806706f + (im_m16_0
                    + im_m16_4) * 0.023011178f + (im_m16_1 + im_m16_3) * 0.032215647f + im_m16_2 * 0.036817882f
                    + im_m16_5 * 0.009204471f;
            if (y + 2 < height)
                pg_stream(float16, v_2, out + (long)(y + 2) * out_stride + x);
            const float16 im_m16_7 = vload16(0, im_p7 + x - 16);
            const float16 v_3 = (im_m16_m1 + im_m16_7) * 0.0046022353f + im_m16_0 * 0.013806706f + (im_m16_1
                    + im_m16_5) * 0.023011178f + (im_m16_2 + im_m16_4) * 0.032215647f + im_m16_3 * 0.036817882f
                    + im_m16_6 * 0.009204471f;
            if (y + 3 < height)
                pg_stream(float16, v_3, out + (long)(y + 3) * out_stride + x);
            const float16 im_m16_8 = vload16(0, im_p8 + x - 16);
            const float16 v_4 = (im_m16_0 + im_m16_8) * 0.0046022353f + im_m16_1 * 0.013806706f + (im_m16_2
                    + im_m16_6) * 0.023011178f + (im_m16_3 + im_m16_5) * 0.032215647f + im_m16_4 * 0.036817882f
                    + im_m16_7 * 0.009204471f;
            if (y + 4 < height)
                pg_stream(float16, v_4, out + (long)(y + 4) * out_stride + x);
            const float16 im_m16_9 = vload16(0, im_p9 + x - 16);
            const float16 v_5 = (im_m16_1 + im_m16_9) * 0.0046022353f + im_m16_2 * 0.013806706f + (im_m16_3
                    + im_m16_7) * 0.023011178f + (im_m16_4 + im_m16_6) * 0.032215647f + im_m16_5 * 0.036817882f
                    + im_m16_8 * 0.009204471f;
            if (y + 5 < height)
                pg_stream(float16, v_5, out + (long)(y + 5) * out_stride + x);
            const float16 im_m16_10 = vload16(0, im_p10 + x - 16);
            const float16 v_6 = (im_m16_2 + im_m16_10) * 0.0046022353f + im_m16_3 * 0.013806706f + (im_m16_4
                    + im_m16_8) * 0.023011178f + (im_m16_5 + im_m16_7) * 0.032215647f + im_m16_6 * 0.036817882f
                    + im_m16_9 * 0.009204471f;
            if (y + 6 < height)
                pg_stream(float16, v_6, out + (long)(y + 6) * out_stride + x);
            const float16 v_7 = (im_m16_3 + vload16(0, im_p11 + x - 16)) * 0.0046022353f + im_m16_4 * 0.013806706f
                    + (im_m16_5 + im_m16_9) * 0.023011178f + (im_m16_6 + im_m16_8) * 0.032215647f + im_m16_7 * 0.036817882f
                    + im_m16_10 * 0.009204471f;
            if (y + 7 < height)
                pg_stream(float16, v_7, out + (long)(y + 7) * out_stride + x);
        } else {
            float im_tile[1][16][16];
            for (int j = 0; j < 16; j++) {
                __global const float *line = im + (long)pg_mirror(y - 4 + j, im_h) * im_stride;
                if (x - 16 >= 0 && x - 16 + 16 <= im_w) {
                    *(pg_any_float16 *)(im_tile[0][j]) = *(__global const pg_any_float16 *)(line + x - 16);
                } else {
                    for (int i = 0; i < 16; i++) {
                        const int at = pg_mirror(x - 16 + i, im_w);
                        im_tile[0][j][i] = line[at];
                    }
                }
            }
            for (int row = 0; row < min(8, height - y); row++) {
                const float16 v = (*(pg_any_float16 *)(im_tile[0][row]) + *(pg_any_float16 *)(im_tile[0][row
                        + 8])) * 0.0046022353f + *(pg_any_float16 *)(im_tile[0][row + 1]) * 0.013806706f
                        + (*(pg_any_float16 *)(im_tile[0][row + 2]) + *(pg_any_float16 *)(im_tile[0][row
                        + 6])) * 0.023011178f + (*(pg_any_float16 *)(im_tile[0][row + 3])
                        + *(pg_any_float16 *)(im_tile[0][row + 5])) * 0.032215647f + *(pg_any_float16 *)(im_tile[0][row
                        + 4]) * 0.036817882f + *(pg_any_float16 *)(im_tile[0][row + 7]) * 0.009204471f;
                if (x + 16 <= width) {
                    *(__global pg_any_float16 *)(out + (long)(y + row) * out_stride + x) = v;
                } else {
                    float out_part[1][16];
                    *(pg_any_float16 *)(out_part[0]) = v;
                    __global float *out_row = out + (long)(y + row) * out_stride + x;
                    for (int i = 0; i < min(16, width - x); i++) {
                        out_row[i] = out_part[0][i];
                    }
                }
            }
        }
    }
}

// each work-item sweeps 1 row, 16 pixels at a time; work-groups of 1 x 1
__attribute__((vec_type_hint(float4)))
__kernel void soft(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global const float *restrict stage, int stage_w, int stage_h, int stage_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const int first = get_global_id(0) * 4096, end = min(first + 4096, width);
    const bool stream = (long)width * height > 1048576;
    const int shift = (int)((ulong)(out + (long)y * out_stride) / 4 & 15);
    const int begin = first - shift;
    const int stop = end < width ? end - shift : end;
    const bool late = ((ulong)(out + (long)y * out_stride) - (ulong)(im + (long)y * im_stride)
            + 80 & 4095) < 160 || ((ulong)(out + (long)y * out_stride) - (ulong)(stage + (long)y * stage_stride)
            + 80 & 4095) < 160;
    float out_held[1][1][32] __attribute__((aligned(64)));
    int since = stop, until = begin;
    __global const float *im_p0 = im + (long)pg_mirror(y, im_h) * im_stride;
    __global const float *stage_p0 = stage + (long)clamp(y, 0, stage_h - 1) * stage_stride;
    const int last = min(min(width - 16, im_w - 16), stage_w - 36);
    for (int x = begin; x < stop; x += 16) {
        if (x >= 0 && x <= last) {
            pg_fetch(im_p0 + 256 + x);
            pg_fetch(stage_p0 + 256 + x);
            const float16 v = vload16(0, im_p0 + x) * 2.0f - (vload16(0, stage_p0 + x + 12) + vload16(0, stage_p0 + x
                    + 20)) * 0.14285715f - vload16(0, stage_p0 + x + 13) * 0.42857143f - (vload16(0, stage_p0 + x + 14)
                    + vload16(0, stage_p0 + x + 18)) * 0.71428573f - (vload16(0, stage_p0 + x + 15) + vload16(0, stage_p0 + x
                    + 17)) - vload16(0, stage_p0 + x + 16) * 1.1428572f - vload16(0, stage_p0 + x + 19) * 0.2857143f;
            if (pg_rarely(late)) {
                since = min(since, x);
                until = x + 16;
                const int turn = (x - begin) % 32;
                if (x >= since + 32) {
                    for (int row = 0; row < min(1, height - y); row++) {
                        pg_stream(float16, vload16(0, out_held[row][0] + turn), out + (long)(y + row) * out_stride
                                + x - 32);
                    }
                }
                vstore16(v, 0, out_held[0][0] + turn);
            } else {
                pg_stream(float16, v, out + (long)y * out_stride + x);
            }
        } else {
            float im_tile[1][1][16];
            for (int j = 0; j < 1; j++) {
                __global const float *line = im + (long)pg_mirror(y + j, im_h) * im_stride;
                if (x >= 0 && x + 16 <= im_w) {
                    *(pg_any_float16 *)(im_tile[0][j]) = *(__global const pg_any_float16 *)(line + x);
                } else {
                    for (int i = 0; i < 16; i++) {
                        const int at = pg_mirror(x + i, im_w);
                        im_tile[0][j][i] = line[at];
                    }
                }
            }
            float stage_tile[1][1][24];
            for (int j = 0; j < 1; j++) {
                __global const float *line = stage + (long)clamp(y + j, 0, stage_h - 1) * stage_stride;
                if (x + 12 >= 0 && x + 12 + 16 <= stage_w) {
                    *(pg_any_float16 *)(stage_tile[0][j]) = *(__global const pg_any_float16 *)(line + x + 12);
                    for (int i = 16; i < 24; i++) {
                        const int at = clamp(x + 12 + i, 0, stage_w - 1);
                        stage_tile[0][j][i] = line[at];
                    }
                } else {
                    for (int i = 0; i < 24; i++) {
                        const int at = clamp(x + 12 + i, 0, stage_w - 1);
                        stage_tile[0][j][i] = line[at];
                    }
                }
            }
            for (int row = 0; row < min(1, height - y); row++) {
                const float16 v = *(pg_any_float16 *)(im_tile[0][row]) * 2.0f
                        - (*(pg_any_float16 *)(stage_tile[0][row]) + *(pg_any_float16 *)(stage_tile[0][row]
                        + 8)) * 0.14285715f - *(pg_any_float16 *)(stage_tile[0][row] + 1) * 0.42857143f
                        - (*(pg_any_float16 *)(stage_tile[0][row] + 2) + *(pg_any_float16 *)(stage_tile[0][row]
                        + 6)) * 0.71428573f - (*(pg_any_float16 *)(stage_tile[0][row] + 3)
                        + *(pg_any_float16 *)(stage_tile[0][row] + 5)) - *(pg_any_float16 *)(stage_tile[0][row]
                        + 4) * 1.1428572f - *(pg_any_float16 *)(stage_tile[0][row] + 7) * 0.2857143f;
                if (x >= 0 && x + 16 <= width) {
                    *(__global pg_any_float16 *)(out + (long)(y + row) * out_stride + x) = v;
                } else {
                    float out_part[1][16];
                    *(pg_any_float16 *)(out_part[0]) = v;
                    __global float *out_row = out + (long)(y + row) * out_stride + x;
                    for (int i = max(0, 0 - x); i < min(16, width - x); i++) {
                        out_row[i] = out_part[0][i];
                    }
                }
            }
        }
    }
    if (late) {
        for (int x = max(since, until - 32); x < until; x += 16) {
            const int turn = (x - begin) % 32;
            for (int row = 0; row < min(1, height - y); row++) {
                pg_stream(float16, vload16(0, out_held[row][0] + turn), out + (long)(y + row) * out_stride + x);
            }
        }
    }
}
