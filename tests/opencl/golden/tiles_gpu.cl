// soft: 2 passes over tiles of 128 x 32 pixels

int pg_mirror(int i, int n) {
    if ((uint)i < (uint)n) return i;
    int period = 2 * max(n - 1, 1), m = i % period;
    m = m < 0 ? m + period : m;
    return min(m < n ? m : period - m, n - 1);
}

__kernel void soft(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int left = ((int)get_global_id(0) - (int)get_local_id(0)) * 4;
    const int top = ((int)get_global_id(1) - (int)get_local_id(1)) * 8;
    __local float stage[4352] __attribute__((aligned(16)));
    for (int block = get_local_id(1) * 32 + get_local_id(0); block < 136; block += 128) {
        const int x = left + block % 34 * 4, y = top + block / 34 * 8;
        if (x >= 4 && y >= 4 && x <= im_w && y + 11 < im_h && (im_stride & 3) == 0) {
            __global const float *im_m4 = im + (long)(y - 4) * im_stride + x;
            const float4 im_m4_m1 = *(__global const float4 *)(im_m4 - 4);
            __global const float *im_m3 = im + (long)(y - 3) * im_stride + x;
            const float4 im_m3_m1 = *(__global const float4 *)(im_m3 - 4);
            const float im_m4_m3 = im_m3_m1.x;
            __global const float *im_m2 = im + (long)(y - 2) * im_stride + x;
            const float4 im_m2_m1 = *(__global const float4 *)(im_m2 - 4);
            const float im_m4_m2 = im_m2_m1.x;
            __global const float *im_m1 = im + (long)(y - 1) * im_stride + x;
            const float4 im_m1_m1 = *(__global const float4 *)(im_m1 - 4);
            const float im_m4_m1_1 = im_m1_m1.x;
            __global const float *im_p0 = im + (long)y * im_stride + x;
            const float4 im_p0_m1 = *(__global const float4 *)(im_p0 - 4);
            const float im_m4_0 = im_p0_m1.x;
            __global const float *im_p1 = im + (long)(y + 1) * im_stride + x;
            const float4 im_p1_m1 = *(__global const float4 *)(im_p1 - 4);
            const float im_m4_1 = im_p1_m1.x;
            __global const float *im_p2 = im + (long)(y + 2) * im_stride + x;
            const float4 im_p2_m1 = *(__global const float4 *)(im_p2 - 4);
            const float im_m4_2 = im_p2_m1.x;
            __global const float *im_p3 = im + (long)(y + 3) * im_stride + x;
            const float4 im_p3_m1 = *(__global const float4 *)(im_p3 - 4);
            const float im_m4_3 = im_p3_m1.x;
            __global const float *im_p4 = im + (long)(y + 4) * im_stride + x;
            const float4 im_p4_m1 = *(__global const float4 *)(im_p4 - 4);
            const float im_m4_4 = im_p4_m1.x;
            const float v = (im_m4_m1.x + im_m4_4) * 0.0046022353f + im_m4_m3 * 0.013806706f + (im_m4_m2
                    + im_m4_2) * 0.023011178f + (im_m4_m1_1 + im_m4_1) * 0.032215647f + im_m4_0 * 0.036817882f
                    + im_m4_3 * 0.009204471f;
            const float im_m3_m3 = im_m3_m1.y;
            const float im_m3_m2 = im_m2_m1.y;
            const float im_m3_m1_1 = im_m1_m1.y;
            const float im_m3_0 = im_p0_m1.y;
            const float im_m3_1 = im_p1_m1.y;
            const float im_m3_2 = im_p2_m1.y;
            const float im_m3_3 = im_p3_m1.y;
            const float im_m3_4 = im_p4_m1.y;
            const float v_1 = (im_m4_m1.y + im_m3_4) * 0.0046022353f + im_m3_m3 * 0.013806706f + (im_m3_m2
                    + im_m3_2) * 0.023011178f + (im_m3_m1_1 + im_m3_1) * 0.032215647f + im_m3_0 * 0.036817882f
                    + im_m3_3 * 0.009204471f;
            const float im_m2_m3 = im_m3_m1.z;
            const float im_m2_m2 = im_m2_m1.z;
            const float im_m2_m1_1 = im_m1_m1.z;
            const float im_m2_0 = im_p0_m1.z;
            const float im_m2_1 = im_p1_m1.z;
            const float im_m2_2 = im_p2_m1.z;
            const float im_m2_3 = im_p3_m1.z;
            const float im_m2_4 = im_p4_m1.z;
            const float v_2 = (im_m4_m1.z + im_m2_4) * 0.0046022353f + im_m2_m3 * 0.013806706f + (im_m2_m2
                    + im_m2_2) * 0.023011178f + (im_m2_m1_1 + im_m2_1) * 0.032215647f + im_m2_0 * 0.036817882f
                    + im_m2_3 * 0.009204471f;
            const float im_m1_m3 = im_m3_m1.w;
            const float im_m1_m2 = im_m2_m1.w;
            const float im_m1_m1_1 = im_m1_m1.w;
            const float im_m1_0 = im_p0_m1.w;
            const float im_m1_1 = im_p1_m1.w;
            const float im_m1_2 = im_p2_m1.w;
            const float im_m1_3 = im_p3_m1.w;
            const float im_m1_4 = im_p4_m1.w;
            const float v_3 = (im_m4_m1.w + im_m1_4) * 0.0046022353f + im_m1_m3 * 0.013806706f + (im_m1_m2
                    + im_m1_2) * 0.023011178f + (im_m1_m1_1 + im_m1_1) * 0.032215647f + im_m1_0 * 0.036817882f
                    + im_m1_3 * 0.009204471f;
            *(__local float4 *)(stage + (y - top) * 136 - left + x) = (float4)(v, v_1, v_2, v_3);
            __global const float *im_p5 = im + (long)(y + 5) * im_stride + x;
            const float4 im_p5_m1 = *(__global const float4 *)(im_p5 - 4);
            const float im_m4_5 = im_p5_m1.x;
            const float v_4 = (im_m4_m3 + im_m4_5) * 0.0046022353f + im_m4_m2 * 0.013806706f + (im_m4_m1_1
                    + im_m4_3) * 0.023011178f + (im_m4_0 + im_m4_2) * 0.032215647f + im_m4_1 * 0.036817882f
                    + im_m4_4 * 0.009204471f;
            const float im_m3_5 = im_p5_m1.y;
            const float v_5 = (im_m3_m3 + im_m3_5) * 0.0046022353f + im_m3_m2 * 0.013806706f + (im_m3_m1_1
                    + im_m3_3) * 0.023011178f + (im_m3_0 + im_m3_2) * 0.032215647f + im_m3_1 * 0.036817882f
                    + im_m3_4 * 0.009204471f;
            const float im_m2_5 = im_p5_m1.z;
            const float v_6 = (im_m2_m3 + im_m2_5) * 0.0046022353f + im_m2_m2 * 0.013806706f + (im_m2_m1_1
                    + im_m2_3) * 0.023011178f + (im_m2_0 + im_m2_2) * 0.032215647f + im_m2_1 * 0.036817882f
                    + im_m2_4 * 0.009204471f;
            const float im_m1_5 = im_p5_m1.w;
            const float v_7 = (im_m1_m3 + im_m1_5) * 0.0046022353f + im_m1_m2 * 0.013806706f + (im_m1_m1_1
                    + im_m1_3) * 0.023011178f + (im_m1_0 + im_m1_2) * 0.032215647f + im_m1_1 * 0.036817882f
                    + im_m1_4 * 0.009204471f;
            *(__local float4 *)(stage + (y + 1 - top) * 136 - left + x) = (float4)(v_4, v_5, v_6, v_7);
            __global const float *im_p6 = im + (long)(y + 6) * im_stride + x;
            const float4 im_p6_m1 = *(__global const float4 *)(im_p6 - 4);
            const float im_m4_6 = im_p6_m1.x;
            const float v_8 = (im_m4_m2 + im_m4_6) * 0.0046022353f + im_m4_m1_1 * 0.013806706f + (im_m4_0
                    + im_m4_4) * 0.023011178f + (im_m4_1 + im_m4_3) * 0.032215647f + im_m4_2 * 0.036817882f
                    + im_m4_5 * 0.009204471f;
            const float im_m3_6 = im_p6_m1.y;
            const float v_9 = (im_m3_m2 + im_m3_6) * 0.0046022353f + im_m3_m1_1 * 0.013806706f + (im_m3_0
                    + im_m3_4) * 0.023011178f + (im_m3_1 + im_m3_3) * 0.032215647f + im_m3_2 * 0.036817882f
                    + im_m3_5 * 0.009204471f;
            const float im_m2_6 = im_p6_m1.z;
            const float v_10 = (im_m2_m2 + im_m2_6) * 0.0046022353f + im_m2_m1_1 * 0.013806706f + (im_m2_0
                    + im_m2_4) * 0.023011178f + (im_m2_1 + im_m2_3) * 0.032215647f + im_m2_2 * 0.036817882f
                    + im_m2_5 * 0.009204471f;
            const float im_m1_6 = im_p6_m1.w;
            const float v_11 = (im_m1_m2 + im_m1_6) * 0.0046022353f + im_m1_m1_1 * 0.013806706f + (im_m1_0
                    + im_m1_4) * 0.023011178f + (im_m1_1 + im_m1_3) * 0.032215647f + im_m1_2 * 0.036817882f
                    + im_m1_5 * 0.009204471f;
            *(__local float4 *)(stage + (y + 2 - top) * 136 - left + x) = (float4)(v_8, v_9, v_10, v_11);
            __global const float *im_p7 = im + (long)(y + 7) * im_stride + x;
            const float4 im_p7_m1 = *(__global const float4 *)(im_p7 - 4);
            const float im_m4_7 = im_p7_m1.x;
            const float v_12 = (im_m4_m1_1 + im_m4_7) * 0.0046022353f + im_m4_0 * 0.013806706f + (im_m4_1
                    + im_m4_5) * 0.023011178f + (im_m4_2 + im_m4_4) * 0.032215647f + im_m4_3 * 0.036817882f
                    + im_m4_6 * 0.009204471f;
            const float im_m3_7 = im_p7_m1.y;
            const float v_13 = (im_m3_m1_1 + im_m3_7) * 0.0046022353f + im_m3_0 * 0.013806706f + (im_m3_1
                    + im_m3_5) * 0.023011178f + (im_m3_2 + im_m3_4) * 0.032215647f + im_m3_3 * 0.036817882f
                    + im_m3_6 * 0.009204471f;
            const float im_m2_7 = im_p7_m1.z;
            const float v_14 = (im_m2_m1_1 + im_m2_7) * 0.0046022353f + im_m2_0 * 0.013806706f + (im_m2_1
                    + im_m2_5) * 0.023011178f + (im_m2_2 + im_m2_4) * 0.032215647f + im_m2_3 * 0.036817882f
                    + im_m2_6 * 0.009204471f;
            const float im_m1_7 = im_p7_m1.w;
            const float v_15 = (im_m1_m1_1 + im_m1_7) * 0.0046022353f + im_m1_0 * 0.013806706f + (im_m1_1
                    + im_m1_5) * 0.023011178f + (im_m1_2 + im_m1_4) * 0.032215647f + im_m1_3 * 0.036817882f
                    + im_m1_6 * 0.009204471f;
            *(__local float4 *)(stage + (y + 3 - top) * 136 - left + x) = (float4)(v_12, v_13, v_14, v_15);
            __global const float *im_p8 = im + (long)(y + 8) * im_stride + x;
            const float4 im_p8_m1 = *(__global const float4 *)(im_p8 - 4);
            const float im_m4_8 = im_p8_m1.x;
            const float v_16 = (im_m4_0 + im_m4_8) * 0.0046022353f + im_m4_1 * 0.013806706f + (im_m4_2
                    + im_m4_6) * 0.023011178f + (im_m4_3 + im_m4_5) * 0.032215647f + im_m4_4 * 0.036817882f
                    + im_m4_7 * 0.009204471f;
            const float im_m3_8 = im_p8_m1.y;
            const float v_17 = (im_m3_0 + im_m3_8) * 0.0046022353f + im_m3_1 * 0.013806706f + (im_m3_2
                    + im_m3_6) * 0.023011178f + (im_m3_3 + im_m3_5) * 0.032215647f + im_m3_4 * 0.036817882f
                    + im_m3_7 * 0.009204471f;
            const float im_m2_8 = im_p8_m1.z;
            const float v_18 = (im_m2_0 + im_m2_8) * 0.0046022353f + im_m2_1 * 0.013806706f + (im_m2_2
                    + im_m2_6) * 0.023011178f + (im_m2_3 + im_m2_5) * 0.032215647f + im_m2_4 * 0.036817882f
                    + im_m2_7 * 0.009204471f;
            const float im_m1_8 = im_p8_m1.w;
            const float v_19 = (im_m1_0 + im_m1_8) * 0.0046022353f + im_m1_1 * 0.013806706f + (im_m1_2
                    + im_m1_6) * 0.023011178f + (im_m1_3 + im_m1_5) * 0.032215647f + im_m1_4 * 0.036817882f
                    + im_m1_7 * 0.009204471f;
            *(__local float4 *)(stage + (y + 4 - top) * 136 - left + x) = (float4)(v_16, v_17, v_18, v_19);
            __global const float *im_p9 = im + (long)(y + 9) * im_stride + x;
            const float4 im_p9_m1 = *(__global const float4 *)(im_p9 - 4);
            const float im_m4_9 = im_p9_m1.x;
            const float v_20 = (im_m4_1 + im_m4_9) * 0.0046022353f + im_m4_2 * 0.013806706f + (im_m4_3
                    + im_m4_7) * 0.023011178f + (im_m4_4 + im_m4_6) * 0.032215647f + im_m4_5 * 0.036817882f
                    + im_m4_8 * 0.009204471f;
            const float im_m3_9 = im_p9_m1.y;
            const float v_21 = (im_m3_1 + im_m3_9) * 0.0046022353f + im_m3_2 * 0.013806706f + (im_m3_3
                    + im_m3_7) * 0.023011178f + (im_m3_4 + im_m3_6) * 0.032215647f + im_m3_5 * 0.036817882f
                    + im_m3_8 * 0.009204471f;
            const float im_m2_9 = im_p9_m1.z;
            const float v_22 = (im_m2_1 + im_m2_9) * 0.0046022353f + im_m2_2 * 0.013806706f + (im_m2_3
                    + im_m2_7) * 0.023011178f + (im_m2_4 + im_m2_6) * 0.032215647f + im_m2_5 * 0.036817882f
                    + im_m2_8 * 0.009204471f;
            const float im_m1_9 = im_p9_m1.w;
            const float v_23 = (im_m1_1 + im_m1_9) * 0.0046022353f + im_m1_2 * 0.013806706f + (im_m1_3
                    + im_m1_7) * 0.023011178f + (im_m1_4 + im_m1_6) * 0.032215647f + im_m1_5 * 0.036817882f
                    + im_m1_8 * 0.009204471f;
            *(__local float4 *)(stage + (y + 5 - top) * 136 - left + x) = (float4)(v_20, v_21, v_22, v_23);
            __global const float *im_p10 = im + (long)(y + 10) * im_stride + x;
            const float4 im_p10_m1 = *(__global const float4 *)(im_p10 - 4);
            const float im_m4_10 = im_p10_m1.x;
            const float v_24 = (im_m4_2 + im_m4_10) * 0.0046022353f + im_m4_3 * 0.013806706f + (im_m4_4
                    + im_m4_8) * 0.023011178f + (im_m4_5 + im_m4_7) * 0.032215647f + im_m4_6 * 0.036817882f
                    + im_m4_9 * 0.009204471f;
            const float im_m3_10 = im_p10_m1.y;
            const float v_25 = (im_m3_2 + im_m3_10) * 0.0046022353f + im_m3_3 * 0.013806706f + (im_m3_4
                    + im_m3_8) * 0.023011178f + (im_m3_5 + im_m3_7) * 0.032215647f + im_m3_6 * 0.036817882f
                    + im_m3_9 * 0.009204471f;
            const float im_m2_10 = im_p10_m1.z;
            const float v_26 = (im_m2_2 + im_m2_10) * 0.0046022353f + im_m2_3 * 0.013806706f + (im_m2_4
                    + im_m2_8) * 0.023011178f + (im_m2_5 + im_m2_7) * 0.032215647f + im_m2_6 * 0.036817882f
                    + im_m2_9 * 0.009204471f;
            const float im_m1_10 = im_p10_m1.w;
            const float v_27 = (im_m1_2 + im_m1_10) * 0.0046022353f + im_m1_3 * 0.013806706f + (im_m1_4
                    + im_m1_8) * 0.023011178f + (im_m1_5 + im_m1_7) * 0.032215647f + im_m1_6 * 0.036817882f
                    + im_m1_9 * 0.009204471f;
            *(__local float4 *)(stage + (y + 6 - top) * 136 - left + x) = (float4)(v_24, v_25, v_26, v_27);
            __global const float *im_p11 = im + (long)(y + 11) * im_stride + x;
            const float4 im_p11_m1 = *(__global const float4 *)(im_p11 - 4);
            const float v_28 = (im_m4_3 + im_p11_m1.x) * 0.0046022353f + im_m4_4 * 0.013806706f + (im_m4_5
                    + im_m4_9) * 0.023011178f + (im_m4_6 + im_m4_8) * 0.032215647f + im_m4_7 * 0.036817882f
                    + im_m4_10 * 0.009204471f;
            const float v_29 = (im_m3_3 + im_p11_m1.y) * 0.0046022353f + im_m3_4 * 0.013806706f + (im_m3_5
                    + im_m3_9) * 0.023011178f + (im_m3_6 + im_m3_8) * 0.032215647f + im_m3_7 * 0.036817882f
                    + im_m3_10 * 0.009204471f;
            const float v_30 = (im_m2_3 + im_p11_m1.z) * 0.0046022353f + im_m2_4 * 0.013806706f + (im_m2_5
                    + im_m2_9) * 0.023011178f + (im_m2_6 + im_m2_8) * 0.032215647f + im_m2_7 * 0.036817882f
                    + im_m2_10 * 0.009204471f;
            const float v_31 = (im_m1_3 + im_p11_m1.w) * 0.0046022353f + im_m1_4 * 0.013806706f + (im_m1_5
                    + im_m1_9) * 0.023011178f + (im_m1_6 + im_m1_8) * 0.032215647f + im_m1_7 * 0.036817882f
                    + im_m1_10 * 0.009204471f;
            *(__local float4 *)(stage + (y + 7 - top) * 136 - left + x) = (float4)(v_28, v_29, v_30, v_31);
        } else {
            for (int i = 0; i < 32; i++) {
                const int across = x + i % 4;
                const int down = y + i / 4;
                {
                    __global const float *im_row = im + (long)pg_mirror(down - 4, im_h) * im_stride;
                    const int im_column = pg_mirror(across - 4, im_w);
                    __global const float *im_row_1 = im + (long)pg_mirror(down - 3, im_h) * im_stride;
                    __global const float *im_row_2 = im + (long)pg_mirror(down - 2, im_h) * im_stride;
                    __global const float *im_row_3 = im + (long)pg_mirror(down - 1, im_h) * im_stride;
                    __global const float *im_row_4 = im + (long)pg_mirror(down, im_h) * im_stride;
                    __global const float *im_row_5 = im + (long)pg_mirror(down + 1, im_h) * im_stride;
                    __global const float *im_row_6 = im + (long)pg_mirror(down + 2, im_h) * im_stride;
                    __global const float *im_row_7 = im + (long)pg_mirror(down + 3, im_h) * im_stride;
                    __global const float *im_row_8 = im + (long)pg_mirror(down + 4, im_h) * im_stride;
                    const float v = (im_row[im_column] + im_row_8[im_column]) * 0.0046022353f
                            + im_row_1[im_column] * 0.013806706f + (im_row_2[im_column] + im_row_6[im_column]) * 0.023011178f
                            + (im_row_3[im_column] + im_row_5[im_column]) * 0.032215647f + im_row_4[im_column] * 0.036817882f
                            + im_row_7[im_column] * 0.009204471f;
                    {
                        __local float *stage_row = stage + (down - top) * 136 - left;
                        stage_row[across] = v;
                    }
                }
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = get_global_id(0) * 4, y = get_global_id(1) * 8;
    if (x < width && y < height) {
        if (x + 4 <= width && y + 8 <= height && (out_stride & 3) == 0 && x + 4 <= im_w && y
                + 7 < im_h && (im_stride & 3) == 0) {
            __global const float *im_p0 = im + (long)y * im_stride + x;
            const float4 im_p0_0 = *(__global const float4 *)(im_p0);
            const __local float *stage_p0 = stage + (y - top) * 136 - left + x;
            const float4 stage_p0_0 = *(const __local float4 *)(stage_p0);
            const float stage_1_0 = stage_p0_0.y;
            const float stage_2_0 = stage_p0_0.z;
            const float stage_3_0 = stage_p0_0.w;
            const float4 stage_p0_1 = *(const __local float4 *)(stage_p0 + 4);
            const float stage_4_0 = stage_p0_1.x;
            const float stage_5_0 = stage_p0_1.y;
            const float stage_6_0 = stage_p0_1.z;
            const float stage_7_0 = stage_p0_1.w;
            const float4 stage_p0_2 = *(const __local float4 *)(stage_p0 + 8);
            const float stage_8_0 = stage_p0_2.x;
            const float v = im_p0_0.x * 2.0f - (stage_p0_0.x + stage_8_0) * 0.14285715f - stage_1_0 * 0.42857143f
                    - (stage_2_0 + stage_6_0) * 0.71428573f - (stage_3_0 + stage_5_0) - stage_4_0 * 1.1428572f
                    - stage_7_0 * 0.2857143f;
            const float stage_9_0 = stage_p0_2.y;
            const float v_1 = im_p0_0.y * 2.0f - (stage_1_0 + stage_9_0) * 0.14285715f - stage_2_0 * 0.42857143f
                    - (stage_3_0 + stage_7_0) * 0.71428573f - (stage_4_0 + stage_6_0) - stage_5_0 * 1.1428572f
                    - stage_8_0 * 0.2857143f;
            const float stage_10_0 = stage_p0_2.z;
            const float v_2 = im_p0_0.z * 2.0f - (stage_2_0 + stage_10_0) * 0.14285715f - stage_3_0 * 0.42857143f
                    - (stage_4_0 + stage_8_0) * 0.71428573f - (stage_5_0 + stage_7_0) - stage_6_0 * 1.1428572f
                    - stage_9_0 * 0.2857143f;
            const float v_3 = im_p0_0.w * 2.0f - (stage_3_0 + stage_p0_2.w) * 0.14285715f - stage_4_0 * 0.42857143f
                    - (stage_5_0 + stage_9_0) * 0.71428573f - (stage_6_0 + stage_8_0) - stage_7_0 * 1.1428572f
                    - stage_10_0 * 0.2857143f;
            *(__global float4 *)(out + (long)y * out_stride + x) = (float4)(v, v_1, v_2, v_3);
            __global const float *im_p1 = im + (long)(y + 1) * im_stride + x;
            const float4 im_p1_0 = *(__global const float4 *)(im_p1);
            const __local float *stage_p1 = stage + (y + 1 - top) * 136 - left + x;
            const float4 stage_p1_0 = *(const __local float4 *)(stage_p1);
            const float stage_1_1 = stage_p1_0.y;
            const float stage_2_1 = stage_p1_0.z;
            const float stage_3_1 = stage_p1_0.w;
            const float4 stage_p1_1 = *(const __local float4 *)(stage_p1 + 4);
            const float stage_4_1 = stage_p1_1.x;
            const float stage_5_1 = stage_p1_1.y;
            const float stage_6_1 = stage_p1_1.z;
            const float stage_7_1 = stage_p1_1.w;
            const float4 stage_p1_2 = *(const __local float4 *)(stage_p1 + 8);
            const float stage_8_1 = stage_p1_2.x;
            const float v_4 = im_p1_0.x * 2.0f - (stage_p1_0.x + stage_8_1) * 0.14285715f - stage_1_1 * 0.42857143f
                    - (stage_2_1 + stage_6_1) * 0.71428573f - (stage_3_1 + stage_5_1) - stage_4_1 * 1.1428572f
                    - stage_7_1 * 0.2857143f;
            const float stage_9_1 = stage_p1_2.y;
            const float v_5 = im_p1_0.y * 2.0f - (stage_1_1 + stage_9_1) * 0.14285715f - stage_2_1 * 0.42857143f
                    - (stage_3_1 + stage_7_1) * 0.71428573f - (stage_4_1 + stage_6_1) - stage_5_1 * 1.1428572f
                    - stage_8_1 * 0.2857143f;
            const float stage_10_1 = stage_p1_2.z;
            const float v_6 = im_p1_0.z * 2.0f - (stage_2_1 + stage_10_1) * 0.14285715f - stage_3_1 * 0.42857143f
                    - (stage_4_1 + stage_8_1) * 0.71428573f - (stage_5_1 + stage_7_1) - stage_6_1 * 1.1428572f
                    - stage_9_1 * 0.2857143f;
            const float v_7 = im_p1_0.w * 2.0f - (stage_3_1 + stage_p1_2.w) * 0.14285715f - stage_4_1 * 0.42857143f
                    - (stage_5_1 + stage_9_1) * 0.71428573f - (stage_6_1 + stage_8_1) - stage_7_1 * 1.1428572f
                    - stage_10_1 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 1) * out_stride + x) = (float4)(v_4, v_5, v_6, v_7);
            __global const float *im_p2 = im + (long)(y + 2) * im_stride + x;
            const float4 im_p2_0 = *(__global const float4 *)(im_p2);
            const __local float *stage_p2 = stage + (y + 2 - top) * 136 - left + x;
            const float4 stage_p2_0 = *(const __local float4 *)(stage_p2);
            const float stage_1_2 = stage_p2_0.y;
            const float stage_2_2 = stage_p2_0.z;
            const float stage_3_2 = stage_p2_0.w;
            const float4 stage_p2_1 = *(const __local float4 *)(stage_p2 + 4);
            const float stage_4_2 = stage_p2_1.x;
            const float stage_5_2 = stage_p2_1.y;
            const float stage_6_2 = stage_p2_1.z;
            const float stage_7_2 = stage_p2_1.w;
            const float4 stage_p2_2 = *(const __local float4 *)(stage_p2 + 8);
            const float stage_8_2 = stage_p2_2.x;
            const float v_8 = im_p2_0.x * 2.0f - (stage_p2_0.x + stage_8_2) * 0.14285715f - stage_1_2 * 0.42857143f
                    - (stage_2_2 + stage_6_2) * 0.71428573f - (stage_3_2 + stage_5_2) - stage_4_2 * 1.1428572f
                    - stage_7_2 * 0.2857143f;
            const float stage_9_2 = stage_p2_2.y;
            const float v_9 = im_p2_0.y * 2.0f - (stage_1_2 + stage_9_2) * 0.14285715f - stage_2_2 * 0.42857143f
                    - (stage_3_2 + stage_7_2) * 0.71428573f - (stage_4_2 + stage_6_2) - stage_5_2 * 1.1428572f
                    - stage_8_2 * 0.2857143f;
            const float stage_10_2 = stage_p2_2.z;
            const float v_10 = im_p2_0.z * 2.0f - (stage_2_2 + stage_10_2) * 0.14285715f - stage_3_2 * 0.42857143f
                    - (stage_4_2 + stage_8_2) * 0.71428573f - (stage_5_2 + stage_7_2) - stage_6_2 * 1.1428572f
                    - stage_9_2 * 0.2857143f;
            const float v_11 = im_p2_0.w * 2.0f - (stage_3_2 + stage_p2_2.w) * 0.14285715f - stage_4_2 * 0.42857143f
                    - (stage_5_2 + stage_9_2) * 0.71428573f - (stage_6_2 + stage_8_2) - stage_7_2 * 1.1428572f
                    - stage_10_2 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 2) * out_stride + x) = (float4)(v_8, v_9, v_10, v_11);
            __global const float *im_p3 = im + (long)(y + 3) * im_stride + x;
            const float4 im_p3_0 = *(__global const float4 *)(im_p3);
            const __local float *stage_p3 = stage + (y + 3 - top) * 136 - left + x;
            const float4 stage_p3_0 = *(const __local float4 *)(stage_p3);
            const float stage_1_3 = stage_p3_0.y;
            const float stage_2_3 = stage_p3_0.z;
            const float stage_3_3 = stage_p3_0.w;
            const float4 stage_p3_1 = *(const __local float4 *)(stage_p3 + 4);
            const float stage_4_3 = stage_p3_1.x;
            const float stage_5_3 = stage_p3_1.y;
            const float stage_6_3 = stage_p3_1.z;
            const float stage_7_3 = stage_p3_1.w;
            const float4 stage_p3_2 = *(const __local float4 *)(stage_p3 + 8);
            const float stage_8_3 = stage_p3_2.x;
            const float v_12 = im_p3_0.x * 2.0f - (stage_p3_0.x + stage_8_3) * 0.14285715f - stage_1_3 * 0.42857143f
                    - (stage_2_3 + stage_6_3) * 0.71428573f - (stage_3_3 + stage_5_3) - stage_4_3 * 1.1428572f
                    - stage_7_3 * 0.2857143f;
            const float stage_9_3 = stage_p3_2.y;
            const float v_13 = im_p3_0.y * 2.0f - (stage_1_3 + stage_9_3) * 0.14285715f - stage_2_3 * 0.42857143f
                    - (stage_3_3 + stage_7_3) * 0.71428573f - (stage_4_3 + stage_6_3) - stage_5_3 * 1.1428572f
                    - stage_8_3 * 0.2857143f;
            const float stage_10_3 = stage_p3_2.z;
            const float v_14 = im_p3_0.z * 2.0f - (stage_2_3 + stage_10_3) * 0.14285715f - stage_3_3 * 0.42857143f
                    - (stage_4_3 + stage_8_3) * 0.71428573f - (stage_5_3 + stage_7_3) - stage_6_3 * 1.1428572f
                    - stage_9_3 * 0.2857143f;
            const float v_15 = im_p3_0.w * 2.0f - (stage_3_3 + stage_p3_2.w) * 0.14285715f - stage_4_3 * 0.42857143f
                    - (stage_5_3 + stage_9_3) * 0.71428573f - (stage_6_3 + stage_8_3) - stage_7_3 * 1.1428572f
                    - stage_10_3 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 3) * out_stride + x) = (float4)(v_12, v_13, v_14, v_15);
            __global const float *im_p4 = im + (long)(y + 4) * im_stride + x;
            const float4 im_p4_0 = *(__global const float4 *)(im_p4);
            const __local float *stage_p4 = stage + (y + 4 - top) * 136 - left + x;
            const float4 stage_p4_0 = *(const __local float4 *)(stage_p4);
            const float stage_1_4 = stage_p4_0.y;
            const float stage_2_4 = stage_p4_0.z;
            const float stage_3_4 = stage_p4_0.w;
            const float4 stage_p4_1 = *(const __local float4 *)(stage_p4 + 4);
            const float stage_4_4 = stage_p4_1.x;
            const float stage_5_4 = stage_p4_1.y;
            const float stage_6_4 = stage_p4_1.z;
            const float stage_7_4 = stage_p4_1.w;
            const float4 stage_p4_2 = *(const __local float4 *)(stage_p4 + 8);
            const float stage_8_4 = stage_p4_2.x;
            const float v_16 = im_p4_0.x * 2.0f - (stage_p4_0.x + stage_8_4) * 0.14285715f - stage_1_4 * 0.42857143f
                    - (stage_2_4 + stage_6_4) * 0.71428573f - (stage_3_4 + stage_5_4) - stage_4_4 * 1.1428572f
                    - stage_7_4 * 0.2857143f;
            const float stage_9_4 = stage_p4_2.y;
            const float v_17 = im_p4_0.y * 2.0f - (stage_1_4 + stage_9_4) * 0.14285715f - stage_2_4 * 0.42857143f
                    - (stage_3_4 + stage_7_4) * 0.71428573f - (stage_4_4 + stage_6_4) - stage_5_4 * 1.1428572f
                    - stage_8_4 * 0.2857143f;
            const float stage_10_4 = stage_p4_2.z;
            const float v_18 = im_p4_0.z * 2.0f - (stage_2_4 + stage_10_4) * 0.14285715f - stage_3_4 * 0.42857143f
                    - (stage_4_4 + stage_8_4) * 0.71428573f - (stage_5_4 + stage_7_4) - stage_6_4 * 1.1428572f
                    - stage_9_4 * 0.2857143f;
            const float v_19 = im_p4_0.w * 2.0f - (stage_3_4 + stage_p4_2.w) * 0.14285715f - stage_4_4 * 0.42857143f
                    - (stage_5_4 + stage_9_4) * 0.71428573f - (stage_6_4 + stage_8_4) - stage_7_4 * 1.1428572f
                    - stage_10_4 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 4) * out_stride + x) = (float4)(v_16, v_17, v_18, v_19);
            __global const float *im_p5 = im + (long)(y + 5) * im_stride + x;
            const float4 im_p5_0 = *(__global const float4 *)(im_p5);
            const __local float *stage_p5 = stage + (y + 5 - top) * 136 - left + x;
            const float4 stage_p5_0 = *(const __local float4 *)(stage_p5);
            const float stage_1_5 = stage_p5_0.y;
            const float stage_2_5 = stage_p5_0.z;
            const float stage_3_5 = stage_p5_0.w;
            const float4 stage_p5_1 = *(const __local float4 *)(stage_p5 + 4);
            const float stage_4_5 = stage_p5_1.x;
            const float stage_5_5 = stage_p5_1.y;
            const float stage_6_5 = stage_p5_1.z;
            const float stage_7_5 = stage_p5_1.w;
            const float4 stage_p5_2 = *(const __local float4 *)(stage_p5 + 8);
            const float stage_8_5 = stage_p5_2.x;
            const float v_20 = im_p5_0.x * 2.0f - (stage_p5_0.x + stage_8_5) * 0.14285715f - stage_1_5 * 0.42857143f
                    - (stage_2_5 + stage_6_5) * 0.71428573f - (stage_3_5 + stage_5_5) - stage_4_5 * 1.1428572f
                    - stage_7_5 * 0.2857143f;
            const float stage_9_5 = stage_p5_2.y;
            const float v_21 = im_p5_0.y * 2.0f - (stage_1_5 + stage_9_5) * 0.14285715f - stage_2_5 * 0.42857143f
                    - (stage_3_5 + stage_7_5) * 0.71428573f - (stage_4_5 + stage_6_5) - stage_5_5 * 1.1428572f
                    - stage_8_5 * 0.2857143f;
            const float stage_10_5 = stage_p5_2.z;
            const float v_22 = im_p5_0.z * 2.0f - (stage_2_5 + stage_10_5) * 0.14285715f - stage_3_5 * 0.42857143f
                    - (stage_4_5 + stage_8_5) * 0.71428573f - (stage_5_5 + stage_7_5) - stage_6_5 * 1.1428572f
                    - stage_9_5 * 0.2857143f;
            const float v_23 = im_p5_0.w * 2.0f - (stage_3_5 + stage_p5_2.w) * 0.14285715f - stage_4_5 * 0.42857143f
                    - (stage_5_5 + stage_9_5) * 0.71428573f - (stage_6_5 + stage_8_5) - stage_7_5 * 1.1428572f
                    - stage_10_5 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 5) * out_stride + x) = (float4)(v_20, v_21, v_22, v_23);
            __global const float *im_p6 = im + (long)(y + 6) * im_stride + x;
            const float4 im_p6_0 = *(__global const float4 *)(im_p6);
            const __local float *stage_p6 = stage + (y + 6 - top) * 136 - left + x;
            const float4 stage_p6_0 = *(const __local float4 *)(stage_p6);
            const float stage_1_6 = stage_p6_0.y;
            const float stage_2_6 = stage_p6_0.z;
            const float stage_3_6 = stage_p6_0.w;
            const float4 stage_p6_1 = *(const __local float4 *)(stage_p6 + 4);
            const float stage_4_6 = stage_p6_1.x;
            const float stage_5_6 = stage_p6_1.y;
            const float stage_6_6 = stage_p6_1.z;
            const float stage_7_6 = stage_p6_1.w;
            const float4 stage_p6_2 = *(const __local float4 *)(stage_p6 + 8);
            const float stage_8_6 = stage_p6_2.x;
            const float v_24 = im_p6_0.x * 2.0f - (stage_p6_0.x + stage_8_6) * 0.14285715f - stage_1_6 * 0.42857143f
                    - (stage_2_6 + stage_6_6) * 0.71428573f - (stage_3_6 + stage_5_6) - stage_4_6 * 1.1428572f
                    - stage_7_6 * 0.2857143f;
            const float stage_9_6 = stage_p6_2.y;
            const float v_25 = im_p6_0.y * 2.0f - (stage_1_6 + stage_9_6) * 0.14285715f - stage_2_6 * 0.42857143f
                    - (stage_3_6 + stage_7_6) * 0.71428573f - (stage_4_6 + stage_6_6) - stage_5_6 * 1.1428572f
                    - stage_8_6 * 0.2857143f;
            const float stage_10_6 = stage_p6_2.z;
            const float v_26 = im_p6_0.z * 2.0f - (stage_2_6 + stage_10_6) * 0.14285715f - stage_3_6 * 0.42857143f
                    - (stage_4_6 + stage_8_6) * 0.71428573f - (stage_5_6 + stage_7_6) - stage_6_6 * 1.1428572f
                    - stage_9_6 * 0.2857143f;
            const float v_27 = im_p6_0.w * 2.0f - (stage_3_6 + stage_p6_2.w) * 0.14285715f - stage_4_6 * 0.42857143f
                    - (stage_5_6 + stage_9_6) * 0.71428573f - (stage_6_6 + stage_8_6) - stage_7_6 * 1.1428572f
                    - stage_10_6 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 6) * out_stride + x) = (float4)(v_24, v_25, v_26, v_27);
            __global const float *im_p7 = im + (long)(y + 7) * im_stride + x;
            const float4 im_p7_0 = *(__global const float4 *)(im_p7);
            const __local float *stage_p7 = stage + (y + 7 - top) * 136 - left + x;
            const float4 stage_p7_0 = *(const __local float4 *)(stage_p7);
            const float stage_1_7 = stage_p7_0.y;
            const float stage_2_7 = stage_p7_0.z;
            const float stage_3_7 = stage_p7_0.w;
            const float4 stage_p7_1 = *(const __local float4 *)(stage_p7 + 4);
            const float stage_4_7 = stage_p7_1.x;
            const float stage_5_7 = stage_p7_1.y;
            const float stage_6_7 = stage_p7_1.z;
            const float stage_7_7 = stage_p7_1.w;
            const float4 stage_p7_2 = *(const __local float4 *)(stage_p7 + 8);
            const float stage_8_7 = stage_p7_2.x;
            const float v_28 = im_p7_0.x * 2.0f - (stage_p7_0.x + stage_8_7) * 0.14285715f - stage_1_7 * 0.42857143f
                    - (stage_2_7 + stage_6_7) * 0.71428573f - (stage_3_7 + stage_5_7) - stage_4_7 * 1.1428572f
                    - stage_7_7 * 0.2857143f;
            const float stage_9_7 = stage_p7_2.y;
            const float v_29 = im_p7_0.y * 2.0f - (stage_1_7 + stage_9_7) * 0.14285715f - stage_2_7 * 0.42857143f
                    - (stage_3_7 + stage_7_7) * 0.71428573f - (stage_4_7 + stage_6_7) - stage_5_7 * 1.1428572f
                    - stage_8_7 * 0.2857143f;
            const float stage_10_7 = stage_p7_2.z;
            const float v_30 = im_p7_0.z * 2.0f - (stage_2_7 + stage_10_7) * 0.14285715f - stage_3_7 * 0.42857143f
                    - (stage_4_7 + stage_8_7) * 0.71428573f - (stage_5_7 + stage_7_7) - stage_6_7 * 1.1428572f
                    - stage_9_7 * 0.2857143f;
            const float v_31 = im_p7_0.w * 2.0f - (stage_3_7 + stage_p7_2.w) * 0.14285715f - stage_4_7 * 0.42857143f
                    - (stage_5_7 + stage_9_7) * 0.71428573f - (stage_6_7 + stage_8_7) - stage_7_7 * 1.1428572f
                    - stage_10_7 * 0.2857143f;
            *(__global float4 *)(out + (long)(y + 7) * out_stride + x) = (float4)(v_28, v_29, v_30, v_31);
        } else {
            for (int i = 0; i < 32; i++) {
                const int across = x + i % 4;
                const int down = y + i / 4;
                if (across < width && down < height) {
                    __global const float *im_row = im + (long)pg_mirror(down, im_h) * im_stride;
                    const int im_column = pg_mirror(across, im_w);
                    const __local float *stage_p0 = stage + (down - top) * 136 - left + across;
                    const float v = im_row[im_column] * 2.0f - (stage_p0[0] + stage_p0[8]) * 0.14285715f
                            - stage_p0[1] * 0.42857143f - (stage_p0[2] + stage_p0[6]) * 0.71428573f - (stage_p0[3]
                            + stage_p0[5]) - stage_p0[4] * 1.1428572f - stage_p0[7] * 0.2857143f;
                    if (down < height) {
                        __global float *out_row = out + (long)down * out_stride;
                        out_row[across] = v;
                    }
                }
            }
        }
    }
}
