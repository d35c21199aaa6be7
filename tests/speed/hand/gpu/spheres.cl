// block 1 x 1, work-groups of 32 x 4

__kernel void spheres(__global float *out, int width, int height)
{
    const int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    float dx = (2.0f * px - width) / height, dy = (2.0f * py - height) / height;
    const float scale = rsqrt(dx * dx + dy * dy + 2.25f), dz = 1.5f * scale;
    dx *= scale;
    dy *= scale;
    float far = 0;
    for (int i = 0; i < 48; i++) {
        float x = dx * far, y = dy * far, z = dz * far - 3;
        x -= 2 * rint(x * 0.5f);
        y -= 2 * rint(y * 0.5f) + 0.3f;
        z -= 2 * rint(z * 0.5f);
        const float near = sqrt(x * x + y * y + z * z) - 0.4f;
        if (near < 0.001f || far > 20)
            break;
        far += near;
    }
    out[(long)py * width + px] = far / 20;
}
