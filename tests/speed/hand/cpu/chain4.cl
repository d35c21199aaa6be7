// block 512 x 8, work-groups of 1 x 1, pictures from 16 x 8
// Four means of 3 x 3 are one weighted mean of 9 x 9, and that is a column times a row.
__constant float WEIGHTS[] = {1 / 81.0f, 4 / 81.0f, 10 / 81.0f, 16 / 81.0f, 19 / 81.0f, 16 / 81.0f, 10 / 81.0f, 4 / 81.0f,
                              1 / 81.0f};

SEPARABLE(chain4, 4, across)
