// block 512 x 8, work-groups of 1 x 1, pictures from 16 x 8
// As the Gaussian; the picture itself is read once more for the difference.

SEPARABLE(unsharp, 4, fma(here, (float16)(2.5f), across * -1.5f))
