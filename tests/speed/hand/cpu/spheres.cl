// block row x 1, work-groups of 1 x 1, pictures from 64 x 1
// All lanes march until the last has arrived; those that have arrived stay where they are. A step waits for the one
// before, so four vectors march side by side.
#define ROUNDED(v) ((v + 12582912.0f) - 12582912.0f)
#define RAY(n)                                                                                                        \
    const float16 dx##n = (2.0f * (lanes + (float)(from + 16 * n)) - (float)width) / (float)height;                   \
    const float16 rz##n = 1.5f / sqrt(fma(dx##n, dx##n, (float16)(dy * dy + 2.25f)));                                 \
    const float16 rx##n = dx##n * rz##n * (1 / 1.5f), ry##n = dy * rz##n * (1 / 1.5f);                                \
    float16 far##n = 0.0f;                                                                                            \
    int16 going##n = -1
#define MARCH(n)                                                                                                      \
    const float16 px##n = rx##n * far##n, py##n = ry##n * far##n, pz##n = fma(rz##n, far##n, (float16)(-3.0f));       \
    const float16 qx##n = px##n * 0.5f, qy##n = py##n * 0.5f, qz##n = pz##n * 0.5f;                                   \
    const float16 x##n = fma(ROUNDED(qx##n), (float16)(-2.0f), px##n);                                                \
    const float16 y##n = fma(ROUNDED(qy##n), (float16)(-2.0f), py##n) - 0.3f;                                         \
    const float16 z##n = fma(ROUNDED(qz##n), (float16)(-2.0f), pz##n);                                                \
    const float16 near##n = sqrt(fma(x##n, x##n, fma(y##n, y##n, z##n * z##n))) - 0.4f;                               \
    going##n &= near##n >= 0.001f && far##n <= 20.0f;                                                                 \
    far##n = going##n ? far##n + near##n : far##n

__kernel void spheres(__global float *out, int width, int height)
{
    const int y = get_global_id(1);
    if (y >= height)
        return;
    const float16 lanes = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const float dy = (2.0f * y - height) / height;
    for (int i = 0; i < width; i += 64) {
        const int from = min(i, width - 64);
        RAY(0); RAY(1); RAY(2); RAY(3);
        for (int step = 0; step < 48 && any(going0 | going1 | going2 | going3); step++) {
            MARCH(0); MARCH(1); MARCH(2); MARCH(3);
        }
        __global float *to = out + (long)y * width + from;
        vstore16(far0 * (1.0f / 20), 0, to);
        vstore16(far1 * (1.0f / 20), 1, to);
        vstore16(far2 * (1.0f / 20), 2, to);
        vstore16(far3 * (1.0f / 20), 3, to);
    }
}
