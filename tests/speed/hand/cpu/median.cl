// block 512 x 4, work-groups of 1 x 1, pictures from 16 x 4
// Each column of three is put in order once; the median is that of the largest of the least, the median of the middle
// ones, and the least of the largest.
#define WIDE 512
#define MIDDLE(a, b, c) MAX(MIN(a, b), MIN(MAX(a, b), c))

__kernel void median(Row in, __global float *out, int width, int height)
{
    const int left = max(0, min((int)get_global_id(0) * WIDE, width - WIDE)), y = min((int)get_global_id(1) * 4, height - 4);
    const int wide = min(WIDE, width - left);
    float sorted[4][3][WIDE + 32];
    float copy[6][16];
    Row r[6];
    for (int k = 0; k < 6; k++)
        r[k] = in + (long)clamp(y + k - 1, 0, height - 1) * width;
    for (int i = 0; i < wide + 32; i += 16) {
        const int x = left - 16 + i;
        const bool edge = x < 0 || x + 16 > width;
        if (edge)
            for (int k = 0; k < 6; k++)
                for (int j = 0; j < 16; j++)
                    copy[k][j] = r[k][clamp(x + j, 0, width - 1)];
        float16 v[6];
#pragma unroll
        for (int k = 0; k < 6; k++)
            v[k] = LOAD(edge ? (Row)(size_t)copy[k] : r[k] + x);
#pragma unroll
        for (int k = 0; k < 4; k += 2) {  // two rows of results share the pair in the middle
            const float16 low = MIN(v[k + 1], v[k + 2]), high = MAX(v[k + 1], v[k + 2]);
#pragma unroll
            for (int j = 0; j < 2; j++) {
                const float16 third = v[k + 3 * j];
                vstore16(MIN(low, third), 0, &sorted[k + j][0][i]);
                vstore16(MAX(low, MIN(high, third)), 0, &sorted[k + j][1][i]);
                vstore16(MAX(high, third), 0, &sorted[k + j][2][i]);
            }
        }
    }
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < wide; i += 16) {
            const int from = min(i, wide - 16);
            const float *p = &sorted[k][0][16 + from], *q = &sorted[k][1][16 + from], *s = &sorted[k][2][16 + from];
            const float16 a = LOAD(p - 1), b = LOAD(p), c = LOAD(p + 1);
            const float16 d = LOAD(q - 1), e = LOAD(q), f = LOAD(q + 1);
            const float16 g = LOAD(s - 1), h = LOAD(s), l = LOAD(s + 1);
            const float16 least = MAX(MAX(a, b), c), middle = MIDDLE(d, e, f), most = MIN(MIN(g, h), l);
            stream(out + (long)(y + k) * width + left + from, MIDDLE(least, middle, most));
        }
}
