// middle: each work-item goes down 256 columns with a table of the bytes around each pixel, which slides along the rows; work-groups of 1 x 1

__attribute__((vec_type_hint(float4)))
__kernel void middle(__global const uchar *restrict im, int im_w, int im_h, int im_stride,
        __global uchar *restrict out, int out_stride,
        int width, int height,
        __global int *pg_stop)
{
    const int left = get_global_id(0) * 256;
    const int top = get_global_id(1) * 64;
    const int right = min(left + 256, width);
    const int bottom = min(top + 64, height);
    int places[270] __attribute__((aligned(64)));
    ushort columns_1[69120] __attribute__((aligned(64)));
    ushort column_digits[4320] __attribute__((aligned(64)));
    ushort first_1[256] __attribute__((aligned(64)));
    ushort first_digits[16] __attribute__((aligned(64)));
    ushort counts[256] __attribute__((aligned(64)));
    ushort digits[16] __attribute__((aligned(64)));
    const int count = right - left + 14;
    for (int i = 0; i < count; i++) {
        places[i] = clamp(left + i - 7, 0, im_w - 1);
    }
    for (int i = 0; i < count * 256; i += 16) {
        vstore16(0, 0, columns_1 + i);
    }
    for (int i = 0; i < count * 16; i += 16) {
        vstore16(0, 0, column_digits + i);
    }
    for (int i = 0; i < 256; i += 16) {
        vstore16(0, 0, first_1 + i);
    }
    for (int i = 0; i < 16; i += 16) {
        vstore16(0, 0, first_digits + i);
    }
    for (int row = 0; row < 14; row++) {
        __global const uchar *line_1 = im + (long)clamp(top + row - 7, 0, im_h - 1) * im_stride;
        for (int i = 0; i < 15; i++) {
            const int byte = line_1[places[i]];
            const int digit = byte / 16;
            const int at_1 = i * 256 + byte;
            columns_1[at_1] = columns_1[at_1] + 1;
            const int at_2 = i * 16 + digit;
            column_digits[at_2] = column_digits[at_2] + 1;
            const int at_3 = byte;
            first_1[at_3] = first_1[at_3] + 1;
            const int at_4 = digit;
            first_digits[at_4] = first_digits[at_4] + 1;
        }
        for (int i = 15; i < count; i++) {
            const int byte_1 = line_1[places[i]];
            const int digit_1 = byte_1 / 16;
            const int at_5 = i * 256 + byte_1;
            columns_1[at_5] = columns_1[at_5] + 1;
            const int at_6 = i * 16 + digit_1;
            column_digits[at_6] = column_digits[at_6] + 1;
        }
    }
    for (int y = top; y < bottom; y++) {
        __global const uchar *line_2 = im + (long)clamp(y + 7, 0, im_h - 1) * im_stride;
        for (int i = 0; i < 15; i++) {
            const int byte_2 = line_2[places[i]];
            const int digit_2 = byte_2 / 16;
            const int at_7 = i * 256 + byte_2;
            columns_1[at_7] = columns_1[at_7] + 1;
            const int at_8 = i * 16 + digit_2;
            column_digits[at_8] = column_digits[at_8] + 1;
            const int at_9 = byte_2;
            first_1[at_9] = first_1[at_9] + 1;
            const int at_10 = digit_2;
            first_digits[at_10] = first_digits[at_10] + 1;
        }
        for (int i = 15; i < count; i++) {
            const int byte_3 = line_2[places[i]];
            const int digit_3 = byte_3 / 16;
            const int at_11 = i * 256 + byte_3;
            columns_1[at_11] = columns_1[at_11] + 1;
            const int at_12 = i * 16 + digit_3;
            column_digits[at_12] = column_digits[at_12] + 1;
        }
        for (int i = 0; i < 256; i += 16) {
            vstore16(vload16(0, first_1 + i), 0, counts + i);
        }
        for (int i = 0; i < 16; i += 16) {
            vstore16(vload16(0, first_digits + i), 0, digits + i);
        }
        __global uchar *out_row = out + (long)y * out_stride;
        for (int x = left; x < right; x++) {
            int digit_total = 0, digit_less = 0, digit_many = 0;
            for (int i = 0; i < 16; i++) {
                digit_total = digit_total + digits[i];
                const bool passed = digit_total <= 112;
                digit_less = passed ? digit_total : digit_less;
                digit_many = passed ? digit_many + 1 : digit_many;
            }
            const int start = min(digit_many, 15) * 16;
            int byte_total = digit_less, byte_less = digit_less, byte_many = 0;
            for (int i = 0; i < 16; i++) {
                byte_total = byte_total + (counts + start)[i];
                const bool passed_1 = byte_total <= 112;
                byte_less = passed_1 ? byte_total : byte_less;
                byte_many = passed_1 ? byte_many + 1 : byte_many;
            }
            out_row[x] = ((start + min(byte_many, 15)) & 255);
            const int at_13 = x - left;
            ushort *leaves = columns_1 + at_13 * 256;
            ushort *comes = columns_1 + min(at_13 + 15, 269) * 256;
            for (int i = 0; i < 256; i += 16) {
                vstore16(vload16(0, counts + i) - vload16(0, leaves + i) + vload16(0, comes + i), 0, counts + i);
            }
            ushort *leaves_1 = column_digits + at_13 * 16;
            ushort *comes_1 = column_digits + min(at_13 + 15, 269) * 16;
            for (int i = 0; i < 16; i += 16) {
                vstore16(vload16(0, digits + i) - vload16(0, leaves_1 + i) + vload16(0, comes_1 + i), 0, digits + i);
            }
        }
        __global const uchar *line_3 = im + (long)clamp(y - 7, 0, im_h - 1) * im_stride;
        for (int i = 0; i < 15; i++) {
            const int byte_4 = line_3[places[i]];
            const int digit_4 = byte_4 / 16;
            const int at_14 = i * 256 + byte_4;
            columns_1[at_14] = columns_1[at_14] - 1;
            const int at_15 = i * 16 + digit_4;
            column_digits[at_15] = column_digits[at_15] - 1;
            const int at_16 = byte_4;
            first_1[at_16] = first_1[at_16] - 1;
            const int at_17 = digit_4;
            first_digits[at_17] = first_digits[at_17] - 1;
        }
        for (int i = 15; i < count; i++) {
            const int byte_5 = line_3[places[i]];
            const int digit_5 = byte_5 / 16;
            const int at_18 = i * 256 + byte_5;
            columns_1[at_18] = columns_1[at_18] - 1;
            const int at_19 = i * 16 + digit_5;
            column_digits[at_19] = column_digits[at_19] - 1;
        }
    }
}
