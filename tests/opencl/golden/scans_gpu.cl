// running_sum: a scan to the right from column 0: each work-item is one of a group that goes over one row, 1024 pixels at a time in 128 pieces; work-groups of 128 x 1

__kernel void running_sum(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int line = ((int)get_global_id(1) - (int)get_local_id(1));
    const int number = get_local_id(1) * 128 + get_local_id(0);
    __local float ends[256][1];
    __local int ends_1[256][1];
    float carried = 0.0f;
    __local float fed[1056];
    __local float given[1056];
    for (int first = 0; first < width; first += 1024) {
        if (first + 1024 <= width && line + 1 <= height && first + 1024 <= im_w && line + 1 <= im_h) {
            for (int j = 0; j < 1024; j += 128) {
                const int column = j + number;
                const int x = first + column;
                const int y = line + 0;
                __global const float *im_y = im + (long)y * im_stride;
                fed[column + column / 32] = im_y[x];
            }
        } else {
            for (int j = 0; j < 1024; j += 128) {
                const int column = j + number;
                const int x = min(first + column, width - 1);
                const int y = min(line + 0, height - 1);
                const int im_x = clamp(x, 0, im_w - 1);
                __global const float *im_y = im + (long)clamp(y, 0, im_h - 1) * im_stride;
                fed[column + column / 32] = im_y[im_x];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float carried_1 = 0.0f;
        bool carried_2 = true;
        if (number < 1) {
            carried_1 = carried;
        }
        for (int i = 0; i < 8; i++) {
            const int at = number * 8 + i;
            const int x = min(first + at, width - 1);
            const int y = min(line + 0, height - 1);
            const float fed_1 = fed[at + at / 32];
            const bool v = x > 0;  // test_golden.py:83
            carried_1 = fed_1 + (v ? carried_1 : 0.0f);
            carried_2 = v && carried_2;
        }
        ends[number][0] = carried_1;
        ends_1[number][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 1) {
            const float told = ends[number - 1][0];
            const bool told_1 = ends_1[number - 1][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told : 0.0f);
            carried_2 = carried_2 && told_1;
        }
        ends[number + 128][0] = carried_1;
        ends_1[number + 128][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 2) {
            const float told_2 = ends[number - 2 + 128][0];
            const bool told_3 = ends_1[number - 2 + 128][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told_2 : 0.0f);
            carried_2 = carried_2 && told_3;
        }
        ends[number][0] = carried_1;
        ends_1[number][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 4) {
            const float told_4 = ends[number - 4][0];
            const bool told_5 = ends_1[number - 4][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told_4 : 0.0f);
            carried_2 = carried_2 && told_5;
        }
        ends[number + 128][0] = carried_1;
        ends_1[number + 128][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 8) {
            const float told_6 = ends[number - 8 + 128][0];
            const bool told_7 = ends_1[number - 8 + 128][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told_6 : 0.0f);
            carried_2 = carried_2 && told_7;
        }
        ends[number][0] = carried_1;
        ends_1[number][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 16) {
            const float told_8 = ends[number - 16][0];
            const bool told_9 = ends_1[number - 16][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told_8 : 0.0f);
            carried_2 = carried_2 && told_9;
        }
        ends[number + 128][0] = carried_1;
        ends_1[number + 128][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 32) {
            const float told_10 = ends[number - 32 + 128][0];
            const bool told_11 = ends_1[number - 32 + 128][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told_10 : 0.0f);
            carried_2 = carried_2 && told_11;
        }
        ends[number][0] = carried_1;
        ends_1[number][0] = (carried_2 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number >= 64) {
            const float told_12 = ends[number - 64][0];
            const bool told_13 = ends_1[number - 64][0] != 0;
            carried_1 = carried_1 + (carried_2 ? told_12 : 0.0f);
            carried_2 = carried_2 && told_13;
        }
        ends[number + 128][0] = carried_1;
        barrier(CLK_LOCAL_MEM_FENCE);
        float carried_3 = 0.0f;
        carried_3 = carried;
        if (number > 0) {
            const float told_14 = ends[number - 1 + 128][0];
            carried_3 = told_14;
        }
        const float told_15 = ends[127 + 128][0];
        carried = told_15;
        float sum_1_before = carried_3;
        for (int i = 0; i < 8; i++) {
            const int at = number * 8 + i;
            const int x = min(first + at, width - 1);
            const int y = min(line + 0, height - 1);
            const float fed_1 = fed[at + at / 32];
            const float v = fed_1 + (x > 0 ? sum_1_before : 0.0f);  // test_golden.py:83
            given[at + at / 32] = v;
            sum_1_before = v;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first + 1024 <= width && line + 1 <= height) {
            for (int j = 0; j < 1024; j += 128) {
                const int column = j + number;
                __global float *out_row = out + (long)(line + 0) * out_stride;
                out_row[first + column] = given[column + column / 32];
            }
        } else {
            for (int j = 0; j < 1024; j += 128) {
                const int column = j + number;
                if (first + column < width && line + 0 < height) {
                    __global float *out_row = out + (long)(line + 0) * out_stride;
                    out_row[first + column] = given[column + column / 32];
                }
            }
        }
    }
}
