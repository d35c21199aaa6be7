// rough: 3 passes, the stages first

typedef float16 pg_any_float16 __attribute__((aligned(sizeof(float))));
int pg_greatest16(int16 v16) {
    const int8 v8 = max(v16.lo, v16.hi);
    const int4 v4 = max(v8.lo, v8.hi);
    const int2 v2 = max(v4.lo, v4.hi);
    return max(v2.x, v2.y);
}
float16 pg_some16(__global const float *from, int count) {
    if (count >= 16) return vload16(0, from);
    float v[16];
    for (int i = 0; i < 16; i++) v[i] = i < count ? from[i] : 0.0f;
    return vload16(0, v);
}
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


// each work-item sweeps 1 row, 16 pixels at a time; work-groups of 1 x 1
__attribute__((vec_type_hint(float4)))
__kernel void rough_1(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const int first = get_global_id(0) * 4096, end = min(first + 4096, width);
    const bool stream = (long)width * height > 1048576;
    __global const float *im_m15 = im + (long)clamp(y - 15, 0, im_h - 1) * im_stride;
    const int last = min(width - 16, im_w);
    for (int x = first; x < end; x += 16) {
        if (x <= last && x >= 16) {
            pg_fetch(im_m15 + 256 + x);
            const float16 im_m16_m15 = vload16(0, im_m15 + x - 16);
            pg_stream(float16, im_m16_m15, out + (long)y * out_stride + x);
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
            for (int row = 0; row < min(1, height - y); row++) {
                const float16 im_m16_m15 = *(pg_any_float16 *)(im_tile[0][row]);
                if (x + 16 <= width) {
                    *(__global pg_any_float16 *)(out + (long)(y + row) * out_stride + x) = im_m16_m15;
                } else {
                    float out_part[1][16];
                    *(pg_any_float16 *)(out_part[0]) = im_m16_m15;
                    __global float *out_row = out + (long)(y + row) * out_stride + x;
                    for (int i = 0; i < min(16, width - x); i++) {
                        out_row[i] = out_part[0][i];
                    }
                }
            }
        }
    }
}

