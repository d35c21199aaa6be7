// block 512 x 8, work-groups of 1 x 1, pictures from 16 x 8
// Down first, for 8 rows at once, into rows that stay in the cache; then across. Weights of equal distance go together.

SEPARABLE(gauss, 9, across)
