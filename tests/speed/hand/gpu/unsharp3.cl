// block 4 x 4, work-groups of 32 x 8

SEPARABLE(unsharp3, 9, fma(four(ROW(y + k), x, width), (float4)(2.5f), across * -1.5f))
