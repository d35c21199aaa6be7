// box: 4 passes over tiles of 1024 x 128 pixels

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

__attribute__((vec_type_hint(float4)))
__kernel void box(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int left = get_global_id(0) * 1024, top = get_global_id(1) * 128;
    const int right = min(left + 1024, width), bottom = min(top + 128, height);
    const bool stream = (long)width * height > 1048576;
    float stage_rows[171920] __attribute__((aligned(64)));
    float *stage = stage_rows + 16;
    for (int y = top; y < bottom + 30; y++) {
        const int first = left - (int)((ulong)im / 4 & 15), end = right + 48;
        __global const float *im_m15 = im + (long)clamp(y - 15, 0, im_h - 1) * im_stride;
        float *stage_into = stage + (y - top) * 1088 - left;
        const int last = im_w;
        for (int x = first; x < end; x += 16) {
            if (x >= 16 && x <= last) {
                const float16 im_m16_m15 = vload16(0, im_m15 + x - 16);
                vstore16(im_m16_m15, 0, stage_into + x);
            } else {
                float im_tile[1][1][16];
                for (int j = 0; j < 1; j++) {
                    __global const float *line = im + (long)clamp(y - 15 + j, 0, im_h - 1) * im_stride;
                    if (x - 16 >= 0 && x - 16 + 16 <= im_w) {
                        *(pg_any_float16 *)(im_tile[0][j]) = *(__global const pg_any_float16 *)(line + x - 16);
                    } else {
                        for (int i = 0; i < 16; i++) {
                            const int at = clamp(x - 16 + i, 0, im_w - 1);
                            im_tile[0][j][i] = line[at];
                        }
                    }
                }
                for (int row = 0; row < 1; row++) {
                    const float16 im_m16_m15 = *(pg_any_float16 *)(im_tile[0][row]);
                    *(pg_any_float16 *)(stage + (y + row - top) * 1088 - left + x) = im_m16_m15;
                }
            }
        }
    }
    {
        const int columns = right - left + 48, end = bottom - top;
        float before[1072] __attribute__((aligned(64)));
        for (int block = 0; block < end; block += 31) {
            for (int x = 0; x < columns; x += 16) {
                vstore16((float16)(0.0f), 0, before + x);
            }
            for (int y = block + 30; y >= block; y--) {
                const float *row = stage + y * 1088;
                float *into_1 = stage + y * 1088;
                if (y < end) {
                    for (int x = 0; x < columns; x += 16) {
                        const float16 v = vload16(0, before + x) + vload16(0, row + x);
                        vstore16(v, 0, before + x);
                        vstore16(v, 0, into_1 + x);
                    }
                } else {
                    for (int x = 0; x < columns; x += 16) {
                        vstore16(vload16(0, before + x) + vload16(0, row + x), 0, before + x);
                    }
                }
            }
            for (int x = 0; x < columns; x += 16) {
                vstore16((float16)(0.0f), 0, before + x);
            }
            for (int y = block + 1; y < min(block + 31, end); y++) {
                const float *row = stage + (y + 30) * 1088;
                float *into_2 = stage + y * 1088;
                for (int x = 0; x < columns; x += 16) {
                    const float16 v_1 = vload16(0, before + x) + vload16(0, row + x);
                    vstore16(v_1, 0, before + x);
                    vstore16(vload16(0, into_2 + x) + v_1, 0, into_2 + x);
                }
            }
        }
    }
    {
        const int columns = right - left + 16, end = bottom - top;
        float sum_of_2[1087] __attribute__((aligned(64)));
        float sum_of_4[1087] __attribute__((aligned(64)));
        float sum_of_8[1087] __attribute__((aligned(64)));
        float sum_of_16[1087] __attribute__((aligned(64)));
        for (int y = 0; y < end; y++) {
            const float *row = stage + y * 1088;
            for (int x = 0; x < columns + 29; x += 16) {
                vstore16(vload16(0, row + x) + vload16(0, row + x + 1), 0, sum_of_2 + x);
            }
            for (int x = 0; x < columns + 27; x += 16) {
                vstore16(vload16(0, sum_of_2 + x) + vload16(0, sum_of_2 + x + 2), 0, sum_of_4 + x);
            }
            for (int x = 0; x < columns + 23; x += 16) {
                vstore16(vload16(0, sum_of_4 + x) + vload16(0, sum_of_4 + x + 4), 0, sum_of_8 + x);
            }
            for (int x = 0; x < columns + 15; x += 16) {
                vstore16(vload16(0, sum_of_8 + x) + vload16(0, sum_of_8 + x + 8), 0, sum_of_16 + x);
            }
            for (int x = 0; x < columns; x += 16) {
                vstore16(vload16(0, sum_of_16 + x) + vload16(0, sum_of_8 + x + 16) + vload16(0, sum_of_4 + x + 24)
                        + vload16(0, sum_of_2 + x + 28) + vload16(0, row + x + 30), 0, stage + y * 1088 + x);
            }
        }
    }
    for (int y = top; y < bottom; y++) {
        const int first = left, end = right;
        const float *stage_p0 = stage + (y - top) * 1088 - left;
        for (int x = first; x < end; x += 16) {
            const float16 v = vload16(0, stage_p0 + x + 1) * 0.0010405828f;
            {
                if (x + 16 <= width) {
                    pg_stream(float16, v, out + (long)y * out_stride + x);
                } else {
                    float out_part[1][16];
                    vstore16(v, 0, out_part[0]);
                    __global float *out_row = out + (long)y * out_stride + x;
                    for (int i = 0; i < min(16, width - x); i++) {
                        out_row[i] = out_part[0][i];
                    }
                }
            }
        }
    }
}
