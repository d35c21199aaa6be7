// For kernels of 16 lanes on a CPU: loads, stores past the cache, and how a picture is swept.

#define LOAD(p) vload16(0, (p))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef __global const float *Row;

#ifndef __has_builtin
#define __has_builtin(x) 0
#endif

// Where a row does not begin on a cache line, the usual store.
inline void stream(__global float *to, float16 v)
{
#if __has_builtin(__builtin_nontemporal_store)
    if (((size_t)to & 63) == 0) {
        __builtin_nontemporal_store(v, (__global float16 *)to);
        return;
    }
#endif
    vstore16(v, 0, to);
}

// A kernel whose work-items compute ROWS whole rows from the rows around them. NAME_block(r, x, out, width) does 16
// columns of them: r[k] + x is its pixel in the row k - RY. At both ends the same block reads from a small copy with
// the edge repeated; what would stick out at the right or below is moved inward.
#define STENCIL(NAME, RX, RY, ROWS)                                                                                   \
    __kernel void NAME(Row in, __global float *out, int width, int height)                                            \
    {                                                                                                                 \
        const int y = min((int)get_global_id(1) * ROWS, height - ROWS);                                               \
        Row r[ROWS + 2 * RY], t[ROWS + 2 * RY];                                                                       \
        float copy[ROWS + 2 * RY][16 + 2 * RX];                                                                       \
        for (int k = 0; k < ROWS + 2 * RY; k++) {                                                                     \
            r[k] = in + (long)clamp(y + k - RY, 0, height - 1) * width;                                               \
            t[k] = (Row)(size_t)(&copy[k][RX]);                                                                       \
        }                                                                                                             \
        out += (long)y * width;                                                                                       \
        for (int x = 0, next; x < width; x = next) {                                                                  \
            next = x + 16;                                                                                            \
            if (x >= RX && x + 16 + RX <= width) {                                                                    \
                NAME##_block(r, x, out + x, width);                                                                   \
            } else {                                                                                                  \
                const int from = min(x, width - 16);                                                                  \
                for (int k = 0; k < ROWS + 2 * RY; k++)                                                               \
                    for (int i = 0; i < 16 + 2 * RX; i++)                                                             \
                        copy[k][i] = r[k][clamp(from + i - RX, 0, width - 1)];                                        \
                NAME##_block(t, 0, out + from, width);                                                                \
            }                                                                                                         \
        }                                                                                                             \
    }

// 2 to the power of t, with an error of 2e-7 of it. Adding 1.5 * 2^23 rounds t, and leaves it in the lowest bits.
inline float16 exp2_of(float16 t)
{
    t = MAX(t, (float16)(-126.0f));
    const float16 rounded = t + 12582912.0f;
    const float16 f = t - (rounded - 12582912.0f);
    float16 v = 1.53458021e-4f;
    v = fma(v, f, (float16)(1.33999311e-3f));
    v = fma(v, f, (float16)(9.61848899e-3f));
    v = fma(v, f, (float16)(5.55032878e-2f));
    v = fma(v, f, (float16)(2.40226469e-1f));
    v = fma(v, f, (float16)(6.93147206e-1f));
    v = fma(v, f, (float16)(1.0f));
    return as_float16(as_int16(v) + (as_int16(rounded) << 23));
}

// The logarithm to the base 2 of a positive number.
inline float16 log2_of(float16 x)
{
    const int16 bits = as_int16(x);
    const int16 power = (bits - 0x3f3504f3) >> 23;
    const float16 m = as_float16(bits - (power << 23)) - 1.0f;
    float16 v = 0.12583337f;
    v = fma(v, m, (float16)(-0.20726796f));
    v = fma(v, m, (float16)(0.21571614f));
    v = fma(v, m, (float16)(-0.23894511f));
    v = fma(v, m, (float16)(0.28791622f));
    v = fma(v, m, (float16)(-0.36070367f));
    v = fma(v, m, (float16)(0.48091064f));
    v = fma(v, m, (float16)(-0.72134735f));
    v = fma(v, m, (float16)(1.442695f));
    return fma(v, m, convert_float16(power));
}

// A kernel that blurs with the row WEIGHTS of reach R, both ways, and stores FINISH of `across`, what came out, and
// `here`, the picture's own pixels.
#define STRIP 512
#define SEPARABLE(NAME, R, FINISH)                                                                                    \
    __kernel void NAME(Row in, __global float *out, int width, int height)                                            \
    {                                                                                                                 \
        const int left = max(0, min((int)get_global_id(0) * STRIP, width - STRIP)), y = min((int)get_global_id(1) * 8, height - 8); \
        const int wide = min(STRIP, width - left);                                                                    \
        float down[8][STRIP + 32];                                                                                    \
        Row r[8 + 2 * R];                                                                                             \
        for (int k = 0; k < 8 + 2 * R; k++)                                                                           \
            r[k] = in + (long)clamp(y + k - R, 0, height - 1) * width;                                                \
        for (int i = 0; i < wide + 32; i += 16) {                                                                     \
            const int x = left - 16 + i;                                                                              \
            if (x >= 0 && x + 16 <= width) {                                                                          \
                _Pragma("unroll") for (int k = 0; k < 8; k++) {                                                       \
                    float16 total = LOAD(r[k + R] + x) * WEIGHTS[R];                                                  \
                    _Pragma("unroll") for (int d = 1; d <= R; d++)                                                    \
                        total = fma(LOAD(r[k + R - d] + x) + LOAD(r[k + R + d] + x), (float16)(WEIGHTS[R + d]), total); \
                    vstore16(total, 0, &down[k][i]);                                                                  \
                }                                                                                                     \
            } else {                                                                                                  \
                for (int k = 0; k < 8; k++)                                                                           \
                    for (int j = 0; j < 16 && i + j < STRIP + 32; j++) {                                              \
                        float total = 0;                                                                              \
                        for (int d = -R; d <= R; d++)                                                                 \
                            total += r[k + R + d][clamp(x + j, 0, width - 1)] * WEIGHTS[R + d];                       \
                        down[k][i + j] = total;                                                                       \
                    }                                                                                                 \
            }                                                                                                         \
        }                                                                                                             \
        for (int k = 0; k < 8; k++)                                                                                   \
            for (int i = 0; i < wide; i += 16) {                                                                      \
                const int from = min(i, wide - 16);                                                                   \
                const float *p = &down[k][16 + from];                                                                 \
                float16 across = LOAD(p) * WEIGHTS[R];                                                                \
                _Pragma("unroll") for (int d = 1; d <= R; d++)                                                        \
                    across = fma(LOAD(p - d) + LOAD(p + d), (float16)(WEIGHTS[R + d]), across);                       \
                const float16 here = LOAD(r[k + R] + left + from);                                                    \
                stream(out + (long)(y + k) * width + left + from, FINISH);                                            \
            }                                                                                                         \
    }
