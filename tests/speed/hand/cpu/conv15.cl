// block 128 x 48, work-groups of 1 x 1, pictures from 32 x 6
// A tile with the edge repeated is copied to where the nearest cache holds it. Then 32 columns of 6 rows at a time: a
// column of weights stays in registers, and each pair of vectors that is loaded goes into up to six rows of results.
#define WIDE 128
#define HIGH 48
#define ACROSS (WIDE + 16)

#define W(k) const float16 w##k = WEIGHTS[15 * (k) + dx]
#define BEGIN(k) const float16 u##k = LOAD(p + (k) * ACROSS), v##k = LOAD(p + (k) * ACROSS + 16)
#define TO(row, k, weight) a##row = fma(u##k, weight, a##row), b##row = fma(v##k, weight, b##row)
#define SIX(k, e0, e1, e2, e3, e4, e5) \
    BEGIN(k); TO(0, k, e0); TO(1, k, e1); TO(2, k, e2); TO(3, k, e3); TO(4, k, e4); TO(5, k, e5)
#define PUT(row) stream(to + row * (long)width, a##row); stream(to + row * (long)width + 16, b##row)

__kernel void conv15(Row in, __global float *out, int width, int height)
{
    const int left = max(0, min((int)get_global_id(0) * WIDE, width - WIDE));
    const int top = max(0, min((int)get_global_id(1) * HIGH, height - HIGH));
    const int wide = min(WIDE, width - left), high = min(HIGH, height - top);
    float tile[(HIGH + 14) * ACROSS];
    for (int k = 0; k < high + 14; k++) {
        Row row = in + (long)clamp(top + k - 7, 0, height - 1) * width;
        for (int i = 0; i < wide + 16; i += 16) {
            const int x = left + i - 8;
            if (x >= 0 && x + 16 <= width)
                vstore16(LOAD(row + x), 0, tile + k * ACROSS + i);
            else
                for (int j = i; j < min(i + 16, ACROSS); j++)
                    tile[k * ACROSS + j] = row[clamp(left + j - 8, 0, width - 1)];
        }
    }
    for (int y = 0; y < high; y += 6)
        for (int x = 0; x < wide; x += 32) {
            const int row = min(y, high - 6), column = min(x, wide - 32);
            float16 a0 = 0.0f, a1 = 0.0f, a2 = 0.0f, a3 = 0.0f, a4 = 0.0f, a5 = 0.0f;
            float16 b0 = 0.0f, b1 = 0.0f, b2 = 0.0f, b3 = 0.0f, b4 = 0.0f, b5 = 0.0f;
            for (int dx = 0; dx < 15; dx++) {
                const float *p = tile + row * ACROSS + column + dx + 1;
                W(0); W(1); W(2); W(3); W(4); W(5); W(6); W(7); W(8); W(9); W(10); W(11); W(12); W(13); W(14);
                BEGIN(0); TO(0, 0, w0);
                BEGIN(1); TO(0, 1, w1); TO(1, 1, w0);
                BEGIN(2); TO(0, 2, w2); TO(1, 2, w1); TO(2, 2, w0);
                BEGIN(3); TO(0, 3, w3); TO(1, 3, w2); TO(2, 3, w1); TO(3, 3, w0);
                BEGIN(4); TO(0, 4, w4); TO(1, 4, w3); TO(2, 4, w2); TO(3, 4, w1); TO(4, 4, w0);
                SIX(5, w5, w4, w3, w2, w1, w0);
                SIX(6, w6, w5, w4, w3, w2, w1);
                SIX(7, w7, w6, w5, w4, w3, w2);
                SIX(8, w8, w7, w6, w5, w4, w3);
                SIX(9, w9, w8, w7, w6, w5, w4);
                SIX(10, w10, w9, w8, w7, w6, w5);
                SIX(11, w11, w10, w9, w8, w7, w6);
                SIX(12, w12, w11, w10, w9, w8, w7);
                SIX(13, w13, w12, w11, w10, w9, w8);
                SIX(14, w14, w13, w12, w11, w10, w9);
                BEGIN(15); TO(1, 15, w14); TO(2, 15, w13); TO(3, 15, w12); TO(4, 15, w11); TO(5, 15, w10);
                BEGIN(16); TO(2, 16, w14); TO(3, 16, w13); TO(4, 16, w12); TO(5, 16, w11);
                BEGIN(17); TO(3, 17, w14); TO(4, 17, w13); TO(5, 17, w12);
                BEGIN(18); TO(4, 18, w14); TO(5, 18, w13);
                BEGIN(19); TO(5, 19, w14);
            }
            __global float *to = out + (long)(top + row) * width + left + column;
            PUT(0); PUT(1); PUT(2); PUT(3); PUT(4); PUT(5);
        }
}
