// sobel: each work-item computes one pixel; work-groups of 64 x 1

__kernel void sobel(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    if (x >= 1 && y >= 1 && x < im_w - 1 && y < im_h - 1) {
        __global const float *im_y_m1 = im + (long)(y - 1) * im_stride;
        const float v = im_y_m1[x - 1];
        const float v_1 = im_y_m1[x + 1];
        __global const float *im_y = im + (long)y * im_stride;
        __global const float *im_y_p1 = im + (long)(y + 1) * im_stride;
        const float v_2 = im_y_p1[x - 1];
        const float v_3 = im_y_p1[x + 1];
        const float v_4 = v_1 - v + im_y[x - 1] * -2.0f + im_y[x + 1] * 2.0f - v_2 + v_3;
        const float v_5 = im_y_m1[x] * -2.0f - v - v_1 + v_2 + im_y_p1[x] * 2.0f + v_3;
        __global float *out_row = out + (long)y * out_stride;
        out_row[x] = sqrt(v_4 * v_4 + v_5 * v_5);
    } else {
        const int im_x_m1 = clamp(x - 1, 0, im_w - 1);
        __global const float *im_y_m1 = im + (long)clamp(y - 1, 0, im_h - 1) * im_stride;
        const float v = im_y_m1[im_x_m1];
        const int im_x_p1 = clamp(x + 1, 0, im_w - 1);
        const float v_1 = im_y_m1[im_x_p1];
        __global const float *im_y = im + (long)clamp(y, 0, im_h - 1) * im_stride;
        __global const float *im_y_p1 = im + (long)clamp(y + 1, 0, im_h - 1) * im_stride;
        const float v_2 = im_y_p1[im_x_m1];
        const float v_3 = im_y_p1[im_x_p1];
        const float v_4 = v_1 - v + im_y[im_x_m1] * -2.0f + im_y[im_x_p1] * 2.0f - v_2 + v_3;
        const int im_x = clamp(x, 0, im_w - 1);
        const float v_5 = im_y_m1[im_x] * -2.0f - v - v_1 + v_2 + im_y_p1[im_x] * 2.0f + v_3;
        __global float *out_row = out + (long)y * out_stride;
        out_row[x] = sqrt(v_4 * v_4 + v_5 * v_5);
    }
}
