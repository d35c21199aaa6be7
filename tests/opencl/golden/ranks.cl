// middle: each work-item sorts 128 x 128 pixels and those around them, over which a window of their ranks goes; work-groups of 1 x 1

int pg_nth(uint word, int n) {
    for (; n > 0; n--) word &= word - 1;
    return popcount((word & -word) - 1);
}
__attribute__((overloadable)) int pg_shr(int a, int b) { return a >> clamp(b, (int)0, (int)31); }
__attribute__((overloadable)) int16 pg_shr(int16 a, int16 b) { return a >> clamp(b, (int16)0, (int16)31); }
__attribute__((overloadable)) int pg_isnan(float a) { return isnan(a); }
__attribute__((overloadable)) int16 pg_isnan(float16 a) { return isnan(a); }

__attribute__((vec_type_hint(float4)))
__kernel void middle(__global const float *restrict im, int im_w, int im_h, int im_stride,
        __global float *restrict out, int out_stride,
        int width, int height,
        __global int *pg_stop)
{
    const int left = get_global_id(0) * 128;
    const int top = get_global_id(1) * 128;
    const int across = min(128, width - left);
    const int down = min(128, height - top);
    const int columns_1 = across + 14;
    const int rows = down + 14;
    const int count = columns_1 * rows;
    int at_1[142] __attribute__((aligned(64)));
    int counts[5120] __attribute__((aligned(64)));
    int numbers[20164] __attribute__((aligned(64)));
    int sorted[20164] __attribute__((aligned(64)));
    ushort places[20164] __attribute__((aligned(64)));
    ushort ranks[20164] __attribute__((aligned(64)));
    uint set[632] __attribute__((aligned(64)));
    int many[79] __attribute__((aligned(64)));
    {
        for (int i = 0; i < columns_1; i++) {
            at_1[i] = clamp(left + i - 7, 0, im_w - 1);
        }
        for (int i = 0; i < 5120; i++) {
            counts[i] = 0;
        }
        for (int j = 0; j < rows; j++) {
            __global const float *line_1 = im + (long)clamp(top + j - 7, 0, im_h - 1) * im_stride;
            for (int i = 0; i < columns_1; i++) {
                const float value = line_1[at_1[i]];
                const int bits = as_int(value);
                const int key = pg_isnan(value) ? 2143289344 : bits ^ (pg_shr(bits, 31) & 2147483647);
                numbers[i * rows + j] = key;
                const int digit = key & 2047;
                counts[digit] = counts[digit] + 1;
                const int digit_1 = (pg_shr(key, 11) & 2047) + 2048;
                counts[digit_1] = counts[digit_1] + 1;
                const int digit_2 = ((pg_shr(key, 22) & 1023) ^ 512) + 4096;
                counts[digit_2] = counts[digit_2] + 1;
            }
        }
        int total = 0;
        for (int i = 0; i < 2048; i++) {
            const int here = counts[i];
            counts[i] = total;
            total = total + here;
        }
        for (int i = 0; i < count; i++) {
            const int key_1 = numbers[i];
            const int digit_3 = key_1 & 2047;
            const int rank = counts[digit_3];
            counts[digit_3] = rank + 1;
            sorted[rank] = key_1;
            ranks[rank] = i;
        }
        int total_1 = 0;
        for (int i = 2048; i < 4096; i++) {
            const int here_1 = counts[i];
            counts[i] = total_1;
            total_1 = total_1 + here_1;
        }
        for (int i = 0; i < count; i++) {
            const int key_2 = sorted[i];
            const int digit_4 = (pg_shr(key_2, 11) & 2047) + 2048;
            const int rank_1 = counts[digit_4];
            counts[digit_4] = rank_1 + 1;
            numbers[rank_1] = key_2;
            places[rank_1] = ranks[i];
        }
        int total_2 = 0;
        for (int i = 4096; i < 5120; i++) {
            const int here_2 = counts[i];
            counts[i] = total_2;
            total_2 = total_2 + here_2;
        }
        for (int i = 0; i < count; i++) {
            const int key_3 = numbers[i];
            const int digit_5 = ((pg_shr(key_3, 22) & 1023) ^ 512) + 4096;
            const int rank_2 = counts[digit_5];
            counts[digit_5] = rank_2 + 1;
            sorted[rank_2] = key_3;
            ranks[places[i]] = rank_2;
        }
        for (int i = 0; i < 632; i++) {
            set[i] = 0;
        }
        for (int i = 0; i < 79; i++) {
            many[i] = 0;
        }
        int under = 0, part = 0;
        for (int j = 0; j < 15; j++) {
            for (int i = 0; i < 15; i++) {
                const int rank_3 = ranks[i * rows + j];
                const int word = rank_3 / 32;
                const int part_1 = rank_3 / 256;
                set[word] = set[word] ^ (1u << (rank_3 & 31));
                many[part_1] = many[part_1] + 1;
                under = under + (part_1 < part ? 1 : 0);
            }
        }
        for (int row = 0; row < down; row++) {
            const int back = row % 2;
            const int step_ = 1 - 2 * back;
            const int leaves = back * 14;
            const int comes = 15 - back * 16;
            const int begin = back * (across - 1);
            __global float *out_row = out + (long)(top + row) * out_stride;
            for (int i = 0; i < across; i++) {
                const int column_1 = begin + step_ * i;
                while (under > 112) {
                    part = part - 1;
                    under = under - many[part];
                }
                for (;;) {
                    const int more = under + many[part];
                    if (!(more <= 112))
                        break;
                    under = more;
                    part = part + 1;
                }
                int less = under, word_1 = part * 8;
                for (;;) {
                    const int more_1 = less + (int)popcount(set[word_1]);
                    if (!(more_1 <= 112))
                        break;
                    less = more_1;
                    word_1 = word_1 + 1;
                }
                const int found = sorted[word_1 * 32 + pg_nth(set[word_1], 112 - less)];
                out_row[left + column_1] = as_float(found ^ (pg_shr(found, 31) & 2147483647));
                const int gone = (column_1 + leaves) * rows;
                const int come = (column_1 + comes) * rows;
                const int end_1 = i + 1 < across ? row + 15 : row;
                for (int j = row; j < end_1; j++) {
                    const int rank_4 = ranks[gone + j];
                    const int word_2 = rank_4 / 32;
                    const int part_2 = rank_4 / 256;
                    set[word_2] = set[word_2] ^ (1u << (rank_4 & 31));
                    many[part_2] = many[part_2] - 1;
                    under = under + (part_2 < part ? -1 : 0);
                    const int rank_5 = ranks[come + j];
                    const int word_3 = rank_5 / 32;
                    const int part_3 = rank_5 / 256;
                    set[word_3] = set[word_3] ^ (1u << (rank_5 & 31));
                    many[part_3] = many[part_3] + 1;
                    under = under + (part_3 < part ? 1 : 0);
                }
            }
            const int last = (begin + step_ * (across - 1)) * rows + row;
            const int below = row + 1 < down ? 15 : 0;
            for (int i = 0; i < below; i++) {
                const int rank_6 = ranks[last + i * rows];
                const int word_4 = rank_6 / 32;
                const int part_4 = rank_6 / 256;
                set[word_4] = set[word_4] ^ (1u << (rank_6 & 31));
                many[part_4] = many[part_4] - 1;
                under = under + (part_4 < part ? -1 : 0);
                const int rank_7 = ranks[last + i * rows + 15];
                const int word_5 = rank_7 / 32;
                const int part_5 = rank_7 / 256;
                set[word_5] = set[word_5] ^ (1u << (rank_7 & 31));
                many[part_5] = many[part_5] + 1;
                under = under + (part_5 < part ? 1 : 0);
            }
        }
    }
}
