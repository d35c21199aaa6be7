// counted: each work-item computes 2 pixels below one another that branch and loop together; work-groups of 32 x 8

__kernel void counted(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int x = get_global_id(0);
    const int first = get_global_id(1) * 2;
    if (x >= width || first >= height)
        return;
    const int y_1_0 = min(first + 0, height - 1);
    const int y_1_1 = min(first + 1, height - 1);
    const int im_x = clamp(x, 0, im_w - 1);
    __global const float *im_y_0 = im + (long)clamp(y_1_0, 0, im_h - 1) * im_stride;
    __global const float *im_y_1 = im + (long)clamp(y_1_1, 0, im_h - 1) * im_stride;
    float v_0 = im_y_0[im_x];
    float v_1 = im_y_1[im_x];
    int v_2 = 0;
    __attribute__((opencl_unroll_hint(8)))
    while (v_2 < 3) {
        const int im_x_at = clamp(x + v_2, 0, im_w - 1);
        v_0 = v_0 * 0.5f + im_y_0[im_x_at];
        v_1 = v_1 * 0.5f + im_y_1[im_x_at];
        v_2 = v_2 + 1;
    }
    __global float *out_row_0 = out + (long)y_1_0 * out_stride;
    __global float *out_row_1 = out + (long)y_1_1 * out_stride;
    out_row_0[x] = v_0;
    out_row_1[x] = v_1;
}
