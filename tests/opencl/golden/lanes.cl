// sobel: each work-item sweeps 2 rows, 16 pixels at a time; work-groups of 1 x 1

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
#if defined(__has_builtin) && __has_builtin(__builtin_expect)
#define pg_rarely(test) __builtin_expect(test, 0)
#else
#define pg_rarely(test) (test)
#endif

__attribute__((vec_type_hint(float4)))
__kernel void sobel(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1) * 2;
    if (y >= height)
        return;
    const int first = get_global_id(0) * 4096, end = min(first + 4096, width);
    const bool stream = (long)width * height > 1048576;
    const int shift = (int)((ulong)(out + (long)y * out_stride) / 4 & 15);
    const int begin = first - shift;
    const int stop = end < width ? end - shift : end;
    const bool late = ((ulong)(out + (long)y * out_stride) - (ulong)(im + (long)y * im_stride) + 80 & 4095) < 160;
    float out_held[2][1][32] __attribute__((aligned(64)));
    int since = stop, until = begin;
    __global const float *im_m1 = im + (long)clamp(y - 1, 0, im_h - 1) * im_stride;
    __global const float *im_p0 = im + (long)clamp(y, 0, im_h - 1) * im_stride;
    __global const float *im_p1 = im + (long)clamp(y + 1, 0, im_h - 1) * im_stride;
    __global const float *im_p2 = im + (long)clamp(y + 2, 0, im_h - 1) * im_stride;
    const int last = min(width - 16, im_w - 17);
    for (int x = begin; x < stop; x += 16) {
        if (x >= 1 && x <= last) {
            const float16 im_m1_m1 = vload16(0, im_m1 + x - 1);
            const float16 im_1_m1 = vload16(0, im_m1 + x + 1);
            const float16 im_m1_1 = vload16(0, im_p1 + x - 1);
            const float16 im_1_1 = vload16(0, im_p1 + x + 1);
            const float16 v = im_m1_m1 + im_1_m1 - im_m1_1 - im_1_1 + (vload16(0, im_m1 + x) - vload16(0, im_p1
                    + x)) * 2.0f;
            const float16 v_1 = (im_m1_m1 - im_1_m1);
            const float16 im_m1_0 = vload16(0, im_p0 + x - 1);
            const float16 im_1_0 = vload16(0, im_p0 + x + 1);
            const float16 v_2 = (im_m1_0 - im_1_0);
            const float16 v_3 = (im_m1_1 - im_1_1);
            const float16 v_4 = (v_1 + v_3) + v_2 * 2.0f;
            const float16 v_5 = sqrt((v * v + v_4 * v_4));
            const float16 im_m1_2 = vload16(0, im_p2 + x - 1);
            const float16 im_1_2 = vload16(0, im_p2 + x + 1);
            const float16 v_6 = im_m1_0 + im_1_0 - im_m1_2 - im_1_2 + (vload16(0, im_p0 + x) - vload16(0, im_p2
                    + x)) * 2.0f;
            const float16 v_7 = (im_m1_2 - im_1_2);
            const float16 v_8 = (v_2 + v_7) + v_3 * 2.0f;
            const float16 v_9 = sqrt((v_6 * v_6 + v_8 * v_8));
            if (pg_rarely(late)) {
                since = min(since, x);
                until = x + 16;
                const int turn = (x - begin) % 32;
                if (x >= since + 32) {
                    for (int row = 0; row < min(2, height - y); row++) {
                        pg_stream(float16, vload16(0, out_held[row][0] + turn), out + (long)(y + row) * out_stride
                                + x - 32);
                    }
                }
                vstore16(v_5, 0, out_held[0][0] + turn);
                vstore16(v_9, 0, out_held[1][0] + turn);
            } else {
                pg_stream(float16, v_5, out + (long)y * out_stride + x);
                if (y + 1 < height)
                    pg_stream(float16, v_9, out + (long)(y + 1) * out_stride + x);
            }
        } else {
            float im_tile[1][4][18];
            for (int j = 0; j < 4; j++) {
                __global const float *line = im + (long)clamp(y - 1 + j, 0, im_h - 1) * im_stride;
                if (x >= 0 && x + 16 <= im_w) {
                    *(pg_any_float16 *)(im_tile[0][j] + 1) = *(__global const pg_any_float16 *)(line + x);
                    for (int i = 0; i < 1; i++) {
                        const int at = clamp(x - 1 + i, 0, im_w - 1);
                        im_tile[0][j][i] = line[at];
                    }
                    for (int i = 17; i < 18; i++) {
                        const int at = clamp(x - 1 + i, 0, im_w - 1);
                        im_tile[0][j][i] = line[at];
                    }
                } else {
                    for (int i = 0; i < 18; i++) {
                        const int at = clamp(x - 1 + i, 0, im_w - 1);
                        im_tile[0][j][i] = line[at];
                    }
                }
            }
            for (int row = 0; row < min(2, height - y); row++) {
                const float16 im_m1_m1 = *(pg_any_float16 *)(im_tile[0][row]);
                const float16 im_1_m1 = *(pg_any_float16 *)(im_tile[0][row] + 2);
                const float16 im_m1_1 = *(pg_any_float16 *)(im_tile[0][row + 2]);
                const float16 im_1_1 = *(pg_any_float16 *)(im_tile[0][row + 2] + 2);
                const float16 v = im_m1_m1 + im_1_m1 - im_m1_1 - im_1_1 + (*(pg_any_float16 *)(im_tile[0][row] + 1)
                        - *(pg_any_float16 *)(im_tile[0][row + 2] + 1)) * 2.0f;
                const float16 v_1 = (im_m1_m1 - im_1_m1);
                const float16 v_2 = (*(pg_any_float16 *)(im_tile[0][row + 1]) - *(pg_any_float16 *)(im_tile[0][row
                        + 1] + 2));
                const float16 v_3 = (im_m1_1 - im_1_1);
                const float16 v_4 = (v_1 + v_3) + v_2 * 2.0f;
                const float16 v_5 = sqrt((v * v + v_4 * v_4));
                if (x >= 0 && x + 16 <= width) {
                    *(__global pg_any_float16 *)(out + (long)(y + row) * out_stride + x) = v_5;
                } else {
                    float out_part[1][16];
                    *(pg_any_float16 *)(out_part[0]) = v_5;
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
            for (int row = 0; row < min(2, height - y); row++) {
                pg_stream(float16, vload16(0, out_held[row][0] + turn), out + (long)(y + row) * out_stride + x);
            }
        }
    }
}
