// block 4 x 4, work-groups of 32 x 8
// Eight means of 3 x 3 are one of 17 x 17 with weights, and that is a column times a row.
__constant float WEIGHTS[] = {1 / 6561.0f, 8 / 6561.0f, 36 / 6561.0f, 112 / 6561.0f, 266 / 6561.0f, 504 / 6561.0f, 784 / 6561.0f,
                              1016 / 6561.0f, 1107 / 6561.0f, 1016 / 6561.0f, 784 / 6561.0f, 504 / 6561.0f, 266 / 6561.0f,
                              112 / 6561.0f, 36 / 6561.0f, 8 / 6561.0f, 1 / 6561.0f};

SEPARABLE(chain8, 8, across)
