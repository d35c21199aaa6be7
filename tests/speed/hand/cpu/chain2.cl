// block 512 x 8, work-groups of 1 x 1, pictures from 16 x 8
// Two means of 3 x 3 are one weighted mean of 5 x 5, and that is a column times a row.
__constant float WEIGHTS[] = {1 / 9.0f, 2 / 9.0f, 3 / 9.0f, 2 / 9.0f, 1 / 9.0f};

SEPARABLE(chain2, 2, across)
