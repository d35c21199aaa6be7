// running_sum: a scan to the right from column 0: each work-item is one of a group that goes over 8 rows together, 128 pixels of each at a time in 16 pieces; work-groups of 128 x 1

__kernel void running_sum(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int line = ((int)get_global_id(1) - (int)get_local_id(1)) * 8;
    const int number = get_local_id(1) * 128 + get_local_id(0);
    __local float ends[16][9];
    __local float ends_1[16][9];
    __local int ends_2[16][9];
    __local float carried[9];
    const int line_of_tile = number % 8;
    const int piece = number / 8;
    if (piece < 1)
        carried[line_of_tile] = 0.0f;
    __local float fed[128][9];
    __local float given[128][9];
    for (int first = 0; first < width; first += 128) {
        for (int j = 0; j < 8; j++) {
            const int column = get_local_id(0);
            const int row = get_local_id(1) + j;
            const int x = min(first + column, width - 1);
            const int y = min(line + row, height - 1);
            const int im_x = clamp(x, 0, im_w - 1);
            __global const float *im_y = im + (long)clamp(y, 0, im_h - 1) * im_stride;
            fed[column][row] = im_y[im_x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float carried_1 = 0.0f;
        float carried_2 = 1.0f;
        bool carried_3 = true;
        for (int i = 0; i < 8; i++) {
            const int at = piece * 8 + i;
            const int x = min(first + at, width - 1);
            const int y = min(line + line_of_tile, height - 1);
            const float fed_1 = fed[at][line_of_tile];
            const bool v = x > 0;  // test_golden.py:73
            const bool v_1 = v && carried_3;
            carried_1 = fed_1 + (v ? carried_1 : 0.0f);
            carried_2 = v_1 ? (v ? 1.0f : 0.0f) * carried_2 : 0.0f;
            carried_3 = v_1;
        }
        ends[piece][line_of_tile] = carried_1;
        ends_1[piece][line_of_tile] = carried_2;
        ends_2[piece][line_of_tile] = (carried_3 ? 1 : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        float carried_4 = carried[line_of_tile];
        for (int i = 0; i < 15; i++) {
            if (i < piece) {
                const float fed_1 = ends[i][line_of_tile];
                const float fed_2 = ends_1[i][line_of_tile];
                const bool fed_3 = ends_2[i][line_of_tile] != 0;
                carried_4 = fed_1 + (fed_3 && carried_4 != 0.0f ? fed_2 * carried_4 : 0.0f);
            }
        }
        float sum_1_before = carried_4;
        for (int i = 0; i < 8; i++) {
            const int at = piece * 8 + i;
            const int x = min(first + at, width - 1);
            const int y = min(line + line_of_tile, height - 1);
            const float fed_4 = fed[at][line_of_tile];
            const float v = fed_4 + (x > 0 ? sum_1_before : 0.0f);  // test_golden.py:73
            given[at][line_of_tile] = v;
            sum_1_before = v;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (piece >= 15)
            carried[line_of_tile] = sum_1_before;
        for (int j = 0; j < 8; j++) {
            const int column = get_local_id(0);
            const int row = get_local_id(1) + j;
            if (first + column < width && line + row < height) {
                __global float *out_row = out + (long)(line + row) * out_stride;
                out_row[first + column] = given[column][row];
            }
        }
    }
}
