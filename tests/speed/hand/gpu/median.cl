// block 4 x 8, work-groups of 32 x 4
// Each column of three is put in order once for the three results that it is part of.
#define MIDDLE(a, b, c) fmax(fmin(a, b), fmin(fmax(a, b), c))

__kernel void median(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    float v0[6], v1[6];
#pragma unroll
    for (int k = 0; k < 10; k++) {
        Row row = ROW(y + k - 1);
        const float4 m = four(row, x, width);
        const float v[6] = {LEFT(row), m.x, m.y, m.z, m.w, RIGHT(row)};
        if (k >= 2) {
            float least[6], middle[6], most[6], result[4];
#pragma unroll
            for (int i = 0; i < 6; i++) {
                const float low = fmin(v0[i], v1[i]), high = fmax(v0[i], v1[i]);
                least[i] = fmin(low, v[i]);
                middle[i] = fmax(low, fmin(high, v[i]));
                most[i] = fmax(high, v[i]);
            }
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const float a = fmax(fmax(least[i], least[i + 1]), least[i + 2]);
                const float b = MIDDLE(middle[i], middle[i + 1], middle[i + 2]);
                const float c = fmin(fmin(most[i], most[i + 1]), most[i + 2]);
                result[i] = MIDDLE(a, b, c);
            }
            if (y + k - 2 < height)
                put_four(out + (long)(y + k - 2) * width, x, width, (float4)(result[0], result[1], result[2], result[3]));
        }
#pragma unroll
        for (int i = 0; i < 6; i++) {
            v0[i] = v1[i];
            v1[i] = v[i];
        }
    }
}
