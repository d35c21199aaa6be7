// block row x 2, work-groups of 1 x 1, pictures from 16 x 2
// Places and weights in vectors; the four pixels around each place are fetched one by one.
#define FETCH(i) (float16)(in[i.s0], in[i.s1], in[i.s2], in[i.s3], in[i.s4], in[i.s5], in[i.s6], in[i.s7], \
                           in[i.s8], in[i.s9], in[i.sa], in[i.sb], in[i.sc], in[i.sd], in[i.se], in[i.sf])

__kernel void rotated(Row in, __global float *out, int width, int height)
{
    const float c = 0.965925826f, s = 0.258819045f, cx = 0.5f * (width - 1), cy = 0.5f * (height - 1);
    const float16 lanes = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (int y = get_global_id(1) * 2; y < min((int)get_global_id(1) * 2 + 2, height); y++)
        for (int i = 0; i < width; i += 16) {
            const int from = min(i, width - 16);
            const float16 dx = lanes + (from - cx);
            const float dy = y - cy;
            const float16 px = cx + (c * dx + s * dy), py = cy + (c * dy - s * dx);
            const float16 fx = floor(px), fy = floor(py), wx = px - fx, wy = py - fy;
            const int16 left = convert_int16(fx), top = convert_int16(fy);
            const int16 x0 = clamp(left, 0, width - 1), x1 = clamp(left + 1, 0, width - 1);
            const int16 y0 = clamp(top, 0, height - 1) * width, y1 = clamp(top + 1, 0, height - 1) * width;
            const int16 i00 = y0 + x0, i01 = y0 + x1, i10 = y1 + x0, i11 = y1 + x1;
            const float16 a = FETCH(i00), b = FETCH(i01), d = FETCH(i10), e = FETCH(i11);
            const float16 upper = fma(b - a, wx, a), lower = fma(e - d, wx, d);
            vstore16(fma(lower - upper, wy, upper), 0, out + (long)y * width + from);
        }
}
