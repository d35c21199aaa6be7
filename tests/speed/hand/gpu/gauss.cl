// block 4 x 4, work-groups of 32 x 8

SEPARABLE(gauss, 9, across)
