// soft: 2 passes over tiles of 512 x 8 pixels

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

__attribute__((vec_type_hint(float4)))
__kernel void soft(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int left = get_global_id(0) * 512, top = get_global_id(1) * 8;
    const int right = min(left + 512, width), bottom = min(top + 8, height);
    const bool stream = (long)width * height > 1048576;
    float stage_rows[4496] __attribute__((aligned(64)));
    float *stage = stage_rows + 16;
    for (int y = top; y < bottom; y += 8) {
        const int first = left - (int)((ulong)im / 4 & 15), end = right + 32;
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
        float *stage_into = stage + (y - top) * 560 - left;
        const int last = im_w;
        for (int x = first; x < end; x += 16) {
            if (x >= 16 && x <= last) {
                const float16 im_m16_m3 = vload16(0, im_m3 + x - 16);
                const float16 im_m16_m2 = vload16(0, im_m2 + x - 16);
                const float16 im_m16_m1 = vload16(0, im_m1 + x - 16);
                const float16 im_m16_0 = vload16(0, im_p0 + x - 16);
                const float16 im_m16_1 = vload16(0, im_p1 + x - 16);
                const float16 im_m16_2 = vload16(0, im_p2 + x - 16);
                const float16 im_m16_3 = vload16(0, im_p3 + x - 16);
                const float16 im_m16_4 = vload16(0, im_p4 + x - 16);
                const float16 v = (vload16(0, im_m4 + x - 16) + im_m16_4) * 0.0046022353f + im_m16_m3 * 0.013806706f
                        + (im_m16_m2 + im_m16_2) * 0.023011178f + (im_m16_m1 + im_m16_1) * 0.032215647f
                        + im_m16_0 * 0.036817882f + im_m16_3 * 0.009204471f;
                vstore16(v, 0, stage_into + x);
                const float16 im_m16_5 = vload16(0, im_p5 + x - 16);
                const float16 v_1 = (im_m16_m3 + im_m16_5) * 0.0046022353f + im_m16_m2 * 0.013806706f + (im_m16_m1
                        + im_m16_3) * 0.023011178f + (im_m16_0 + im_m16_2) * 0.032215647f + im_m16_1 * 0.036817882f
                        + im_m16_4 * 0.009204471f;
                vstore16(v_1, 0, stage_into + 560 + x);
                const float16 im_m16_6 = vload16(0, im_p6 + x - 16);
                const float16 v_2 = (im_m16_m2 + im_m16_6) * 0.0046022353f + im_m16_m1 * 0.013806706f + (im_m16_0
                        + im_m16_4) * 0.023011178f + (im_m16_1 + im_m16_3) * 0.032215647f + im_m16_2 * 0.036817882f
                        + im_m16_5 * 0.009204471f;
                vstore16(v_2, 0, stage_into + 1120 + x);
                const float16 im_m16_7 = vload16(0, im_p7 + x - 16);
                const float16 v_3 = (im_m16_m1 + im_m16_7) * 0.0046022353f + im_m16_0 * 0.013806706f + (im_m16_1
                        + im_m16_5) * 0.023011178f + (im_m16_2 + im_m16_4) * 0.032215647f + im_m16_3 * 0.036817882f
                        + im_m16_6 * 0.009204471f;
                vstore16(v_3, 0, stage_into + 1680 + x);
                const float16 im_m16_8 = vload16(0, im_p8 + x - 16);
                const float16 v_4 = (im_m16_0 + im_m16_8) * 0.0046022353f + im_m16_1 * 0.013806706f + (im_m16_2
                        + im_m16_6) * 0.023011178f + (im_m16_3 + im_m16_5) * 0.032215647f + im_m16_4 * 0.036817882f
                        + im_m16_7 * 0.009204471f;
                vstore16(v_4, 0, stage_into + 2240 + x);
                const float16 im_m16_9 = vload16(0, im_p9 + x - 16);
                const float16 v_5 = (im_m16_1 + im_m16_9) * 0.0046022353f + im_m16_2 * 0.013806706f + (im_m16_3
                        + im_m16_7) * 0.023011178f + (im_m16_4 + im_m16_6) * 0.032215647f + im_m16_5 * 0.036817882f
                        + im_m16_8 * 0.009204471f;
                vstore16(v_5, 0, stage_into + 2800 + x);
                const float16 im_m16_10 = vload16(0, im_p10 + x - 16);
                const float16 v_6 = (im_m16_2 + im_m16_10) * 0.0046022353f + im_m16_3 * 0.013806706f + (im_m16_4
                        + im_m16_8) * 0.023011178f + (im_m16_5 + im_m16_7) * 0.032215647f + im_m16_6 * 0.036817882f
                        + im_m16_9 * 0.009204471f;
                vstore16(v_6, 0, stage_into + 3360 + x);
                const float16 v_7 = (im_m16_3 + vload16(0, im_p11 + x - 16)) * 0.0046022353f
                        + im_m16_4 * 0.013806706f + (im_m16_5 + im_m16_9) * 0.023011178f + (im_m16_6
                        + im_m16_8) * 0.032215647f + im_m16_7 * 0.036817882f + im_m16_10 * 0.009204471f;
                vstore16(v_7, 0, stage_into + 3920 + x);
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
                for (int row = 0; row < 8; row++) {
                    const float16 v = (*(pg_any_float16 *)(im_tile[0][row]) + *(pg_any_float16 *)(im_tile[0][row
                            + 8])) * 0.0046022353f + *(pg_any_float16 *)(im_tile[0][row + 1]) * 0.013806706f
                            + (*(pg_any_float16 *)(im_tile[0][row + 2]) + *(pg_any_float16 *)(im_tile[0][row
                            + 6])) * 0.023011178f + (*(pg_any_float16 *)(im_tile[0][row + 3])
                            + *(pg_any_float16 *)(im_tile[0][row + 5])) * 0.032215647f + *(pg_any_float16 *)(im_tile[0][row
                            + 4]) * 0.036817882f + *(pg_any_float16 *)(im_tile[0][row + 7]) * 0.009204471f;
                    *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x) = v;
                }
            }
        }
    }
    for (int y = top; y < bottom; y++) {
        const int first = left, end = right;
        __global const float *im_p0 = im + (long)pg_mirror(y, im_h) * im_stride;
        const float *stage_p0 = stage + (y - top) * 560 - left;
        const int last = min(width - 16, im_w - 16);
        for (int x = first; x < end; x += 16) {
            if (x <= last) {
                const float16 v = vload16(0, im_p0 + x) * 2.0f - (vload16(0, stage_p0 + x + 12) + vload16(0, stage_p0
                        + x + 20)) * 0.14285715f - vload16(0, stage_p0 + x + 13) * 0.42857143f - (vload16(0, stage_p0 + x
                        + 14) + vload16(0, stage_p0 + x + 18)) * 0.71428573f - (vload16(0, stage_p0 + x + 15) + vload16(0,
                        stage_p0 + x + 17)) - vload16(0, stage_p0 + x + 16) * 1.1428572f - vload16(0, stage_p0 + x
                        + 19) * 0.2857143f;
                pg_stream(float16, v, out + (long)y * out_stride + x);
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
                for (int row = 0; row < min(1, height - y); row++) {
                    const float16 stage_12_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 12);
                    const float16 stage_13_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 13);
                    const float16 stage_14_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 14);
                    const float16 stage_15_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 15);
                    const float16 stage_16_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 16);
                    const float16 stage_17_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 17);
                    const float16 stage_18_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 18);
                    const float16 stage_19_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 19);
                    const float16 stage_20_0 = *(pg_any_float16 *)(stage + (y + row - top) * 560 - left + x + 20);
                    const float16 v = *(pg_any_float16 *)(im_tile[0][row]) * 2.0f - (stage_12_0
                            + stage_20_0) * 0.14285715f - stage_13_0 * 0.42857143f - (stage_14_0 + stage_18_0) * 0.71428573f
                            - (stage_15_0 + stage_17_0) - stage_16_0 * 1.1428572f - stage_19_0 * 0.2857143f;
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
}
