// spread: each work-item goes over all places in order, and changes arrays where they lie; work-groups of 1 x 1

__attribute__((vec_type_hint(float4)))
__kernel void spread(__global float *restrict out, int out_stride,
        int width, int height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    int x_1 = 1;
    #pragma clang loop vectorize(disable)
    while (x_1 < 200) {
        const float v = out[x_1];  // test_golden.py:180
        const float v_1 = out[x_1 - 1];
        out[x_1] = v + v_1 * 0.5f;
        x_1 = x_1 + 1;
    }
}
