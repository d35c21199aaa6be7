// block 1 x 1, work-groups of 32 x 8
// The cache does the rest: neighbours in the result are neighbours in the picture.

__kernel void rotated(Row in, __global float *out, int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const float c = 0.965925826f, s = 0.258819045f, cx = 0.5f * (width - 1), cy = 0.5f * (height - 1);
    const float dx = x - cx, dy = y - cy, px = cx + (c * dx + s * dy), py = cy + (c * dy - s * dx);
    const float fx = floor(px), fy = floor(py), wx = px - fx, wy = py - fy;
    const int x0 = clamp((int)fx, 0, width - 1), x1 = clamp((int)fx + 1, 0, width - 1);
    const int y0 = clamp((int)fy, 0, height - 1) * width, y1 = clamp((int)fy + 1, 0, height - 1) * width;
    const float upper = mix(in[y0 + x0], in[y0 + x1], wx), lower = mix(in[y1 + x0], in[y1 + x1], wx);
    out[(long)y * width + x] = mix(upper, lower, wy);
}