// each work-item computes 192 columns, 452 rows of them as frequencies; work-groups of 1 x 1
__attribute__((vec_type_hint(float4)))
__kernel void rough_2(__global const float *restrict stage, int stage_w, int stage_h, int stage_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    __global const float *const from = stage + 1;
    __global float *const into = out;
    const int wide = stage_w - 1, tall = stage_h, pitch = stage_stride, into_pitch = out_stride;
    // What would read beyond its source is in the margin of a stage, and nobody asks for it.
    const int left = get_global_id(0) * 192, top = get_global_id(1) * 452;
    float real[4096] __attribute__((aligned(64)));
    float reals[61440] __attribute__((aligned(64)));
    float other[4096] __attribute__((aligned(64)));
    float others[61440] __attribute__((aligned(64)));
    int greatest[2][16][14], most = 0;  // as the bits of floats
    const int columns = min(192, min(width, wide - 30) - left);
    const int bottom = min(height, tall - 30);
    for (int x = 0; x < columns + 30; x += 16) {
        const int count = wide - (left + x);
        int16 greatest_number = 0;
        for (int group = 0; group < 4; group++) {
            int16 high_a0 = 0, high_a1 = 0, high_a2 = 0, high_a3 = 0, high_b0 = 0, high_b1 = 0, high_b2 = 0,
                    high_b3 = 0;
            for (int j = group * 16; j < (group + 1) * 16; j++) {
                const float c1 = pg_rough_2_angles1[2 * j], s1 = pg_rough_2_angles1[2 * j + 1],
                        c2 = pg_rough_2_angles1[4 * j], s2 = pg_rough_2_angles1[4 * j + 1], c3 = pg_rough_2_angles1[6 * j],
                        s3 = pg_rough_2_angles1[6 * j + 1];
                const int y = top + j + 0;
                float16 a0 = y < tall ? pg_some16(from + (long)(y) * pitch + left + x, count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(a0) & 0x7fffffff, number = bits < 0x7f800000;
                    high_a0 = max(high_a0, bits);
                    greatest_number = max(greatest_number, bits & number);
                    a0 = as_float16(as_int16(a0) & number);
                }
                float16 a1 = y + 64 < tall ? pg_some16(from + (long)(y + 64) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(a1) & 0x7fffffff, number = bits < 0x7f800000;
                    high_a1 = max(high_a1, bits);
                    greatest_number = max(greatest_number, bits & number);
                    a1 = as_float16(as_int16(a1) & number);
                }
                float16 a2 = y + 128 < tall ? pg_some16(from + (long)(y + 128) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(a2) & 0x7fffffff, number = bits < 0x7f800000;
                    high_a2 = max(high_a2, bits);
                    greatest_number = max(greatest_number, bits & number);
                    a2 = as_float16(as_int16(a2) & number);
                }
                float16 a3 = y + 192 < tall ? pg_some16(from + (long)(y + 192) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(a3) & 0x7fffffff, number = bits < 0x7f800000;
                    high_a3 = max(high_a3, bits);
                    greatest_number = max(greatest_number, bits & number);
                    a3 = as_float16(as_int16(a3) & number);
                }
                float16 b0 = y + 226 < tall ? pg_some16(from + (long)(y + 226) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(b0) & 0x7fffffff, number = bits < 0x7f800000;
                    high_b0 = max(high_b0, bits);
                    greatest_number = max(greatest_number, bits & number);
                    b0 = as_float16(as_int16(b0) & number);
                }
                float16 b1 = y + 290 < tall ? pg_some16(from + (long)(y + 290) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(b1) & 0x7fffffff, number = bits < 0x7f800000;
                    high_b1 = max(high_b1, bits);
                    greatest_number = max(greatest_number, bits & number);
                    b1 = as_float16(as_int16(b1) & number);
                }
                float16 b2 = y + 354 < tall ? pg_some16(from + (long)(y + 354) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(b2) & 0x7fffffff, number = bits < 0x7f800000;
                    high_b2 = max(high_b2, bits);
                    greatest_number = max(greatest_number, bits & number);
                    b2 = as_float16(as_int16(b2) & number);
                }
                float16 b3 = y + 418 < tall ? pg_some16(from + (long)(y + 418) * pitch + left + x,
                        count) : (float16)(0.0f);
                {
                    const int16 bits = as_int16(b3) & 0x7fffffff, number = bits < 0x7f800000;
                    high_b3 = max(high_b3, bits);
                    greatest_number = max(greatest_number, bits & number);
                    b3 = as_float16(as_int16(b3) & number);
                }
                {
                    const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                    const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                    a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                    a1 = r + w; b1 = s - v; a3 = r - w; b3 = s + v;
                }
                {
                    const float16 v = a1 * c1 - b1 * s1;
                    b1 = a1 * s1 + b1 * c1;
                    a1 = v;
                }
                {
                    const float16 v = a2 * c2 - b2 * s2;
                    b2 = a2 * s2 + b2 * c2;
                    a2 = v;
                }
                {
                    const float16 v = a3 * c3 - b3 * s3;
                    b3 = a3 * s3 + b3 * c3;
                    a3 = v;
                }
                vstore16(a0, 0, real + (j + 0) * 16);
                vstore16(a1, 0, real + (j + 64) * 16);
                vstore16(a2, 0, real + (j + 128) * 16);
                vstore16(a3, 0, real + (j + 192) * 16);
                vstore16(b0, 0, other + (j + 0) * 16);
                vstore16(b1, 0, other + (j + 64) * 16);
                vstore16(b2, 0, other + (j + 128) * 16);
                vstore16(b3, 0, other + (j + 192) * 16);
            }
            greatest[0][group + 0][x / 16] = pg_greatest16(high_a0);
            greatest[0][group + 4][x / 16] = pg_greatest16(high_a1);
            greatest[0][group + 8][x / 16] = pg_greatest16(high_a2);
            greatest[0][group + 12][x / 16] = pg_greatest16(high_a3);
            greatest[1][group + 0][x / 16] = pg_greatest16(high_b0);
            greatest[1][group + 4][x / 16] = pg_greatest16(high_b1);
            greatest[1][group + 8][x / 16] = pg_greatest16(high_b2);
            greatest[1][group + 12][x / 16] = pg_greatest16(high_b3);
        }
        most = max(most, pg_greatest16(greatest_number));
        for (int j = 0; j < 16; j++) {
            const float c1 = pg_rough_2_angles1[8 * j], s1 = pg_rough_2_angles1[8 * j + 1],
                    c2 = pg_rough_2_angles1[16 * j], s2 = pg_rough_2_angles1[16 * j + 1], c3 = pg_rough_2_angles1[24 * j],
                    s3 = pg_rough_2_angles1[24 * j + 1];
            for (int i = j; i < 256; i += 64) {
                float16 a0 = vload16(0, real + (i + 0) * 16), a1 = vload16(0, real + (i + 16) * 16), a2 = vload16(0,
                        real + (i + 32) * 16), a3 = vload16(0, real + (i + 48) * 16);
                float16 b0 = vload16(0, other + (i + 0) * 16), b1 = vload16(0, other + (i + 16) * 16), b2 = vload16(0,
                        other + (i + 32) * 16), b3 = vload16(0, other + (i + 48) * 16);
                {
                    const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                    const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                    a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                    a1 = r + w; b1 = s - v; a3 = r - w; b3 = s + v;
                }
                {
                    const float16 v = a1 * c1 - b1 * s1;
                    b1 = a1 * s1 + b1 * c1;
                    a1 = v;
                }
                {
                    const float16 v = a2 * c2 - b2 * s2;
                    b2 = a2 * s2 + b2 * c2;
                    a2 = v;
                }
                {
                    const float16 v = a3 * c3 - b3 * s3;
                    b3 = a3 * s3 + b3 * c3;
                    a3 = v;
                }
                vstore16(a0, 0, real + (i + 0) * 16);
                vstore16(a1, 0, real + (i + 16) * 16);
                vstore16(a2, 0, real + (i + 32) * 16);
                vstore16(a3, 0, real + (i + 48) * 16);
                vstore16(b0, 0, other + (i + 0) * 16);
                vstore16(b1, 0, other + (i + 16) * 16);
                vstore16(b2, 0, other + (i + 32) * 16);
                vstore16(b3, 0, other + (i + 48) * 16);
            }
        }
        for (int j = 0; j < 4; j++) {
            const float c1 = pg_rough_2_angles1[32 * j], s1 = pg_rough_2_angles1[32 * j + 1],
                    c2 = pg_rough_2_angles1[64 * j], s2 = pg_rough_2_angles1[64 * j + 1], c3 = pg_rough_2_angles1[96 * j],
                    s3 = pg_rough_2_angles1[96 * j + 1];
            for (int i = j; i < 256; i += 16) {
                float16 a0 = vload16(0, real + (i + 0) * 16), a1 = vload16(0, real + (i + 4) * 16), a2 = vload16(0,
                        real + (i + 8) * 16), a3 = vload16(0, real + (i + 12) * 16);
                float16 b0 = vload16(0, other + (i + 0) * 16), b1 = vload16(0, other + (i + 4) * 16), b2 = vload16(0,
                        other + (i + 8) * 16), b3 = vload16(0, other + (i + 12) * 16);
                {
                    const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                    const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                    a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                    a1 = r + w; b1 = s - v; a3 = r - w; b3 = s + v;
                }
                {
                    const float16 v = a1 * c1 - b1 * s1;
                    b1 = a1 * s1 + b1 * c1;
                    a1 = v;
                }
                {
                    const float16 v = a2 * c2 - b2 * s2;
                    b2 = a2 * s2 + b2 * c2;
                    a2 = v;
                }
                {
                    const float16 v = a3 * c3 - b3 * s3;
                    b3 = a3 * s3 + b3 * c3;
                    a3 = v;
                }
                vstore16(a0, 0, real + (i + 0) * 16);
                vstore16(a1, 0, real + (i + 4) * 16);
                vstore16(a2, 0, real + (i + 8) * 16);
                vstore16(a3, 0, real + (i + 12) * 16);
                vstore16(b0, 0, other + (i + 0) * 16);
                vstore16(b1, 0, other + (i + 4) * 16);
                vstore16(b2, 0, other + (i + 8) * 16);
                vstore16(b3, 0, other + (i + 12) * 16);
            }
        }
        for (int i = 0; i < 256; i += 4) {
            float16 a0 = vload16(0, real + (i + 0) * 16), a1 = vload16(0, real + (i + 1) * 16), a2 = vload16(0, real
                    + (i + 2) * 16), a3 = vload16(0, real + (i + 3) * 16);
            float16 b0 = vload16(0, other + (i + 0) * 16), b1 = vload16(0, other + (i + 1) * 16), b2 = vload16(0,
                    other + (i + 2) * 16), b3 = vload16(0, other + (i + 3) * 16);
            {
                const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                a1 = r + w; b1 = s - v; a3 = r - w; b3 = s + v;
            }
            vstore16(a0, 0, reals + x + (i + 0) * 240);
            vstore16(a1, 0, reals + x + (i + 1) * 240);
            vstore16(a2, 0, reals + x + (i + 2) * 240);
            vstore16(a3, 0, reals + x + (i + 3) * 240);
            vstore16(b0, 0, others + x + (i + 0) * 240);
            vstore16(b1, 0, others + x + (i + 1) * 240);
            vstore16(b2, 0, others + x + (i + 2) * 240);
            vstore16(b3, 0, others + x + (i + 3) * 240);
        }
    }
    const bool finite = as_float(most) < 2.5042193e+33f;
    if (finite && most > 0) {
        for (int f = 0; f < 256; f++) {
            float *const a = reals + f * 240, *const b = others + f * 240;
            __constant const float *w = pg_rough_2_spectrum0 + f * 62;
            for (int x = 0; x < columns; x += 64) {
                float16 c0 = 0.0f, d0 = 0.0f, c1 = 0.0f, d1 = 0.0f, c2 = 0.0f, d2 = 0.0f, c3 = 0.0f, d3 = 0.0f;
                for (int k = 0; k < 31; k++) {
                    const float u = w[2 * k], v = w[2 * k + 1];
                    {
                        const float16 p = vload16(0, a + x + k), q = vload16(0, b + x + k);
                        c0 += p * u; c0 -= q * v; d0 += p * v; d0 += q * u;
                    }
                    {
                        const float16 p = vload16(0, a + x + k + 16), q = vload16(0, b + x + k + 16);
                        c1 += p * u; c1 -= q * v; d1 += p * v; d1 += q * u;
                    }
                    {
                        const float16 p = vload16(0, a + x + k + 32), q = vload16(0, b + x + k + 32);
                        c2 += p * u; c2 -= q * v; d2 += p * v; d2 += q * u;
                    }
                    {
                        const float16 p = vload16(0, a + x + k + 48), q = vload16(0, b + x + k + 48);
                        c3 += p * u; c3 -= q * v; d3 += p * v; d3 += q * u;
                    }
                }
                vstore16(c0, 0, a + x + 0); vstore16(d0, 0, b + x + 0);
                vstore16(c1, 0, a + x + 16); vstore16(d1, 0, b + x + 16);
                vstore16(c2, 0, a + x + 32); vstore16(d2, 0, b + x + 32);
                vstore16(c3, 0, a + x + 48); vstore16(d3, 0, b + x + 48);
            }
        }
    }
    for (int x = 0; x < columns; x += 16) {
        if (finite && most > 0) {
            for (int i = 0; i < 256; i += 4) {
                float16 a0 = vload16(0, reals + x + (i + 0) * 240), a1 = vload16(0, reals + x + (i + 1) * 240),
                        a2 = vload16(0, reals + x + (i + 2) * 240), a3 = vload16(0, reals + x + (i + 3) * 240);
                float16 b0 = vload16(0, others + x + (i + 0) * 240), b1 = vload16(0, others + x + (i + 1) * 240),
                        b2 = vload16(0, others + x + (i + 2) * 240), b3 = vload16(0, others + x + (i + 3) * 240);
                {
                    const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                    const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                    a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                    a1 = r - w; b1 = s + v; a3 = r + w; b3 = s - v;
                }
                vstore16(a0, 0, real + (i + 0) * 16);
                vstore16(a1, 0, real + (i + 1) * 16);
                vstore16(a2, 0, real + (i + 2) * 16);
                vstore16(a3, 0, real + (i + 3) * 16);
                vstore16(b0, 0, other + (i + 0) * 16);
                vstore16(b1, 0, other + (i + 1) * 16);
                vstore16(b2, 0, other + (i + 2) * 16);
                vstore16(b3, 0, other + (i + 3) * 16);
            }
            for (int j = 0; j < 4; j++) {
                const float c1 = pg_rough_2_angles1[32 * j], s1 = pg_rough_2_angles1[32 * j + 1],
                        c2 = pg_rough_2_angles1[64 * j], s2 = pg_rough_2_angles1[64 * j + 1], c3 = pg_rough_2_angles1[96 * j],
                        s3 = pg_rough_2_angles1[96 * j + 1];
                for (int i = j; i < 256; i += 16) {
                    float16 a0 = vload16(0, real + (i + 0) * 16), a1 = vload16(0, real + (i + 4) * 16),
                            a2 = vload16(0, real + (i + 8) * 16), a3 = vload16(0, real + (i + 12) * 16);
                    float16 b0 = vload16(0, other + (i + 0) * 16), b1 = vload16(0, other + (i + 4) * 16),
                            b2 = vload16(0, other + (i + 8) * 16), b3 = vload16(0, other + (i + 12) * 16);
                    {
                        const float16 v = a1 * c1 + b1 * s1;
                        b1 = b1 * c1 - a1 * s1;
                        a1 = v;
                    }
                    {
                        const float16 v = a2 * c2 + b2 * s2;
                        b2 = b2 * c2 - a2 * s2;
                        a2 = v;
                    }
                    {
                        const float16 v = a3 * c3 + b3 * s3;
                        b3 = b3 * c3 - a3 * s3;
                        a3 = v;
                    }
                    {
                        const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                        const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                        a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                        a1 = r - w; b1 = s + v; a3 = r + w; b3 = s - v;
                    }
                    vstore16(a0, 0, real + (i + 0) * 16);
                    vstore16(a1, 0, real + (i + 4) * 16);
                    vstore16(a2, 0, real + (i + 8) * 16);
                    vstore16(a3, 0, real + (i + 12) * 16);
                    vstore16(b0, 0, other + (i + 0) * 16);
                    vstore16(b1, 0, other + (i + 4) * 16);
                    vstore16(b2, 0, other + (i + 8) * 16);
                    vstore16(b3, 0, other + (i + 12) * 16);
                }
            }
            for (int j = 0; j < 16; j++) {
                const float c1 = pg_rough_2_angles1[8 * j], s1 = pg_rough_2_angles1[8 * j + 1],
                        c2 = pg_rough_2_angles1[16 * j], s2 = pg_rough_2_angles1[16 * j + 1], c3 = pg_rough_2_angles1[24 * j],
                        s3 = pg_rough_2_angles1[24 * j + 1];
                for (int i = j; i < 256; i += 64) {
                    float16 a0 = vload16(0, real + (i + 0) * 16), a1 = vload16(0, real + (i + 16) * 16),
                            a2 = vload16(0, real + (i + 32) * 16), a3 = vload16(0, real + (i + 48) * 16);
                    float16 b0 = vload16(0, other + (i + 0) * 16), b1 = vload16(0, other + (i + 16) * 16),
                            b2 = vload16(0, other + (i + 32) * 16), b3 = vload16(0, other + (i + 48) * 16);
                    {
                        const float16 v = a1 * c1 + b1 * s1;
                        b1 = b1 * c1 - a1 * s1;
                        a1 = v;
                    }
                    {
                        const float16 v = a2 * c2 + b2 * s2;
                        b2 = b2 * c2 - a2 * s2;
                        a2 = v;
                    }
                    {
                        const float16 v = a3 * c3 + b3 * s3;
                        b3 = b3 * c3 - a3 * s3;
                        a3 = v;
                    }
                    {
                        const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                        const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                        a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                        a1 = r - w; b1 = s + v; a3 = r + w; b3 = s - v;
                    }
                    vstore16(a0, 0, real + (i + 0) * 16);
                    vstore16(a1, 0, real + (i + 16) * 16);
                    vstore16(a2, 0, real + (i + 32) * 16);
                    vstore16(a3, 0, real + (i + 48) * 16);
                    vstore16(b0, 0, other + (i + 0) * 16);
                    vstore16(b1, 0, other + (i + 16) * 16);
                    vstore16(b2, 0, other + (i + 32) * 16);
                    vstore16(b3, 0, other + (i + 48) * 16);
                }
            }
            for (int j = 0; j < 64; j++) {
                const float c1 = pg_rough_2_angles1[2 * j], s1 = pg_rough_2_angles1[2 * j + 1],
                        c2 = pg_rough_2_angles1[4 * j], s2 = pg_rough_2_angles1[4 * j + 1], c3 = pg_rough_2_angles1[6 * j],
                        s3 = pg_rough_2_angles1[6 * j + 1];
                for (int i = j; i < 256; i += 256) {
                    float16 a0 = vload16(0, real + (i + 0) * 16), a1 = vload16(0, real + (i + 64) * 16),
                            a2 = vload16(0, real + (i + 128) * 16), a3 = vload16(0, real + (i + 192) * 16);
                    float16 b0 = vload16(0, other + (i + 0) * 16), b1 = vload16(0, other + (i + 64) * 16),
                            b2 = vload16(0, other + (i + 128) * 16), b3 = vload16(0, other + (i + 192) * 16);
                    {
                        const float16 v = a1 * c1 + b1 * s1;
                        b1 = b1 * c1 - a1 * s1;
                        a1 = v;
                    }
                    {
                        const float16 v = a2 * c2 + b2 * s2;
                        b2 = b2 * c2 - a2 * s2;
                        a2 = v;
                    }
                    {
                        const float16 v = a3 * c3 + b3 * s3;
                        b3 = b3 * c3 - a3 * s3;
                        a3 = v;
                    }
                    {
                        const float16 p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;
                        const float16 t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;
                        a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;
                        a1 = r - w; b1 = s + v; a3 = r + w; b3 = s - v;
                    }
                    vstore16(a0, 0, real + (i + 0) * 16);
                    vstore16(a1, 0, real + (i + 64) * 16);
                    vstore16(a2, 0, real + (i + 128) * 16);
                    vstore16(a3, 0, real + (i + 192) * 16);
                    vstore16(b0, 0, other + (i + 0) * 16);
                    vstore16(b1, 0, other + (i + 64) * 16);
                    vstore16(b2, 0, other + (i + 128) * 16);
                    vstore16(b3, 0, other + (i + 192) * 16);
                }
            }
        }
        const int count = min(columns - x, 16);
        for (int part = 0; part < 2; part++) {
            for (int group = 0; group < 226; group += 16) {
                int near = 0;
                for (int g = group / 16; g <= min(15, (group + 45) / 16); g++) {
                    for (int s = x / 16; s <= min((x + 45) / 16, (columns + 29) / 16); s++) {
                        near = max(near, greatest[part][g][s]);
                    }
                }
                const bool exact = finite && near < 0x7f800000 && as_float(near) >= 0.0009765625f * as_float(most);
                const float least = 1.4876055e-05f * as_float(most);
                const int last = min(226, bottom - top - part * 226);
                for (int j = group; j < min(group + 16, last); j += 8) {
                    const int y = top + part * 226 + j;
                    const float *const turned = part ? other : real;
                    float16 v0 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 0) * 16);
                    float16 v1 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 1) * 16);
                    float16 v2 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 2) * 16);
                    float16 v3 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 3) * 16);
                    float16 v4 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 4) * 16);
                    float16 v5 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 5) * 16);
                    float16 v6 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 6) * 16);
                    float16 v7 = near == 0 ? (float16)(0.0f) : vload16(0, turned + (j + 7) * 16);
                    if (near != 0 && (!exact || any((fabs(v0) <= least) | (fabs(v1) <= least) | (fabs(v2) <= least) | (fabs(v3) <= least) | (fabs(v4) <= least) | (fabs(v5) <= least) | (fabs(v6) <= least) | (fabs(v7) <= least)))) {
                        v0 = v1 = v2 = v3 = v4 = v5 = v6 = v7 = 0.0f;
                        for (int r = 0; r < min(38, tall - y); r++) {
                            __global const float *const row = from + (long)(y + r) * pitch + left + x;
                            __constant const float *const words = pg_rough_2_weights2 + r * 31;
                            if (r >= 7 && r < 31) {
                                for (int k = 0; k < 31; k++) {
                                    const float16 here = pg_some16(row + k, count);
                                    v0 += here * words[k - 0];
                                    v1 += here * words[k - 31];
                                    v2 += here * words[k - 62];
                                    v3 += here * words[k - 93];
                                    v4 += here * words[k - 124];
                                    v5 += here * words[k - 155];
                                    v6 += here * words[k - 186];
                                    v7 += here * words[k - 217];
                                }
                            }
                            else {
                                for (int k = 0; k < 31; k++) {
                                    const float16 here = pg_some16(row + k, count);
                                    if (r >= 0 && r < 31) v0 += here * words[k - 0];
                                    if (r >= 1 && r < 32) v1 += here * words[k - 31];
                                    if (r >= 2 && r < 33) v2 += here * words[k - 62];
                                    if (r >= 3 && r < 34) v3 += here * words[k - 93];
                                    if (r >= 4 && r < 35) v4 += here * words[k - 124];
                                    if (r >= 5 && r < 36) v5 += here * words[k - 155];
                                    if (r >= 6 && r < 37) v6 += here * words[k - 186];
                                    if (r >= 7 && r < 38) v7 += here * words[k - 217];
                                }
                            }
                        }
                    }
                    __global float *to = into + (long)y * into_pitch + left + x;
                    if (j + 0 < last) {
                        if (count == 16)
                            vstore16(v0, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v0, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 1 < last) {
                        if (count == 16)
                            vstore16(v1, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v1, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 2 < last) {
                        if (count == 16)
                            vstore16(v2, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v2, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 3 < last) {
                        if (count == 16)
                            vstore16(v3, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v3, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 4 < last) {
                        if (count == 16)
                            vstore16(v4, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v4, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 5 < last) {
                        if (count == 16)
                            vstore16(v5, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v5, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 6 < last) {
                        if (count == 16)
                            vstore16(v6, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v6, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                    if (j + 7 < last) {
                        if (count == 16)
                            vstore16(v7, 0, to);
                        else {
                            float lanes[16];
                            vstore16(v7, 0, lanes);
                            for (int i = 0; i < count; i++)
                                to[i] = lanes[i];
                        }
                        to += into_pitch;
                    }
                }
            }
        }
    }
}

// each work-item sweeps 1 row, 16 pixels at a time; work-groups of 1 x 1
__attribute__((vec_type_hint(float4)))
__kernel void rough(__global const float *restrict stage, int stage_w, int stage_h, int stage_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const int first = get_global_id(0) * 4096, end = min(first + 4096, width);
    const bool stream = (long)width * height > 1048576;
    __global const float *stage_p0 = stage + (long)clamp(y, 0, stage_h - 1) * stage_stride;
    const int last = min(width - 16, stage_w - 16);
    for (int x = first; x < end; x += 16) {
        if (x <= last) {
            pg_fetch(stage_p0 + 256 + x);
            const float16 stage_0_0 = vload16(0, stage_p0 + x);
            pg_stream(float16, stage_0_0, out + (long)y * out_stride + x);
        } else {
            float stage_tile[1][1][16];
            for (int j = 0; j < 1; j++) {
                __global const float *line = stage + (long)clamp(y + j, 0, stage_h - 1) * stage_stride;
                if (x >= 0 && x + 16 <= stage_w) {
                    *(pg_any_float16 *)(stage_tile[0][j]) = *(__global const pg_any_float16 *)(line + x);
                } else {
                    for (int i = 0; i < 16; i++) {
                        const int at = clamp(x + i, 0, stage_w - 1);
                        stage_tile[0][j][i] = line[at];
                    }
                }
            }
            for (int row = 0; row < min(1, height - y); row++) {
                const float16 stage_0_0 = *(pg_any_float16 *)(stage_tile[0][row]);
                if (x + 16 <= width) {
                    *(__global pg_any_float16 *)(out + (long)(y + row) * out_stride + x) = stage_0_0;
                } else {
                    float out_part[1][16];
                    *(pg_any_float16 *)(out_part[0]) = stage_0_0;
                    __global float *out_row = out + (long)(y + row) * out_stride + x;
                    for (int i = 0; i < min(16, width - x); i++) {
                        out_row[i] = out_part[0][i];
                    }
                }
            }
        }
    }
}
