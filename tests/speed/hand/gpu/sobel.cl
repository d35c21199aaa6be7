// block 4 x 8, work-groups of 32 x 4
// Each row is loaded once, differenced and smoothed across, and goes into the three rows of results around it.

__kernel void sobel(Row in, __global float *out, int width, int height)
{
    const int x = 4 * get_global_id(0), y = 8 * get_global_id(1);
    if (x >= width)
        return;
    float4 across0, across1, smooth0, smooth1;
#pragma unroll
    for (int k = 0; k < 10; k++) {
        Row row = ROW(y + k - 1);
        const float4 b = four(row, x, width);
        const float4 a = (float4)(LEFT(row), b.xyz), c = (float4)(b.yzw, RIGHT(row));
        const float4 across = c - a, smooth = fma(b, (float4)(2.0f), a + c);
        if (k >= 2) {
            const float4 gx = fma(across1, (float4)(2.0f), across0 + across), gy = smooth - smooth0;
            if (y + k - 2 < height)
                put_four(out + (long)(y + k - 2) * width, x, width, native_sqrt(fma(gx, gx, gy * gy)));
        }
        across0 = across1; across1 = across;
        smooth0 = smooth1; smooth1 = smooth;
    }
}
