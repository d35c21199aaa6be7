// block 128 x 8, work-groups of 1 x 1, pictures from 16 x 8
// One of the 49 places after the other: the squared differences of a strip, summed down three rows into rows that stay
// in the cache, then across three, which makes the weight. Strip, sums and totals all lie in the nearest cache.
#define WIDE 128
#define ACROSS (WIDE + 32)

__kernel void nlm(Row in, __global float *out, int width, int height)
{
    const int left = max(0, min((int)get_global_id(0) * WIDE, width - WIDE)), y = min((int)get_global_id(1) * 8, height - 8);
    const int wide = min(WIDE, width - left);
    float tile[16 * ACROSS], down[8 * ACROSS], totals[8 * WIDE], weights[8 * WIDE];
    for (int k = 0; k < 16; k++) {
        Row row = in + (long)clamp(y + k - 4, 0, height - 1) * width;
        for (int i = 0; i < wide + 32; i += 16) {
            const int x = left + i - 16;
            if (x >= 0 && x + 16 <= width)
                vstore16(LOAD(row + x), 0, tile + k * ACROSS + i);
            else
                for (int j = i; j < min(i + 16, ACROSS); j++)
                    tile[k * ACROSS + j] = row[clamp(left + j - 16, 0, width - 1)];
        }
    }
    for (int i = 0; i < 8 * WIDE; i += 16) {
        vstore16((float16)(0.0f), 0, totals + i);
        vstore16((float16)(0.0f), 0, weights + i);
    }
    const float scale = -1.44269504f / (9 * 0.1f * 0.1f);
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            for (int i = 0; i < wide + 32; i += 16) {
                const int from = min(max(i, 4), ACROSS - 20);  // no place beyond what was copied
                float16 before = 0.0f, last = 0.0f;
#pragma unroll
                for (int k = 0; k < 10; k++) {
                    const float *p = tile + (k + 3) * ACROSS + from;
                    const float16 apart = LOAD(p) - LOAD(p + dy * ACROSS + dx), square = apart * apart;
                    if (k >= 2)
                        vstore16(before + square, 0, down + (k - 2) * ACROSS + from);
                    before = last + square;
                    last = square;
                }
            }
            for (int k = 0; k < 8; k++)
                for (int i = 0; i < wide; i += 16) {
                    const int from = min(i, wide - 16);
                    if (from < i) {  // the last vector overlaps the one before: its first lanes have been counted
                        for (int j = i; j < wide; j++) {
                            const float *p = down + k * ACROSS + 16 + j;
                            const float w = exp2((p[-1] + p[0] + p[1]) * scale);
                            totals[k * WIDE + j] += w * tile[(k + 4 + dy) * ACROSS + 16 + j + dx];
                            weights[k * WIDE + j] += w;
                        }
                        continue;
                    }
                    const float *p = down + k * ACROSS + 16 + i;
                    const float16 w = exp2_of((LOAD(p - 1) + LOAD(p) + LOAD(p + 1)) * scale);
                    float *total = totals + k * WIDE + i, *weight = weights + k * WIDE + i;
                    vstore16(fma(w, LOAD(tile + (k + 4 + dy) * ACROSS + 16 + i + dx), LOAD(total)), 0, total);
                    vstore16(w + LOAD(weight), 0, weight);
                }
        }
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < wide; i += 16) {
            const int from = min(i, wide - 16);
            vstore16(LOAD(totals + k * WIDE + from) / LOAD(weights + k * WIDE + from), 0,
                     out + (long)(y + k) * width + left + from);
        }
}
