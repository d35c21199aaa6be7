// each_whole_parts: each work-item is one of a team of 256 that computes one value together; work-groups of 256 x 1

__attribute__((overloadable)) float pg_min(float a, float b) { return select(a, b, b < a); }
__attribute__((overloadable)) int pg_min(int a, int b) { return min(a, b); }
int pg_add(int a, int b) { return as_int(as_uint(a) + as_uint(b)); }
int pg_mul(int a, int b) { return as_int(as_uint(a) * as_uint(b)); }
int pg_shr(int a, int b) { return a >> clamp(b, (int)0, (int)31); }

__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void each_whole_parts(__global const float *restrict im, int im_w, int im_h, int im_stride,
        int out_at, int out_stride,
        int width, int height,
        __global char *pg_common)
{
    __global float *out = (__global float *)pg_common + (long)out_at * 64;
    const int at = get_global_id(1);
    const int x = get_global_id(0);
    const int y = min(at, height - 1);
    const int mine = get_local_id(0);
    const int line = get_local_id(1);
    const int v = pg_shr(im_h + 1023, 10);  // test_golden.py:128
    const int v_1 = pg_mul(y, v);
    const int v_2 = pg_min(pg_add(v_1, v), im_h);
    const int v_3 = im_w - 255;
    int v_4 = v_1;
    float v_5 = 0.0f;
    while (v_4 < v_2) {
        int v_6 = 0;
        float v_7 = 0.0f;
        __attribute__((opencl_unroll_hint(8)))
        while (v_6 < v_3) {
            const int im_x_at = clamp(x + v_6, 0, im_w - 1);
            __global const float *im_y_at = im + (long)clamp(v_4, 0, im_h - 1) * im_stride;
            const float value = im_y_at[im_x_at];
            v_6 = v_6 + 256;
            v_7 = v_7 + value;
        }
        const int v_8 = x + v_6;
        const int im_x_at_1 = clamp(v_8, 0, im_w - 1);
        __global const float *im_y_at_1 = im + (long)clamp(v_4, 0, im_h - 1) * im_stride;
        const float value_1 = im_y_at_1[im_x_at_1];
        v_4 = pg_add(v_4, 1);
        v_5 = v_5 + (v_8 < im_w ? v_7 + value_1 : v_7);
    }
    __local float parts[1][256];
    parts[line][mine] = v_5;
    for (int turn = 1; turn < 9; turn++) {
        const int v_half_ = pg_shr(256, turn);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mine < v_half_) {
            const float part = parts[line][mine];
            const float part_1 = parts[line][mine + v_half_];
            parts[line][mine] = part + part_1;
        }
    }
    if (at < height && mine < 1) {
        __global float *out_row = out + (long)y * out_stride;
        out_row[0] = parts[line][0];
    }
}
