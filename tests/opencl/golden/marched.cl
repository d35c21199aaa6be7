// soft: 10 passes down strips of 504 columns, a row of each at a time; groups of 128 x 1

int pg_mirror(int i, int n) {
    if ((uint)i < (uint)n) return i;
    int period = 2 * max(n - 1, 1), m = i % period;
    m = m < 0 ? m + period : m;
    return min(m < n ? m : period - m, n - 1);
}

__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void soft(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int left = ((int)get_global_id(0) - (int)get_local_id(0)) / 128 * 504;
    const int rows = max((height + 79) / 80, 32);
    const int top = ((int)get_global_id(1) - (int)get_local_id(1)) * rows;
    if (left >= width || top >= height)
        return;
    const int x = left + get_local_id(0) * 4;
    const int bottom = min(top + rows, height);
    float s0_0_0 = 0.0f, s0_0_1 = 0.0f, s0_0_2 = 0.0f, s0_0_3 = 0.0f, s0_0_4 = 0.0f, s0_0_5 = 0.0f, s0_0_6 = 0.0f,
            s0_0_7 = 0.0f, s0_0_8 = 0.0f, s0_0_9 = 0.0f, s0_0_10 = 0.0f, s0_0_11 = 0.0f, s0_coming_0 = 0.0f,
            s0_coming_1 = 0.0f, s0_coming_2 = 0.0f, s0_coming_3 = 0.0f;
    __local float s0_beside[4][130];
    float s2_0_0 = 0.0f, s2_0_1 = 0.0f, s2_0_2 = 0.0f, s2_0_3 = 0.0f;
    float s3_0_0 = 0.0f, s3_0_1 = 0.0f, s3_0_2 = 0.0f, s3_0_3 = 0.0f;
    float s4_0_0 = 0.0f, s4_0_1 = 0.0f, s4_0_2 = 0.0f, s4_0_3 = 0.0f;
    float s5_0_0 = 0.0f, s5_0_1 = 0.0f, s5_0_2 = 0.0f, s5_0_3 = 0.0f;
    float s6_0_0 = 0.0f, s6_0_1 = 0.0f, s6_0_2 = 0.0f, s6_0_3 = 0.0f;
    float s7_0_0 = 0.0f, s7_0_1 = 0.0f, s7_0_2 = 0.0f, s7_0_3 = 0.0f;
    float s8_0_0 = 0.0f, s8_0_1 = 0.0f, s8_0_2 = 0.0f, s8_0_3 = 0.0f;
    float s9_0_0 = 0.0f, s9_0_1 = 0.0f, s9_0_2 = 0.0f, s9_0_3 = 0.0f;
    const int first = top - 8;
    {
        const int at = max(first + 8, 0);
        if (x >= 4 && at >= 4 && x <= im_w && at - 4 < im_h && (im_stride & 3) == 0) {
            __global const float *im_m4 = im + (long)(at - 4) * im_stride + x;
            const float4 im_m4_m1 = *(__global const float4 *)(im_m4 - 4);
            const float im_m4_m4 = im_m4_m1.x;
            const float im_m3_m4 = im_m4_m1.y;
            const float im_m2_m4 = im_m4_m1.z;
            const float im_m1_m4 = im_m4_m1.w;
            s0_coming_0 = im_m4_m4;
            s0_coming_1 = im_m3_m4;
            s0_coming_2 = im_m2_m4;
            s0_coming_3 = im_m1_m4;
        } else {
            __global const float *im_row = im + (long)pg_mirror(at - 4, im_h) * im_stride;
            const int im_column = pg_mirror(x - 4, im_w);
            const float im_m4_m4 = im_row[im_column];
            const int im_column_1 = pg_mirror(x - 3, im_w);
            const float im_m3_m4 = im_row[im_column_1];
            const int im_column_2 = pg_mirror(x - 2, im_w);
            const float im_m2_m4 = im_row[im_column_2];
            const int im_column_3 = pg_mirror(x - 1, im_w);
            const float im_m1_m4 = im_row[im_column_3];
            s0_coming_0 = im_m4_m4;
            s0_coming_1 = im_m3_m4;
            s0_coming_2 = im_m2_m4;
            s0_coming_3 = im_m1_m4;
        }
    }
    for (int y = first; y < bottom; y++) {
        s0_0_0 = s0_coming_0;
        s0_0_1 = s0_coming_1;
        s0_0_2 = s0_coming_2;
        s0_0_3 = s0_coming_3;
        {
            const int at = max(y + 9, 0);
            if (x >= 4 && at >= 4 && x <= im_w && at - 4 < im_h && (im_stride & 3) == 0) {
                __global const float *im_m4 = im + (long)(at - 4) * im_stride + x;
                const float4 im_m4_m1 = *(__global const float4 *)(im_m4 - 4);
                const float im_m4_m4 = im_m4_m1.x;
                const float im_m3_m4 = im_m4_m1.y;
                const float im_m2_m4 = im_m4_m1.z;
                const float im_m1_m4 = im_m4_m1.w;
                s0_coming_0 = im_m4_m4;
                s0_coming_1 = im_m3_m4;
                s0_coming_2 = im_m2_m4;
                s0_coming_3 = im_m1_m4;
            } else {
                __global const float *im_row = im + (long)pg_mirror(at - 4, im_h) * im_stride;
                const int im_column = pg_mirror(x - 4, im_w);
                const float im_m4_m4 = im_row[im_column];
                const int im_column_1 = pg_mirror(x - 3, im_w);
                const float im_m3_m4 = im_row[im_column_1];
                const int im_column_2 = pg_mirror(x - 2, im_w);
                const float im_m2_m4 = im_row[im_column_2];
                const int im_column_3 = pg_mirror(x - 1, im_w);
                const float im_m1_m4 = im_row[im_column_3];
                s0_coming_0 = im_m4_m4;
                s0_coming_1 = im_m3_m4;
                s0_coming_2 = im_m2_m4;
                s0_coming_3 = im_m1_m4;
            }
        }
        s0_beside[0][get_local_id(0)] = s0_0_0;
        s0_beside[1][get_local_id(0)] = s0_0_1;
        s0_beside[2][get_local_id(0)] = s0_0_2;
        s0_beside[3][get_local_id(0)] = s0_0_3;
        barrier(CLK_LOCAL_MEM_FENCE);
        s0_0_4 = s0_beside[0][get_local_id(0) + 1];
        s0_0_5 = s0_beside[1][get_local_id(0) + 1];
        s0_0_6 = s0_beside[2][get_local_id(0) + 1];
        s0_0_7 = s0_beside[3][get_local_id(0) + 1];
        s0_0_8 = s0_beside[0][get_local_id(0) + 2];
        s0_0_9 = s0_beside[1][get_local_id(0) + 2];
        s0_0_10 = s0_beside[2][get_local_id(0) + 2];
        s0_0_11 = s0_beside[3][get_local_id(0) + 2];
        if (y >= top && x < left + 504 && x < width) {
            {
                const int at = y;
                if (x + 4 <= width && at + 1 <= height && (out_stride & 3) == 0) {
                    const float stage_0_0 = s2_0_0;
                    const float stage_0_8 = s0_0_0;
                    const float stage_1_8 = s0_0_1;
                    const float stage_2_8 = s0_0_2;
                    const float stage_3_8 = s0_0_3;
                    const float stage_4_8 = s0_0_4;
                    const float stage_5_8 = s0_0_5;
                    const float stage_6_8 = s0_0_6;
                    const float stage_7_8 = s0_0_7;
                    const float stage_8_8 = s0_0_8;
                    const float v = stage_0_0 - (stage_0_8 + stage_8_8) * 0.0006574622f - stage_1_8 * 0.0019723866f
                            - (stage_2_8 + stage_6_8) * 0.003287311f - (stage_3_8 + stage_5_8) * 0.0046022353f
                            - stage_4_8 * 0.005259698f - stage_7_8 * 0.0013149244f;
                    const float stage_1_0 = s2_0_1;
                    const float stage_9_8 = s0_0_9;
                    const float v_1 = stage_1_0 - (stage_1_8 + stage_9_8) * 0.0006574622f - stage_2_8 * 0.0019723866f
                            - (stage_3_8 + stage_7_8) * 0.003287311f - (stage_4_8 + stage_6_8) * 0.0046022353f
                            - stage_5_8 * 0.005259698f - stage_8_8 * 0.0013149244f;
                    const float stage_2_0 = s2_0_2;
                    const float stage_10_8 = s0_0_10;
                    const float v_2 = stage_2_0 - (stage_2_8 + stage_10_8) * 0.0006574622f
                            - stage_3_8 * 0.0019723866f - (stage_4_8 + stage_8_8) * 0.003287311f - (stage_5_8
                            + stage_7_8) * 0.0046022353f - stage_6_8 * 0.005259698f - stage_9_8 * 0.0013149244f;
                    const float stage_3_0 = s2_0_3;
                    const float stage_11_8 = s0_0_11;
                    const float v_3 = stage_3_0 - (stage_3_8 + stage_11_8) * 0.0006574622f
                            - stage_4_8 * 0.0019723866f - (stage_5_8 + stage_9_8) * 0.003287311f - (stage_6_8
                            + stage_8_8) * 0.0046022353f - stage_7_8 * 0.005259698f - stage_10_8 * 0.0013149244f;
                    *(__global float4 *)(out + (long)at * out_stride + x) = (float4)(v, v_1, v_2, v_3);
                } else {
                    const float stage_0_0 = s2_0_0;
                    const float stage_0_8 = s0_0_0;
                    const float stage_1_8 = s0_0_1;
                    const float stage_2_8 = s0_0_2;
                    const float stage_3_8 = s0_0_3;
                    const float stage_4_8 = s0_0_4;
                    const float stage_5_8 = s0_0_5;
                    const float stage_6_8 = s0_0_6;
                    const float stage_7_8 = s0_0_7;
                    const float stage_8_8 = s0_0_8;
                    const float v = stage_0_0 - (stage_0_8 + stage_8_8) * 0.0006574622f - stage_1_8 * 0.0019723866f
                            - (stage_2_8 + stage_6_8) * 0.003287311f - (stage_3_8 + stage_5_8) * 0.0046022353f
                            - stage_4_8 * 0.005259698f - stage_7_8 * 0.0013149244f;
                    const float stage_1_0 = s2_0_1;
                    const float stage_9_8 = s0_0_9;
                    const float v_1 = stage_1_0 - (stage_1_8 + stage_9_8) * 0.0006574622f - stage_2_8 * 0.0019723866f
                            - (stage_3_8 + stage_7_8) * 0.003287311f - (stage_4_8 + stage_6_8) * 0.0046022353f
                            - stage_5_8 * 0.005259698f - stage_8_8 * 0.0013149244f;
                    const float stage_2_0 = s2_0_2;
                    const float stage_10_8 = s0_0_10;
                    const float v_2 = stage_2_0 - (stage_2_8 + stage_10_8) * 0.0006574622f
                            - stage_3_8 * 0.0019723866f - (stage_4_8 + stage_8_8) * 0.003287311f - (stage_5_8
                            + stage_7_8) * 0.0046022353f - stage_6_8 * 0.005259698f - stage_9_8 * 0.0013149244f;
                    const float stage_3_0 = s2_0_3;
                    const float stage_11_8 = s0_0_11;
                    const float v_3 = stage_3_0 - (stage_3_8 + stage_11_8) * 0.0006574622f
                            - stage_4_8 * 0.0019723866f - (stage_5_8 + stage_9_8) * 0.003287311f - (stage_6_8
                            + stage_8_8) * 0.0046022353f - stage_7_8 * 0.005259698f - stage_10_8 * 0.0013149244f;
                    if (at < height) {
                        __global float *out_row = out + (long)at * out_stride;
                        out_row[x] = v;
                        if (x + 1 < width)
                            out_row[x + 1] = v_1;
                        if (x + 2 < width)
                            out_row[x + 2] = v_2;
                        if (x + 3 < width)
                            out_row[x + 3] = v_3;
                    }
                }
            }
        }
        {
            const int at = y + 1;
            const float stage_0_0 = s3_0_0;
            const float stage_0_7 = s0_0_0;
            const float stage_1_7 = s0_0_1;
            const float stage_2_7 = s0_0_2;
            const float stage_3_7 = s0_0_3;
            const float stage_4_7 = s0_0_4;
            const float stage_5_7 = s0_0_5;
            const float stage_6_7 = s0_0_6;
            const float stage_7_7 = s0_0_7;
            const float stage_8_7 = s0_0_8;
            const float v = stage_0_0 - (stage_0_7 + stage_8_7) * 0.0013149244f - stage_1_7 * 0.003944773f
                    - (stage_2_7 + stage_6_7) * 0.006574622f - (stage_3_7 + stage_5_7) * 0.009204471f
                    - stage_4_7 * 0.010519396f - stage_7_7 * 0.002629849f;
            const float stage_1_0 = s3_0_1;
            const float stage_9_7 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_7 + stage_9_7) * 0.0013149244f - stage_2_7 * 0.003944773f
                    - (stage_3_7 + stage_7_7) * 0.006574622f - (stage_4_7 + stage_6_7) * 0.009204471f
                    - stage_5_7 * 0.010519396f - stage_8_7 * 0.002629849f;
            const float stage_2_0 = s3_0_2;
            const float stage_10_7 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_7 + stage_10_7) * 0.0013149244f - stage_3_7 * 0.003944773f
                    - (stage_4_7 + stage_8_7) * 0.006574622f - (stage_5_7 + stage_7_7) * 0.009204471f
                    - stage_6_7 * 0.010519396f - stage_9_7 * 0.002629849f;
            const float stage_3_0 = s3_0_3;
            const float stage_11_7 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_7 + stage_11_7) * 0.0013149244f - stage_4_7 * 0.003944773f
                    - (stage_5_7 + stage_9_7) * 0.006574622f - (stage_6_7 + stage_8_7) * 0.009204471f
                    - stage_7_7 * 0.010519396f - stage_10_7 * 0.002629849f;
            s2_0_0 = v;
            s2_0_1 = v_1;
            s2_0_2 = v_2;
            s2_0_3 = v_3;
        }
        {
            const int at = y + 2;
            const float stage_0_0 = s4_0_0;
            const float stage_0_6 = s0_0_0;
            const float stage_1_6 = s0_0_1;
            const float stage_2_6 = s0_0_2;
            const float stage_3_6 = s0_0_3;
            const float stage_4_6 = s0_0_4;
            const float stage_5_6 = s0_0_5;
            const float stage_6_6 = s0_0_6;
            const float stage_7_6 = s0_0_7;
            const float stage_8_6 = s0_0_8;
            const float v = stage_0_0 - (stage_0_6 + stage_8_6) * 0.003287311f - stage_1_6 * 0.009861933f
                    - (stage_2_6 + stage_6_6) * 0.016436554f - (stage_3_6 + stage_5_6) * 0.023011178f
                    - stage_4_6 * 0.026298488f - stage_7_6 * 0.006574622f;
            const float stage_1_0 = s4_0_1;
            const float stage_9_6 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_6 + stage_9_6) * 0.003287311f - stage_2_6 * 0.009861933f
                    - (stage_3_6 + stage_7_6) * 0.016436554f - (stage_4_6 + stage_6_6) * 0.023011178f
                    - stage_5_6 * 0.026298488f - stage_8_6 * 0.006574622f;
            const float stage_2_0 = s4_0_2;
            const float stage_10_6 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_6 + stage_10_6) * 0.003287311f - stage_3_6 * 0.009861933f
                    - (stage_4_6 + stage_8_6) * 0.016436554f - (stage_5_6 + stage_7_6) * 0.023011178f
                    - stage_6_6 * 0.026298488f - stage_9_6 * 0.006574622f;
            const float stage_3_0 = s4_0_3;
            const float stage_11_6 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_6 + stage_11_6) * 0.003287311f - stage_4_6 * 0.009861933f
                    - (stage_5_6 + stage_9_6) * 0.016436554f - (stage_6_6 + stage_8_6) * 0.023011178f
                    - stage_7_6 * 0.026298488f - stage_10_6 * 0.006574622f;
            s3_0_0 = v;
            s3_0_1 = v_1;
            s3_0_2 = v_2;
            s3_0_3 = v_3;
        }
        {
            const int at = y + 3;
            const float stage_0_0 = s5_0_0;
            const float stage_0_5 = s0_0_0;
            const float stage_1_5 = s0_0_1;
            const float stage_2_5 = s0_0_2;
            const float stage_3_5 = s0_0_3;
            const float stage_4_5 = s0_0_4;
            const float stage_5_5 = s0_0_5;
            const float stage_6_5 = s0_0_6;
            const float stage_7_5 = s0_0_7;
            const float stage_8_5 = s0_0_8;
            const float v = stage_0_0 - (stage_0_5 + stage_8_5) * 0.0046022353f - stage_1_5 * 0.013806706f
                    - (stage_2_5 + stage_6_5) * 0.023011178f - (stage_3_5 + stage_5_5) * 0.032215647f
                    - stage_4_5 * 0.036817882f - stage_7_5 * 0.009204471f;
            const float stage_1_0 = s5_0_1;
            const float stage_9_5 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_5 + stage_9_5) * 0.0046022353f - stage_2_5 * 0.013806706f
                    - (stage_3_5 + stage_7_5) * 0.023011178f - (stage_4_5 + stage_6_5) * 0.032215647f
                    - stage_5_5 * 0.036817882f - stage_8_5 * 0.009204471f;
            const float stage_2_0 = s5_0_2;
            const float stage_10_5 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_5 + stage_10_5) * 0.0046022353f - stage_3_5 * 0.013806706f
                    - (stage_4_5 + stage_8_5) * 0.023011178f - (stage_5_5 + stage_7_5) * 0.032215647f
                    - stage_6_5 * 0.036817882f - stage_9_5 * 0.009204471f;
            const float stage_3_0 = s5_0_3;
            const float stage_11_5 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_5 + stage_11_5) * 0.0046022353f - stage_4_5 * 0.013806706f
                    - (stage_5_5 + stage_9_5) * 0.023011178f - (stage_6_5 + stage_8_5) * 0.032215647f
                    - stage_7_5 * 0.036817882f - stage_10_5 * 0.009204471f;
            s4_0_0 = v;
            s4_0_1 = v_1;
            s4_0_2 = v_2;
            s4_0_3 = v_3;
        }
        {
            const int at = y + 4;
            const float stage_0_0 = s6_0_0;
            const float stage_0_4 = s0_0_0;
            const float stage_1_4 = s0_0_1;
            const float stage_2_4 = s0_0_2;
            const float stage_3_4 = s0_0_3;
            const float stage_4_4 = s0_0_4;
            const float stage_5_4 = s0_0_5;
            const float stage_6_4 = s0_0_6;
            const float stage_7_4 = s0_0_7;
            const float stage_8_4 = s0_0_8;
            const float v = stage_0_0 - (stage_0_4 + stage_8_4) * 0.005259698f - stage_1_4 * 0.015779093f
                    - (stage_2_4 + stage_6_4) * 0.026298488f - (stage_3_4 + stage_5_4) * 0.036817882f
                    + stage_4_4 * 1.9579225f - stage_7_4 * 0.010519396f;
            const float stage_1_0 = s6_0_1;
            const float stage_9_4 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_4 + stage_9_4) * 0.005259698f - stage_2_4 * 0.015779093f
                    - (stage_3_4 + stage_7_4) * 0.026298488f - (stage_4_4 + stage_6_4) * 0.036817882f
                    + stage_5_4 * 1.9579225f - stage_8_4 * 0.010519396f;
            const float stage_2_0 = s6_0_2;
            const float stage_10_4 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_4 + stage_10_4) * 0.005259698f - stage_3_4 * 0.015779093f
                    - (stage_4_4 + stage_8_4) * 0.026298488f - (stage_5_4 + stage_7_4) * 0.036817882f
                    + stage_6_4 * 1.9579225f - stage_9_4 * 0.010519396f;
            const float stage_3_0 = s6_0_3;
            const float stage_11_4 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_4 + stage_11_4) * 0.005259698f - stage_4_4 * 0.015779093f
                    - (stage_5_4 + stage_9_4) * 0.026298488f - (stage_6_4 + stage_8_4) * 0.036817882f
                    + stage_7_4 * 1.9579225f - stage_10_4 * 0.010519396f;
            s5_0_0 = v;
            s5_0_1 = v_1;
            s5_0_2 = v_2;
            s5_0_3 = v_3;
        }
        {
            const int at = y + 5;
            const float stage_0_0 = s7_0_0;
            const float stage_0_3 = s0_0_0;
            const float stage_1_3 = s0_0_1;
            const float stage_2_3 = s0_0_2;
            const float stage_3_3 = s0_0_3;
            const float stage_4_3 = s0_0_4;
            const float stage_5_3 = s0_0_5;
            const float stage_6_3 = s0_0_6;
            const float stage_7_3 = s0_0_7;
            const float stage_8_3 = s0_0_8;
            const float v = stage_0_0 - (stage_0_3 + stage_8_3) * 0.0046022353f - stage_1_3 * 0.013806706f
                    - (stage_2_3 + stage_6_3) * 0.023011178f - (stage_3_3 + stage_5_3) * 0.032215647f
                    - stage_4_3 * 0.036817882f - stage_7_3 * 0.009204471f;
            const float stage_1_0 = s7_0_1;
            const float stage_9_3 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_3 + stage_9_3) * 0.0046022353f - stage_2_3 * 0.013806706f
                    - (stage_3_3 + stage_7_3) * 0.023011178f - (stage_4_3 + stage_6_3) * 0.032215647f
                    - stage_5_3 * 0.036817882f - stage_8_3 * 0.009204471f;
            const float stage_2_0 = s7_0_2;
            const float stage_10_3 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_3 + stage_10_3) * 0.0046022353f - stage_3_3 * 0.013806706f
                    - (stage_4_3 + stage_8_3) * 0.023011178f - (stage_5_3 + stage_7_3) * 0.032215647f
                    - stage_6_3 * 0.036817882f - stage_9_3 * 0.009204471f;
            const float stage_3_0 = s7_0_3;
            const float stage_11_3 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_3 + stage_11_3) * 0.0046022353f - stage_4_3 * 0.013806706f
                    - (stage_5_3 + stage_9_3) * 0.023011178f - (stage_6_3 + stage_8_3) * 0.032215647f
                    - stage_7_3 * 0.036817882f - stage_10_3 * 0.009204471f;
            s6_0_0 = v;
            s6_0_1 = v_1;
            s6_0_2 = v_2;
            s6_0_3 = v_3;
        }
        {
            const int at = y + 6;
            const float stage_0_0 = s8_0_0;
            const float stage_0_2 = s0_0_0;
            const float stage_1_2 = s0_0_1;
            const float stage_2_2 = s0_0_2;
            const float stage_3_2 = s0_0_3;
            const float stage_4_2 = s0_0_4;
            const float stage_5_2 = s0_0_5;
            const float stage_6_2 = s0_0_6;
            const float stage_7_2 = s0_0_7;
            const float stage_8_2 = s0_0_8;
            const float v = stage_0_0 - (stage_0_2 + stage_8_2) * 0.003287311f - stage_1_2 * 0.009861933f
                    - (stage_2_2 + stage_6_2) * 0.016436554f - (stage_3_2 + stage_5_2) * 0.023011178f
                    - stage_4_2 * 0.026298488f - stage_7_2 * 0.006574622f;
            const float stage_1_0 = s8_0_1;
            const float stage_9_2 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_2 + stage_9_2) * 0.003287311f - stage_2_2 * 0.009861933f
                    - (stage_3_2 + stage_7_2) * 0.016436554f - (stage_4_2 + stage_6_2) * 0.023011178f
                    - stage_5_2 * 0.026298488f - stage_8_2 * 0.006574622f;
            const float stage_2_0 = s8_0_2;
            const float stage_10_2 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_2 + stage_10_2) * 0.003287311f - stage_3_2 * 0.009861933f
                    - (stage_4_2 + stage_8_2) * 0.016436554f - (stage_5_2 + stage_7_2) * 0.023011178f
                    - stage_6_2 * 0.026298488f - stage_9_2 * 0.006574622f;
            const float stage_3_0 = s8_0_3;
            const float stage_11_2 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_2 + stage_11_2) * 0.003287311f - stage_4_2 * 0.009861933f
                    - (stage_5_2 + stage_9_2) * 0.016436554f - (stage_6_2 + stage_8_2) * 0.023011178f
                    - stage_7_2 * 0.026298488f - stage_10_2 * 0.006574622f;
            s7_0_0 = v;
            s7_0_1 = v_1;
            s7_0_2 = v_2;
            s7_0_3 = v_3;
        }
        {
            const int at = y + 7;
            const float stage_0_0 = s9_0_0;
            const float stage_0_1 = s0_0_0;
            const float stage_1_1 = s0_0_1;
            const float stage_2_1 = s0_0_2;
            const float stage_3_1 = s0_0_3;
            const float stage_4_1 = s0_0_4;
            const float stage_5_1 = s0_0_5;
            const float stage_6_1 = s0_0_6;
            const float stage_7_1 = s0_0_7;
            const float stage_8_1 = s0_0_8;
            const float v = stage_0_0 - (stage_0_1 + stage_8_1) * 0.0019723866f - stage_1_1 * 0.00591716f
                    - (stage_2_1 + stage_6_1) * 0.009861933f - (stage_3_1 + stage_5_1) * 0.013806706f
                    - stage_4_1 * 0.015779093f - stage_7_1 * 0.003944773f;
            const float stage_1_0 = s9_0_1;
            const float stage_9_1 = s0_0_9;
            const float v_1 = stage_1_0 - (stage_1_1 + stage_9_1) * 0.0019723866f - stage_2_1 * 0.00591716f
                    - (stage_3_1 + stage_7_1) * 0.009861933f - (stage_4_1 + stage_6_1) * 0.013806706f
                    - stage_5_1 * 0.015779093f - stage_8_1 * 0.003944773f;
            const float stage_2_0 = s9_0_2;
            const float stage_10_1 = s0_0_10;
            const float v_2 = stage_2_0 - (stage_2_1 + stage_10_1) * 0.0019723866f - stage_3_1 * 0.00591716f
                    - (stage_4_1 + stage_8_1) * 0.009861933f - (stage_5_1 + stage_7_1) * 0.013806706f
                    - stage_6_1 * 0.015779093f - stage_9_1 * 0.003944773f;
            const float stage_3_0 = s9_0_3;
            const float stage_11_1 = s0_0_11;
            const float v_3 = stage_3_0 - (stage_3_1 + stage_11_1) * 0.0019723866f - stage_4_1 * 0.00591716f
                    - (stage_5_1 + stage_9_1) * 0.009861933f - (stage_6_1 + stage_8_1) * 0.013806706f
                    - stage_7_1 * 0.015779093f - stage_10_1 * 0.003944773f;
            s8_0_0 = v;
            s8_0_1 = v_1;
            s8_0_2 = v_2;
            s8_0_3 = v_3;
        }
        {
            const int at = y + 8;
            const float stage_0_0 = s0_0_0;
            const float stage_1_0 = s0_0_1;
            const float stage_2_0 = s0_0_2;
            const float stage_3_0 = s0_0_3;
            const float stage_4_0 = s0_0_4;
            const float stage_5_0 = s0_0_5;
            const float stage_6_0 = s0_0_6;
            const float stage_7_0 = s0_0_7;
            const float stage_8_0 = s0_0_8;
            const float v = -(stage_0_0 + stage_8_0) * 0.0006574622f - stage_1_0 * 0.0019723866f - (stage_2_0
                    + stage_6_0) * 0.003287311f - (stage_3_0 + stage_5_0) * 0.0046022353f - stage_4_0 * 0.005259698f
                    - stage_7_0 * 0.0013149244f;
            const float stage_9_0 = s0_0_9;
            const float v_1 = -(stage_1_0 + stage_9_0) * 0.0006574622f - stage_2_0 * 0.0019723866f - (stage_3_0
                    + stage_7_0) * 0.003287311f - (stage_4_0 + stage_6_0) * 0.0046022353f - stage_5_0 * 0.005259698f
                    - stage_8_0 * 0.0013149244f;
            const float stage_10_0 = s0_0_10;
            const float v_2 = -(stage_2_0 + stage_10_0) * 0.0006574622f - stage_3_0 * 0.0019723866f - (stage_4_0
                    + stage_8_0) * 0.003287311f - (stage_5_0 + stage_7_0) * 0.0046022353f - stage_6_0 * 0.005259698f
                    - stage_9_0 * 0.0013149244f;
            const float stage_11_0 = s0_0_11;
            const float v_3 = -(stage_3_0 + stage_11_0) * 0.0006574622f - stage_4_0 * 0.0019723866f - (stage_5_0
                    + stage_9_0) * 0.003287311f - (stage_6_0 + stage_8_0) * 0.0046022353f - stage_7_0 * 0.005259698f
                    - stage_10_0 * 0.0013149244f;
            s9_0_0 = v;
            s9_0_1 = v_1;
            s9_0_2 = v_2;
            s9_0_3 = v_3;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
