// soft: 2 passes over tiles of 128 x 32 pixels

int pg_mirror(int i, int n) {
    if ((uint)i < (uint)n) return i;
    int period = 2 * max(n - 1, 1), m = i % period;
    m = m < 0 ? m + period : m;
    return min(m < n ? m : period - m, n - 1);
}

__attribute__((reqd_work_group_size(32, 4, 1)))
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
            __global const float *im_row = im + (long)pg_mirror(y - 4, im_h) * im_stride;
            const int im_column = pg_mirror(x - 4, im_w);
            __global const float *im_row_1 = im + (long)pg_mirror(y - 3, im_h) * im_stride;
            const float im_m4_m3 = im_row_1[im_column];
            __global const float *im_row_2 = im + (long)pg_mirror(y - 2, im_h) * im_stride;
            const float im_m4_m2 = im_row_2[im_column];
            __global const float *im_row_3 = im + (long)pg_mirror(y - 1, im_h) * im_stride;
            const float im_m4_m1 = im_row_3[im_column];
            __global const float *im_row_4 = im + (long)pg_mirror(y, im_h) * im_stride;
            const float im_m4_0 = im_row_4[im_column];
            __global const float *im_row_5 = im + (long)pg_mirror(y + 1, im_h) * im_stride;
            const float im_m4_1 = im_row_5[im_column];
            __global const float *im_row_6 = im + (long)pg_mirror(y + 2, im_h) * im_stride;
            const float im_m4_2 = im_row_6[im_column];
            __global const float *im_row_7 = im + (long)pg_mirror(y + 3, im_h) * im_stride;
            const float im_m4_3 = im_row_7[im_column];
            __global const float *im_row_8 = im + (long)pg_mirror(y + 4, im_h) * im_stride;
            const float im_m4_4 = im_row_8[im_column];
            const float v = (im_row[im_column] + im_m4_4) * 0.0046022353f + im_m4_m3 * 0.013806706f + (im_m4_m2
                    + im_m4_2) * 0.023011178f + (im_m4_m1 + im_m4_1) * 0.032215647f + im_m4_0 * 0.036817882f
                    + im_m4_3 * 0.009204471f;
            const int im_column_1 = pg_mirror(x - 3, im_w);
            const float im_m3_m3 = im_row_1[im_column_1];
            const float im_m3_m2 = im_row_2[im_column_1];
            const float im_m3_m1 = im_row_3[im_column_1];
            const float im_m3_0 = im_row_4[im_column_1];
            const float im_m3_1 = im_row_5[im_column_1];
            const float im_m3_2 = im_row_6[im_column_1];
            const float im_m3_3 = im_row_7[im_column_1];
            const float im_m3_4 = im_row_8[im_column_1];
            const float v_1 = (im_row[im_column_1] + im_m3_4) * 0.0046022353f + im_m3_m3 * 0.013806706f + (im_m3_m2
                    + im_m3_2) * 0.023011178f + (im_m3_m1 + im_m3_1) * 0.032215647f + im_m3_0 * 0.036817882f
                    + im_m3_3 * 0.009204471f;
            const int im_column_2 = pg_mirror(x - 2, im_w);
            const float im_m2_m3 = im_row_1[im_column_2];
            const float im_m2_m2 = im_row_2[im_column_2];
            const float im_m2_m1 = im_row_3[im_column_2];
            const float im_m2_0 = im_row_4[im_column_2];
            const float im_m2_1 = im_row_5[im_column_2];
            const float im_m2_2 = im_row_6[im_column_2];
            const float im_m2_3 = im_row_7[im_column_2];
            const float im_m2_4 = im_row_8[im_column_2];
            const float v_2 = (im_row[im_column_2] + im_m2_4) * 0.0046022353f + im_m2_m3 * 0.013806706f + (im_m2_m2
                    + im_m2_2) * 0.023011178f + (im_m2_m1 + im_m2_1) * 0.032215647f + im_m2_0 * 0.036817882f
                    + im_m2_3 * 0.009204471f;
            const int im_column_3 = pg_mirror(x - 1, im_w);
            const float im_m1_m3 = im_row_1[im_column_3];
            const float im_m1_m2 = im_row_2[im_column_3];
            const float im_m1_m1 = im_row_3[im_column_3];
            const float im_m1_0 = im_row_4[im_column_3];
            const float im_m1_1 = im_row_5[im_column_3];
            const float im_m1_2 = im_row_6[im_column_3];
            const float im_m1_3 = im_row_7[im_column_3];
            const float im_m1_4 = im_row_8[im_column_3];
            const float v_3 = (im_row[im_column_3] + im_m1_4) * 0.0046022353f + im_m1_m3 * 0.013806706f + (im_m1_m2
                    + im_m1_2) * 0.023011178f + (im_m1_m1 + im_m1_1) * 0.032215647f + im_m1_0 * 0.036817882f
                    + im_m1_3 * 0.009204471f;
            {
                __local float *stage_row = stage + (y - top) * 136 - left;
                stage_row[x] = v;
                stage_row[x + 1] = v_1;
                stage_row[x + 2] = v_2;
                stage_row[x + 3] = v_3;
            }
            __global const float *im_row_9 = im + (long)pg_mirror(y + 5, im_h) * im_stride;
            const float im_m4_5 = im_row_9[im_column];
            const float v_4 = (im_m4_m3 + im_m4_5) * 0.0046022353f + im_m4_m2 * 0.013806706f + (im_m4_m1
                    + im_m4_3) * 0.023011178f + (im_m4_0 + im_m4_2) * 0.032215647f + im_m4_1 * 0.036817882f
                    + im_m4_4 * 0.009204471f;
            const float im_m3_5 = im_row_9[im_column_1];
            const float v_5 = (im_m3_m3 + im_m3_5) * 0.0046022353f + im_m3_m2 * 0.013806706f + (im_m3_m1
                    + im_m3_3) * 0.023011178f + (im_m3_0 + im_m3_2) * 0.032215647f + im_m3_1 * 0.036817882f
                    + im_m3_4 * 0.009204471f;
            const float im_m2_5 = im_row_9[im_column_2];
            const float v_6 = (im_m2_m3 + im_m2_5) * 0.0046022353f + im_m2_m2 * 0.013806706f + (im_m2_m1
                    + im_m2_3) * 0.023011178f + (im_m2_0 + im_m2_2) * 0.032215647f + im_m2_1 * 0.036817882f
                    + im_m2_4 * 0.009204471f;
            const float im_m1_5 = im_row_9[im_column_3];
            const float v_7 = (im_m1_m3 + im_m1_5) * 0.0046022353f + im_m1_m2 * 0.013806706f + (im_m1_m1
                    + im_m1_3) * 0.023011178f + (im_m1_0 + im_m1_2) * 0.032215647f + im_m1_1 * 0.036817882f
                    + im_m1_4 * 0.009204471f;
            {
                __local float *stage_row_1 = stage + (y + 1 - top) * 136 - left;
                stage_row_1[x] = v_4;
                stage_row_1[x + 1] = v_5;
                stage_row_1[x + 2] = v_6;
                stage_row_1[x + 3] = v_7;
            }
            __global const float *im_row_10 = im + (long)pg_mirror(y + 6, im_h) * im_stride;
            const float im_m4_6 = im_row_10[im_column];
            const float v_8 = (im_m4_m2 + im_m4_6) * 0.0046022353f + im_m4_m1 * 0.013806706f + (im_m4_0
                    + im_m4_4) * 0.023011178f + (im_m4_1 + im_m4_3) * 0.032215647f + im_m4_2 * 0.036817882f
                    + im_m4_5 * 0.009204471f;
            const float im_m3_6 = im_row_10[im_column_1];
            const float v_9 = (im_m3_m2 + im_m3_6) * 0.0046022353f + im_m3_m1 * 0.013806706f + (im_m3_0
                    + im_m3_4) * 0.023011178f + (im_m3_1 + im_m3_3) * 0.032215647f + im_m3_2 * 0.036817882f
                    + im_m3_5 * 0.009204471f;
            const float im_m2_6 = im_row_10[im_column_2];
            const float v_10 = (im_m2_m2 + im_m2_6) * 0.0046022353f + im_m2_m1 * 0.013806706f + (im_m2_0
                    + im_m2_4) * 0.023011178f + (im_m2_1 + im_m2_3) * 0.032215647f + im_m2_2 * 0.036817882f
                    + im_m2_5 * 0.009204471f;
            const float im_m1_6 = im_row_10[im_column_3];
            const float v_11 = (im_m1_m2 + im_m1_6) * 0.0046022353f + im_m1_m1 * 0.013806706f + (im_m1_0
                    + im_m1_4) * 0.023011178f + (im_m1_1 + im_m1_3) * 0.032215647f + im_m1_2 * 0.036817882f
                    + im_m1_5 * 0.009204471f;
            {
                __local float *stage_row_2 = stage + (y + 2 - top) * 136 - left;
                stage_row_2[x] = v_8;
                stage_row_2[x + 1] = v_9;
                stage_row_2[x + 2] = v_10;
                stage_row_2[x + 3] = v_11;
            }
            __global const float *im_row_11 = im + (long)pg_mirror(y + 7, im_h) * im_stride;
            const float im_m4_7 = im_row_11[im_column];
            const float v_12 = (im_m4_m1 + im_m4_7) * 0.0046022353f + im_m4_0 * 0.013806706f + (im_m4_1
                    + im_m4_5) * 0.023011178f + (im_m4_2 + im_m4_4) * 0.032215647f + im_m4_3 * 0.036817882f
                    + im_m4_6 * 0.009204471f;
            const float im_m3_7 = im_row_11[im_column_1];
            const float v_13 = (im_m3_m1 + im_m3_7) * 0.0046022353f + im_m3_0 * 0.013806706f + (im_m3_1
                    + im_m3_5) * 0.023011178f + (im_m3_2 + im_m3_4) * 0.032215647f + im_m3_3 * 0.036817882f
                    + im_m3_6 * 0.009204471f;
            const float im_m2_7 = im_row_11[im_column_2];
            const float v_14 = (im_m2_m1 + im_m2_7) * 0.0046022353f + im_m2_0 * 0.013806706f + (im_m2_1
                    + im_m2_5) * 0.023011178f + (im_m2_2 + im_m2_4) * 0.032215647f + im_m2_3 * 0.036817882f
                    + im_m2_6 * 0.009204471f;
            const float im_m1_7 = im_row_11[im_column_3];
            const float v_15 = (im_m1_m1 + im_m1_7) * 0.0046022353f + im_m1_0 * 0.013806706f + (im_m1_1
                    + im_m1_5) * 0.023011178f + (im_m1_2 + im_m1_4) * 0.032215647f + im_m1_3 * 0.036817882f
                    + im_m1_6 * 0.009204471f;
            {
                __local float *stage_row_3 = stage + (y + 3 - top) * 136 - left;
                stage_row_3[x] = v_12;
                stage_row_3[x + 1] = v_13;
                stage_row_3[x + 2] = v_14;
                stage_row_3[x + 3] = v_15;
            }
            __global const float *im_row_12 = im + (long)pg_mirror(y + 8, im_h) * im_stride;
            const float im_m4_8 = im_row_12[im_column];
            const float v_16 = (im_m4_0 + im_m4_8) * 0.0046022353f + im_m4_1 * 0.013806706f + (im_m4_2
                    + im_m4_6) * 0.023011178f + (im_m4_3 + im_m4_5) * 0.032215647f + im_m4_4 * 0.036817882f
                    + im_m4_7 * 0.009204471f;
            const float im_m3_8 = im_row_12[im_column_1];
            const float v_17 = (im_m3_0 + im_m3_8) * 0.0046022353f + im_m3_1 * 0.013806706f + (im_m3_2
                    + im_m3_6) * 0.023011178f + (im_m3_3 + im_m3_5) * 0.032215647f + im_m3_4 * 0.036817882f
                    + im_m3_7 * 0.009204471f;
            const float im_m2_8 = im_row_12[im_column_2];
            const float v_18 = (im_m2_0 + im_m2_8) * 0.0046022353f + im_m2_1 * 0.013806706f + (im_m2_2
                    + im_m2_6) * 0.023011178f + (im_m2_3 + im_m2_5) * 0.032215647f + im_m2_4 * 0.036817882f
                    + im_m2_7 * 0.009204471f;
            const float im_m1_8 = im_row_12[im_column_3];
            const float v_19 = (im_m1_0 + im_m1_8) * 0.0046022353f + im_m1_1 * 0.013806706f + (im_m1_2
                    + im_m1_6) * 0.023011178f + (im_m1_3 + im_m1_5) * 0.032215647f + im_m1_4 * 0.036817882f
                    + im_m1_7 * 0.009204471f;
            {
                __local float *stage_row_4 = stage + (y + 4 - top) * 136 - left;
                stage_row_4[x] = v_16;
                stage_row_4[x + 1] = v_17;
                stage_row_4[x + 2] = v_18;
                stage_row_4[x + 3] = v_19;
            }
            __global const float *im_row_13 = im + (long)pg_mirror(y + 9, im_h) * im_stride;
            const float im_m4_9 = im_row_13[im_column];
            const float v_20 = (im_m4_1 + im_m4_9) * 0.0046022353f + im_m4_2 * 0.013806706f + (im_m4_3
                    + im_m4_7) * 0.023011178f + (im_m4_4 + im_m4_6) * 0.032215647f + im_m4_5 * 0.036817882f
                    + im_m4_8 * 0.009204471f;
            const float im_m3_9 = im_row_13[im_column_1];
            const float v_21 = (im_m3_1 + im_m3_9) * 0.0046022353f + im_m3_2 * 0.013806706f + (im_m3_3
                    + im_m3_7) * 0.023011178f + (im_m3_4 + im_m3_6) * 0.032215647f + im_m3_5 * 0.036817882f
                    + im_m3_8 * 0.009204471f;
            const float im_m2_9 = im_row_13[im_column_2];
            const float v_22 = (im_m2_1 + im_m2_9) * 0.0046022353f + im_m2_2 * 0.013806706f + (im_m2_3
                    + im_m2_7) * 0.023011178f + (im_m2_4 + im_m2_6) * 0.032215647f + im_m2_5 * 0.036817882f
                    + im_m2_8 * 0.009204471f;
            const float im_m1_9 = im_row_13[im_column_3];
            const float v_23 = (im_m1_1 + im_m1_9) * 0.0046022353f + im_m1_2 * 0.013806706f + (im_m1_3
                    + im_m1_7) * 0.023011178f + (im_m1_4 + im_m1_6) * 0.032215647f + im_m1_5 * 0.036817882f
                    + im_m1_8 * 0.009204471f;
            {
                __local float *stage_row_5 = stage + (y + 5 - top) * 136 - left;
                stage_row_5[x] = v_20;
                stage_row_5[x + 1] = v_21;
                stage_row_5[x + 2] = v_22;
                stage_row_5[x + 3] = v_23;
            }
            __global const float *im_row_14 = im + (long)pg_mirror(y + 10, im_h) * im_stride;
            const float im_m4_10 = im_row_14[im_column];
            const float v_24 = (im_m4_2 + im_m4_10) * 0.0046022353f + im_m4_3 * 0.013806706f + (im_m4_4
                    + im_m4_8) * 0.023011178f + (im_m4_5 + im_m4_7) * 0.032215647f + im_m4_6 * 0.036817882f
                    + im_m4_9 * 0.009204471f;
            const float im_m3_10 = im_row_14[im_column_1];
            const float v_25 = (im_m3_2 + im_m3_10) * 0.0046022353f + im_m3_3 * 0.013806706f + (im_m3_4
                    + im_m3_8) * 0.023011178f + (im_m3_5 + im_m3_7) * 0.032215647f + im_m3_6 * 0.036817882f
                    + im_m3_9 * 0.009204471f;
            const float im_m2_10 = im_row_14[im_column_2];
            const float v_26 = (im_m2_2 + im_m2_10) * 0.0046022353f + im_m2_3 * 0.013806706f + (im_m2_4
                    + im_m2_8) * 0.023011178f + (im_m2_5 + im_m2_7) * 0.032215647f + im_m2_6 * 0.036817882f
                    + im_m2_9 * 0.009204471f;
            const float im_m1_10 = im_row_14[im_column_3];
            const float v_27 = (im_m1_2 + im_m1_10) * 0.0046022353f + im_m1_3 * 0.013806706f + (im_m1_4
                    + im_m1_8) * 0.023011178f + (im_m1_5 + im_m1_7) * 0.032215647f + im_m1_6 * 0.036817882f
                    + im_m1_9 * 0.009204471f;
            {
                __local float *stage_row_6 = stage + (y + 6 - top) * 136 - left;
                stage_row_6[x] = v_24;
                stage_row_6[x + 1] = v_25;
                stage_row_6[x + 2] = v_26;
                stage_row_6[x + 3] = v_27;
            }
            __global const float *im_row_15 = im + (long)pg_mirror(y + 11, im_h) * im_stride;
            const float v_28 = (im_m4_3 + im_row_15[im_column]) * 0.0046022353f + im_m4_4 * 0.013806706f + (im_m4_5
                    + im_m4_9) * 0.023011178f + (im_m4_6 + im_m4_8) * 0.032215647f + im_m4_7 * 0.036817882f
                    + im_m4_10 * 0.009204471f;
            const float v_29 = (im_m3_3 + im_row_15[im_column_1]) * 0.0046022353f + im_m3_4 * 0.013806706f + (im_m3_5
                    + im_m3_9) * 0.023011178f + (im_m3_6 + im_m3_8) * 0.032215647f + im_m3_7 * 0.036817882f
                    + im_m3_10 * 0.009204471f;
            const float v_30 = (im_m2_3 + im_row_15[im_column_2]) * 0.0046022353f + im_m2_4 * 0.013806706f + (im_m2_5
                    + im_m2_9) * 0.023011178f + (im_m2_6 + im_m2_8) * 0.032215647f + im_m2_7 * 0.036817882f
                    + im_m2_10 * 0.009204471f;
            const float v_31 = (im_m1_3 + im_row_15[im_column_3]) * 0.0046022353f + im_m1_4 * 0.013806706f + (im_m1_5
                    + im_m1_9) * 0.023011178f + (im_m1_6 + im_m1_8) * 0.032215647f + im_m1_7 * 0.036817882f
                    + im_m1_10 * 0.009204471f;
            {
                __local float *stage_row_7 = stage + (y + 7 - top) * 136 - left;
                stage_row_7[x] = v_28;
                stage_row_7[x + 1] = v_29;
                stage_row_7[x + 2] = v_30;
                stage_row_7[x + 3] = v_31;
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
            __global const float *im_row = im + (long)pg_mirror(y, im_h) * im_stride;
            const int im_column = pg_mirror(x, im_w);
            const __local float *stage_p0 = stage + (y - top) * 136 - left + x;
            const float stage_1_0 = stage_p0[1];
            const float stage_2_0 = stage_p0[2];
            const float stage_3_0 = stage_p0[3];
            const float stage_4_0 = stage_p0[4];
            const float stage_5_0 = stage_p0[5];
            const float stage_6_0 = stage_p0[6];
            const float stage_7_0 = stage_p0[7];
            const float stage_8_0 = stage_p0[8];
            const float v = im_row[im_column] * 2.0f - (stage_p0[0] + stage_8_0) * 0.14285715f
                    - stage_1_0 * 0.42857143f - (stage_2_0 + stage_6_0) * 0.71428573f - (stage_3_0 + stage_5_0)
                    - stage_4_0 * 1.1428572f - stage_7_0 * 0.2857143f;
            const int im_column_1 = pg_mirror(x + 1, im_w);
            const float stage_9_0 = stage_p0[9];
            const float v_1 = im_row[im_column_1] * 2.0f - (stage_1_0 + stage_9_0) * 0.14285715f
                    - stage_2_0 * 0.42857143f - (stage_3_0 + stage_7_0) * 0.71428573f - (stage_4_0 + stage_6_0)
                    - stage_5_0 * 1.1428572f - stage_8_0 * 0.2857143f;
            const int im_column_2 = pg_mirror(x + 2, im_w);
            const float stage_10_0 = stage_p0[10];
            const float v_2 = im_row[im_column_2] * 2.0f - (stage_2_0 + stage_10_0) * 0.14285715f
                    - stage_3_0 * 0.42857143f - (stage_4_0 + stage_8_0) * 0.71428573f - (stage_5_0 + stage_7_0)
                    - stage_6_0 * 1.1428572f - stage_9_0 * 0.2857143f;
            const int im_column_3 = pg_mirror(x + 3, im_w);
            const float v_3 = im_row[im_column_3] * 2.0f - (stage_3_0 + stage_p0[11]) * 0.14285715f
                    - stage_4_0 * 0.42857143f - (stage_5_0 + stage_9_0) * 0.71428573f - (stage_6_0 + stage_8_0)
                    - stage_7_0 * 1.1428572f - stage_10_0 * 0.2857143f;
            if (y < height) {
                __global float *out_row = out + (long)y * out_stride;
                out_row[x] = v;
                if (x + 1 < width)
                    out_row[x + 1] = v_1;
                if (x + 2 < width)
                    out_row[x + 2] = v_2;
                if (x + 3 < width)
                    out_row[x + 3] = v_3;
            }
            __global const float *im_row_1 = im + (long)pg_mirror(y + 1, im_h) * im_stride;
            const __local float *stage_p1 = stage + (y + 1 - top) * 136 - left + x;
            const float stage_1_1 = stage_p1[1];
            const float stage_2_1 = stage_p1[2];
            const float stage_3_1 = stage_p1[3];
            const float stage_4_1 = stage_p1[4];
            const float stage_5_1 = stage_p1[5];
            const float stage_6_1 = stage_p1[6];
            const float stage_7_1 = stage_p1[7];
            const float stage_8_1 = stage_p1[8];
            const float v_4 = im_row_1[im_column] * 2.0f - (stage_p1[0] + stage_8_1) * 0.14285715f
                    - stage_1_1 * 0.42857143f - (stage_2_1 + stage_6_1) * 0.71428573f - (stage_3_1 + stage_5_1)
                    - stage_4_1 * 1.1428572f - stage_7_1 * 0.2857143f;
            const float stage_9_1 = stage_p1[9];
            const float v_5 = im_row_1[im_column_1] * 2.0f - (stage_1_1 + stage_9_1) * 0.14285715f
                    - stage_2_1 * 0.42857143f - (stage_3_1 + stage_7_1) * 0.71428573f - (stage_4_1 + stage_6_1)
                    - stage_5_1 * 1.1428572f - stage_8_1 * 0.2857143f;
            const float stage_10_1 = stage_p1[10];
            const float v_6 = im_row_1[im_column_2] * 2.0f - (stage_2_1 + stage_10_1) * 0.14285715f
                    - stage_3_1 * 0.42857143f - (stage_4_1 + stage_8_1) * 0.71428573f - (stage_5_1 + stage_7_1)
                    - stage_6_1 * 1.1428572f - stage_9_1 * 0.2857143f;
            const float v_7 = im_row_1[im_column_3] * 2.0f - (stage_3_1 + stage_p1[11]) * 0.14285715f
                    - stage_4_1 * 0.42857143f - (stage_5_1 + stage_9_1) * 0.71428573f - (stage_6_1 + stage_8_1)
                    - stage_7_1 * 1.1428572f - stage_10_1 * 0.2857143f;
            if (y + 1 < height) {
                __global float *out_row_1 = out + (long)(y + 1) * out_stride;
                out_row_1[x] = v_4;
                if (x + 1 < width)
                    out_row_1[x + 1] = v_5;
                if (x + 2 < width)
                    out_row_1[x + 2] = v_6;
                if (x + 3 < width)
                    out_row_1[x + 3] = v_7;
            }
            __global const float *im_row_2 = im + (long)pg_mirror(y + 2, im_h) * im_stride;
            const __local float *stage_p2 = stage + (y + 2 - top) * 136 - left + x;
            const float stage_1_2 = stage_p2[1];
            const float stage_2_2 = stage_p2[2];
            const float stage_3_2 = stage_p2[3];
            const float stage_4_2 = stage_p2[4];
            const float stage_5_2 = stage_p2[5];
            const float stage_6_2 = stage_p2[6];
            const float stage_7_2 = stage_p2[7];
            const float stage_8_2 = stage_p2[8];
            const float v_8 = im_row_2[im_column] * 2.0f - (stage_p2[0] + stage_8_2) * 0.14285715f
                    - stage_1_2 * 0.42857143f - (stage_2_2 + stage_6_2) * 0.71428573f - (stage_3_2 + stage_5_2)
                    - stage_4_2 * 1.1428572f - stage_7_2 * 0.2857143f;
            const float stage_9_2 = stage_p2[9];
            const float v_9 = im_row_2[im_column_1] * 2.0f - (stage_1_2 + stage_9_2) * 0.14285715f
                    - stage_2_2 * 0.42857143f - (stage_3_2 + stage_7_2) * 0.71428573f - (stage_4_2 + stage_6_2)
                    - stage_5_2 * 1.1428572f - stage_8_2 * 0.2857143f;
            const float stage_10_2 = stage_p2[10];
            const float v_10 = im_row_2[im_column_2] * 2.0f - (stage_2_2 + stage_10_2) * 0.14285715f
                    - stage_3_2 * 0.42857143f - (stage_4_2 + stage_8_2) * 0.71428573f - (stage_5_2 + stage_7_2)
                    - stage_6_2 * 1.1428572f - stage_9_2 * 0.2857143f;
            const float v_11 = im_row_2[im_column_3] * 2.0f - (stage_3_2 + stage_p2[11]) * 0.14285715f
                    - stage_4_2 * 0.42857143f - (stage_5_2 + stage_9_2) * 0.71428573f - (stage_6_2 + stage_8_2)
                    - stage_7_2 * 1.1428572f - stage_10_2 * 0.2857143f;
            if (y + 2 < height) {
                __global float *out_row_2 = out + (long)(y + 2) * out_stride;
                out_row_2[x] = v_8;
                if (x + 1 < width)
                    out_row_2[x + 1] = v_9;
                if (x + 2 < width)
                    out_row_2[x + 2] = v_10;
                if (x + 3 < width)
                    out_row_2[x + 3] = v_11;
            }
            __global const float *im_row_3 = im + (long)pg_mirror(y + 3, im_h) * im_stride;
            const __local float *stage_p3 = stage + (y + 3 - top) * 136 - left + x;
            const float stage_1_3 = stage_p3[1];
            const float stage_2_3 = stage_p3[2];
            const float stage_3_3 = stage_p3[3];
            const float stage_4_3 = stage_p3[4];
            const float stage_5_3 = stage_p3[5];
            const float stage_6_3 = stage_p3[6];
            const float stage_7_3 = stage_p3[7];
            const float stage_8_3 = stage_p3[8];
            const float v_12 = im_row_3[im_column] * 2.0f - (stage_p3[0] + stage_8_3) * 0.14285715f
                    - stage_1_3 * 0.42857143f - (stage_2_3 + stage_6_3) * 0.71428573f - (stage_3_3 + stage_5_3)
                    - stage_4_3 * 1.1428572f - stage_7_3 * 0.2857143f;
            const float stage_9_3 = stage_p3[9];
            const float v_13 = im_row_3[im_column_1] * 2.0f - (stage_1_3 + stage_9_3) * 0.14285715f
                    - stage_2_3 * 0.42857143f - (stage_3_3 + stage_7_3) * 0.71428573f - (stage_4_3 + stage_6_3)
                    - stage_5_3 * 1.1428572f - stage_8_3 * 0.2857143f;
            const float stage_10_3 = stage_p3[10];
            const float v_14 = im_row_3[im_column_2] * 2.0f - (stage_2_3 + stage_10_3) * 0.14285715f
                    - stage_3_3 * 0.42857143f - (stage_4_3 + stage_8_3) * 0.71428573f - (stage_5_3 + stage_7_3)
                    - stage_6_3 * 1.1428572f - stage_9_3 * 0.2857143f;
            const float v_15 = im_row_3[im_column_3] * 2.0f - (stage_3_3 + stage_p3[11]) * 0.14285715f
                    - stage_4_3 * 0.42857143f - (stage_5_3 + stage_9_3) * 0.71428573f - (stage_6_3 + stage_8_3)
                    - stage_7_3 * 1.1428572f - stage_10_3 * 0.2857143f;
            if (y + 3 < height) {
                __global float *out_row_3 = out + (long)(y + 3) * out_stride;
                out_row_3[x] = v_12;
                if (x + 1 < width)
                    out_row_3[x + 1] = v_13;
                if (x + 2 < width)
                    out_row_3[x + 2] = v_14;
                if (x + 3 < width)
                    out_row_3[x + 3] = v_15;
            }
            __global const float *im_row_4 = im + (long)pg_mirror(y + 4, im_h) * im_stride;
            const __local float *stage_p4 = stage + (y + 4 - top) * 136 - left + x;
            const float stage_1_4 = stage_p4[1];
            const float stage_2_4 = stage_p4[2];
            const float stage_3_4 = stage_p4[3];
            const float stage_4_4 = stage_p4[4];
            const float stage_5_4 = stage_p4[5];
            const float stage_6_4 = stage_p4[6];
            const float stage_7_4 = stage_p4[7];
            const float stage_8_4 = stage_p4[8];
            const float v_16 = im_row_4[im_column] * 2.0f - (stage_p4[0] + stage_8_4) * 0.14285715f
                    - stage_1_4 * 0.42857143f - (stage_2_4 + stage_6_4) * 0.71428573f - (stage_3_4 + stage_5_4)
                    - stage_4_4 * 1.1428572f - stage_7_4 * 0.2857143f;
            const float stage_9_4 = stage_p4[9];
            const float v_17 = im_row_4[im_column_1] * 2.0f - (stage_1_4 + stage_9_4) * 0.14285715f
                    - stage_2_4 * 0.42857143f - (stage_3_4 + stage_7_4) * 0.71428573f - (stage_4_4 + stage_6_4)
                    - stage_5_4 * 1.1428572f - stage_8_4 * 0.2857143f;
            const float stage_10_4 = stage_p4[10];
            const float v_18 = im_row_4[im_column_2] * 2.0f - (stage_2_4 + stage_10_4) * 0.14285715f
                    - stage_3_4 * 0.42857143f - (stage_4_4 + stage_8_4) * 0.71428573f - (stage_5_4 + stage_7_4)
                    - stage_6_4 * 1.1428572f - stage_9_4 * 0.2857143f;
            const float v_19 = im_row_4[im_column_3] * 2.0f - (stage_3_4 + stage_p4[11]) * 0.14285715f
                    - stage_4_4 * 0.42857143f - (stage_5_4 + stage_9_4) * 0.71428573f - (stage_6_4 + stage_8_4)
                    - stage_7_4 * 1.1428572f - stage_10_4 * 0.2857143f;
            if (y + 4 < height) {
                __global float *out_row_4 = out + (long)(y + 4) * out_stride;
                out_row_4[x] = v_16;
                if (x + 1 < width)
                    out_row_4[x + 1] = v_17;
                if (x + 2 < width)
                    out_row_4[x + 2] = v_18;
                if (x + 3 < width)
                    out_row_4[x + 3] = v_19;
            }
            __global const float *im_row_5 = im + (long)pg_mirror(y + 5, im_h) * im_stride;
            const __local float *stage_p5 = stage + (y + 5 - top) * 136 - left + x;
            const float stage_1_5 = stage_p5[1];
            const float stage_2_5 = stage_p5[2];
            const float stage_3_5 = stage_p5[3];
            const float stage_4_5 = stage_p5[4];
            const float stage_5_5 = stage_p5[5];
            const float stage_6_5 = stage_p5[6];
            const float stage_7_5 = stage_p5[7];
            const float stage_8_5 = stage_p5[8];
            const float v_20 = im_row_5[im_column] * 2.0f - (stage_p5[0] + stage_8_5) * 0.14285715f
                    - stage_1_5 * 0.42857143f - (stage_2_5 + stage_6_5) * 0.71428573f - (stage_3_5 + stage_5_5)
                    - stage_4_5 * 1.1428572f - stage_7_5 * 0.2857143f;
            const float stage_9_5 = stage_p5[9];
            const float v_21 = im_row_5[im_column_1] * 2.0f - (stage_1_5 + stage_9_5) * 0.14285715f
                    - stage_2_5 * 0.42857143f - (stage_3_5 + stage_7_5) * 0.71428573f - (stage_4_5 + stage_6_5)
                    - stage_5_5 * 1.1428572f - stage_8_5 * 0.2857143f;
            const float stage_10_5 = stage_p5[10];
            const float v_22 = im_row_5[im_column_2] * 2.0f - (stage_2_5 + stage_10_5) * 0.14285715f
                    - stage_3_5 * 0.42857143f - (stage_4_5 + stage_8_5) * 0.71428573f - (stage_5_5 + stage_7_5)
                    - stage_6_5 * 1.1428572f - stage_9_5 * 0.2857143f;
            const float v_23 = im_row_5[im_column_3] * 2.0f - (stage_3_5 + stage_p5[11]) * 0.14285715f
                    - stage_4_5 * 0.42857143f - (stage_5_5 + stage_9_5) * 0.71428573f - (stage_6_5 + stage_8_5)
                    - stage_7_5 * 1.1428572f - stage_10_5 * 0.2857143f;
            if (y + 5 < height) {
                __global float *out_row_5 = out + (long)(y + 5) * out_stride;
                out_row_5[x] = v_20;
                if (x + 1 < width)
                    out_row_5[x + 1] = v_21;
                if (x + 2 < width)
                    out_row_5[x + 2] = v_22;
                if (x + 3 < width)
                    out_row_5[x + 3] = v_23;
            }
            __global const float *im_row_6 = im + (long)pg_mirror(y + 6, im_h) * im_stride;
            const __local float *stage_p6 = stage + (y + 6 - top) * 136 - left + x;
            const float stage_1_6 = stage_p6[1];
            const float stage_2_6 = stage_p6[2];
            const float stage_3_6 = stage_p6[3];
            const float stage_4_6 = stage_p6[4];
            const float stage_5_6 = stage_p6[5];
            const float stage_6_6 = stage_p6[6];
            const float stage_7_6 = stage_p6[7];
            const float stage_8_6 = stage_p6[8];
            const float v_24 = im_row_6[im_column] * 2.0f - (stage_p6[0] + stage_8_6) * 0.14285715f
                    - stage_1_6 * 0.42857143f - (stage_2_6 + stage_6_6) * 0.71428573f - (stage_3_6 + stage_5_6)
                    - stage_4_6 * 1.1428572f - stage_7_6 * 0.2857143f;
            const float stage_9_6 = stage_p6[9];
            const float v_25 = im_row_6[im_column_1] * 2.0f - (stage_1_6 + stage_9_6) * 0.14285715f
                    - stage_2_6 * 0.42857143f - (stage_3_6 + stage_7_6) * 0.71428573f - (stage_4_6 + stage_6_6)
                    - stage_5_6 * 1.1428572f - stage_8_6 * 0.2857143f;
            const float stage_10_6 = stage_p6[10];
            const float v_26 = im_row_6[im_column_2] * 2.0f - (stage_2_6 + stage_10_6) * 0.14285715f
                    - stage_3_6 * 0.42857143f - (stage_4_6 + stage_8_6) * 0.71428573f - (stage_5_6 + stage_7_6)
                    - stage_6_6 * 1.1428572f - stage_9_6 * 0.2857143f;
            const float v_27 = im_row_6[im_column_3] * 2.0f - (stage_3_6 + stage_p6[11]) * 0.14285715f
                    - stage_4_6 * 0.42857143f - (stage_5_6 + stage_9_6) * 0.71428573f - (stage_6_6 + stage_8_6)
                    - stage_7_6 * 1.1428572f - stage_10_6 * 0.2857143f;
            if (y + 6 < height) {
                __global float *out_row_6 = out + (long)(y + 6) * out_stride;
                out_row_6[x] = v_24;
                if (x + 1 < width)
                    out_row_6[x + 1] = v_25;
                if (x + 2 < width)
                    out_row_6[x + 2] = v_26;
                if (x + 3 < width)
                    out_row_6[x + 3] = v_27;
            }
            __global const float *im_row_7 = im + (long)pg_mirror(y + 7, im_h) * im_stride;
            const __local float *stage_p7 = stage + (y + 7 - top) * 136 - left + x;
            const float stage_1_7 = stage_p7[1];
            const float stage_2_7 = stage_p7[2];
            const float stage_3_7 = stage_p7[3];
            const float stage_4_7 = stage_p7[4];
            const float stage_5_7 = stage_p7[5];
            const float stage_6_7 = stage_p7[6];
            const float stage_7_7 = stage_p7[7];
            const float stage_8_7 = stage_p7[8];
            const float v_28 = im_row_7[im_column] * 2.0f - (stage_p7[0] + stage_8_7) * 0.14285715f
                    - stage_1_7 * 0.42857143f - (stage_2_7 + stage_6_7) * 0.71428573f - (stage_3_7 + stage_5_7)
                    - stage_4_7 * 1.1428572f - stage_7_7 * 0.2857143f;
            const float stage_9_7 = stage_p7[9];
            const float v_29 = im_row_7[im_column_1] * 2.0f - (stage_1_7 + stage_9_7) * 0.14285715f
                    - stage_2_7 * 0.42857143f - (stage_3_7 + stage_7_7) * 0.71428573f - (stage_4_7 + stage_6_7)
                    - stage_5_7 * 1.1428572f - stage_8_7 * 0.2857143f;
            const float stage_10_7 = stage_p7[10];
            const float v_30 = im_row_7[im_column_2] * 2.0f - (stage_2_7 + stage_10_7) * 0.14285715f
                    - stage_3_7 * 0.42857143f - (stage_4_7 + stage_8_7) * 0.71428573f - (stage_5_7 + stage_7_7)
                    - stage_6_7 * 1.1428572f - stage_9_7 * 0.2857143f;
            const float v_31 = im_row_7[im_column_3] * 2.0f - (stage_3_7 + stage_p7[11]) * 0.14285715f
                    - stage_4_7 * 0.42857143f - (stage_5_7 + stage_9_7) * 0.71428573f - (stage_6_7 + stage_8_7)
                    - stage_7_7 * 1.1428572f - stage_10_7 * 0.2857143f;
            if (y + 7 < height) {
                __global float *out_row_7 = out + (long)(y + 7) * out_stride;
                out_row_7[x] = v_28;
                if (x + 1 < width)
                    out_row_7[x + 1] = v_29;
                if (x + 2 < width)
                    out_row_7[x + 2] = v_30;
                if (x + 3 < width)
                    out_row_7[x + 3] = v_31;
            }
        }
    }
}
