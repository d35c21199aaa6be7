// For kernels whose work-items compute 4 columns of some rows: aligned loads and stores of four, and what lies outside.

typedef __global const float *Row;

// Four pixels from x on, which is a multiple of 4; those past the right edge repeat the last one.
inline float4 four(Row row, int x, int width)
{
    if ((width & 3) == 0 && x + 4 <= width)
        return *(__global const float4 *)(row + x);
    return (float4)(row[min(x, width - 1)], row[min(x + 1, width - 1)], row[min(x + 2, width - 1)], row[min(x + 3, width - 1)]);
}

inline void put_four(__global float *row, int x, int width, float4 v)
{
    if ((width & 3) == 0 && x + 4 <= width) {
        *(__global float4 *)(row + x) = v;
        return;
    }
    if (x < width) row[x] = v.x;
    if (x + 1 < width) row[x + 1] = v.y;
    if (x + 2 < width) row[x + 2] = v.z;
    if (x + 3 < width) row[x + 3] = v.w;
}

// The row k, counted from a row that is near the picture.
#define ROW(k) (in + (long)clamp((k), 0, height - 1) * width)

// Two more at each side of four: what is at x - 2, x - 1, x + 4, x + 5.
#define LEFT2(row) (row)[max(x - 2, 0)]
#define LEFT(row) (row)[max(x - 1, 0)]
#define RIGHT(row) (row)[min(x + 4, width - 1)]
#define RIGHT2(row) (row)[min(x + 5, width - 1)]

// A kernel that blurs with the row WEIGHTS of reach R, both ways, and stores FINISH of `across`, what came out. A group
// of 32 x 8 work-items computes 128 x 32 pixels: the picture around them goes to local memory, is blurred down into
// another part of it, and then across. MARGIN is R, rounded up to whole loads of four.
#define MARGIN(R) ((R + 3) / 4 * 4)
#define SEPARABLE(NAME, R, FINISH)                                                                                   \
    __kernel __attribute__((reqd_work_group_size(32, 8, 1)))                                                         \
    void NAME(Row in, __global float *out, int width, int height)                                                    \
    {                                                                                                                \
        const int wide = 128 + 2 * MARGIN(R), high = 32 + 2 * R;                                                     \
        __local float tile[(32 + 2 * R) * (128 + 2 * MARGIN(R))] __attribute__((aligned(16)));                       \
        __local float down[32 * (128 + 2 * MARGIN(R))] __attribute__((aligned(16)));                                 \
        const int left = 128 * get_group_id(0) - MARGIN(R), top = 32 * get_group_id(1) - R;                          \
        const int me = 32 * get_local_id(1) + get_local_id(0);                                                       \
        for (int i = me; i < high * (wide / 4); i += 256) {                                                          \
            const int row = i / (wide / 4), column = i % (wide / 4) * 4, from = left + column;                       \
            float4 v;                                                                                                \
            if (from >= 0)                                                                                           \
                v = four(ROW(top + row), from, width);                                                               \
            else                                                                                                     \
                v = (float4)(ROW(top + row)[0]);                                                                     \
            *(__local float4 *)(tile + row * wide + column) = v;                                                     \
        }                                                                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                \
        for (int i = me; i < 8 * (wide / 4); i += 256) { /* four rows of four columns */                             \
            const int row = i / (wide / 4) * 4, column = i % (wide / 4) * 4;                                         \
            float4 total[4];                                                                                         \
            _Pragma("unroll") for (int k = 0; k < 4; k++) total[k] = 0.0f;                                           \
            _Pragma("unroll") for (int d = 0; d < 2 * R + 4; d++) {                                                  \
                const float4 v = *(__local float4 *)(tile + (row + d) * wide + column);                              \
                _Pragma("unroll") for (int k = 0; k < 4; k++)                                                        \
                    if (d - k >= 0 && d - k <= 2 * R)                                                                \
                        total[k] = fma(v, (float4)(WEIGHTS[d - k]), total[k]);                                       \
            }                                                                                                        \
            _Pragma("unroll") for (int k = 0; k < 4; k++)                                                            \
                *(__local float4 *)(down + (row + k) * wide + column) = total[k];                                    \
        }                                                                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                \
        const int x = 4 * get_global_id(0), y = 32 * get_group_id(1) + 4 * get_local_id(1);                          \
        _Pragma("unroll") for (int k = 0; k < 4; k++) {                                                              \
            const __local float *row = down + (4 * get_local_id(1) + k) * wide + 4 * get_local_id(0);                \
            float v[4 + 2 * MARGIN(R)];                                                                              \
            _Pragma("unroll") for (int i = 0; i < 4 + 2 * MARGIN(R); i += 4) {                                       \
                const float4 m = *(const __local float4 *)(row + i);                                                 \
                v[i] = m.x; v[i + 1] = m.y; v[i + 2] = m.z; v[i + 3] = m.w;                                          \
            }                                                                                                        \
            float4 across = 0.0f;                                                                                    \
            _Pragma("unroll") for (int d = 0; d <= 2 * R; d++) {                                                     \
                const int i = d + MARGIN(R) - R;                                                                     \
                across = fma((float4)(v[i], v[i + 1], v[i + 2], v[i + 3]), (float4)(WEIGHTS[d]), across);            \
            }                                                                                                        \
            if (x < width && y + k < height)                                                                         \
                put_four(out + (long)(y + k) * width, x, width, FINISH);                                             \
        }                                                                                                            \
    }
