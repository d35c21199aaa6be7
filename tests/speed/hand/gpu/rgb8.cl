// block 4 x 8, work-groups of 32 x 4
// Four pixels are twelve bytes, three loads of four where the rows allow it.

inline float gray_at(__global const uchar *row, int x, int width)
{
    __global const uchar *p = row + 3 * clamp(x, 0, width - 1);
    return p[0] * (0.299f / 255) + p[1] * (0.587f / 255) + p[2] * (0.114f / 255);
}

__kernel void rgb8(__global const uchar *in, __global uchar *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    const bool whole = (width & 3) == 0;
    float4 across0, across1, smooth0, smooth1;
#pragma unroll
    for (int k = 0; k < 10; k++) {
        __global const uchar *row = in + (long)clamp(y + k - 1, 0, height - 1) * width * 3;
        float4 b;
        if (whole) {
            __global const uchar4 *p = (__global const uchar4 *)(row + 3 * x);
            const uchar4 one = p[0], two = p[1], three = p[2];
            b = convert_float4((uchar4)(one.x, one.w, two.z, three.y)) * (0.299f / 255)
              + convert_float4((uchar4)(one.y, two.x, two.w, three.z)) * (0.587f / 255)
              + convert_float4((uchar4)(one.z, two.y, three.x, three.w)) * (0.114f / 255);
        } else {
            b = (float4)(gray_at(row, x, width), gray_at(row, x + 1, width), gray_at(row, x + 2, width), gray_at(row, x + 3, width));
        }
        const float4 a = (float4)(gray_at(row, x - 1, width), b.xyz), c = (float4)(b.yzw, gray_at(row, x + 4, width));
        const float4 across = c - a, smooth = fma(b, (float4)(2.0f), a + c);
        if (k >= 2 && y + k - 2 < height) {
            const float4 gx = fma(across1, (float4)(2.0f), across0 + across), gy = smooth - smooth0;
            const uchar4 v = convert_uchar4_sat_rte(native_sqrt(fma(gx, gx, gy * gy)) * 255.0f);
            __global uchar *to = out + (long)(y + k - 2) * width + x;
            if (whole)
                *(__global uchar4 *)to = v;
            else {
                to[0] = v.x;
                if (x + 1 < width) to[1] = v.y;
                if (x + 2 < width) to[2] = v.z;
                if (x + 3 < width) to[3] = v.w;
            }
        }
        across0 = across1; across1 = across;
        smooth0 = smooth1; smooth1 = smooth;
    }
}
