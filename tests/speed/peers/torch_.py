"""PyTorch: torch.compile over tensors and conv2d; on the GPU where there is one."""

from __future__ import annotations

from functools import cache

from ..filters import SOBEL, gaussian, random_kernel
from ..measuring import Contender
from . import whole as from_host

NAME, DEVICES, SLOW = "torch", {"cpu", "gpu"}, True


def version() -> str:
    import torch

    return torch.__version__


@cache
def table(place: str) -> dict:
    import torch
    from torch.nn.functional import conv2d, pad

    torch.backends.cudnn.allow_tf32 = False  # ten bits of each factor are too few for the reference

    def tensor(values):
        return torch.as_tensor(values, dtype=torch.float32, device=place)

    row, fine = tensor(gaussian(3.0)), tensor(gaussian(1.5))
    kernels = {n: tensor(random_kernel(n)) for n in (5, 15)}

    def padded(im, x, y):
        return pad(im[None, None], (x, x, y, y), mode="replicate")[0, 0]

    def convolved(im, kernel):
        """As the library has it."""
        h, w = kernel.shape
        return conv2d(padded(im, w // 2, h // 2)[None, None], kernel[None, None])[0, 0]

    def summed(im, kernel):
        """As shifted additions, which the compiler can fuse."""
        h, w = len(kernel), len(kernel[0])
        big = padded(im, w // 2, h // 2)
        height, width = im.shape
        return sum(kernel[y][x] * big[y:y + height, x:x + width] for y in range(h) for x in range(w) if kernel[y][x])

    sx, sy, mean = SOBEL.tolist(), SOBEL.T.tolist(), [[1 / 9] * 3] * 3

    def sobel(im):
        return torch.sqrt(summed(im, sx) ** 2 + summed(im, sy) ** 2)

    def blur(im, weights):
        return convolved(convolved(im, weights.T), weights)

    def unsharp(im, weights):
        return im + 1.5 * (im - blur(im, weights))

    def harris(im, k=0.04):
        gx, gy = summed(im, sx) / 8, summed(im, sy) / 8
        xx, yy, xy = (summed(product, mean) for product in (gx * gx, gy * gy, gx * gy))
        return xx * yy - xy * xy - k * (xx + yy) ** 2

    def bilateral(im):
        big = padded(im, 4, 4)
        height, width = im.shape
        total = weights = 0.0
        for y in range(9):
            for x in range(9):
                there = big[y:y + height, x:x + width]
                w = torch.exp(-((x - 4) ** 2 + (y - 4) ** 2) / 18 - (there - im) ** 2 / 0.02)
                total, weights = total + w * there, weights + w
        return total / weights

    def rgb8(im):
        gray = im.float() @ tensor([0.299, 0.587, 0.114])
        return torch.clamp(torch.round(sobel(gray)), max=255).to(torch.uint8)

    def chain(im, n):
        for _ in range(n):
            im = summed(im, mean)
        return im

    return {
        "gamma": lambda im: im ** (1 / 2.2), "sobel": sobel, "harris": harris, "bilateral": bilateral, "rgb8": rgb8,
        "conv5": lambda im: summed(im, random_kernel(5).tolist()), "conv15": lambda im: convolved(im, kernels[15]),
        "gauss": lambda im: blur(im, row), "unsharp": lambda im: unsharp(im, fine), "unsharp3": lambda im: unsharp(im, row),
        **{f"chain{n}": lambda im, n=n: chain(im, n) for n in (2, 4, 8)},
    }


@cache
def compiled(name: str, place: str, size: tuple[int, int]):
    """For one size, as the library likes it best."""
    import torch

    torch._dynamo.reset()
    return torch.compile(table(place)[name], dynamic=False)


def contender(workload, pictures, width, height):
    import numpy
    import torch

    place = "cuda" if torch.cuda.is_available() else "cpu"
    if workload.bank is not None:
        return bank(workload, pictures, place)
    if workload.name not in table(place):
        return None
    function = compiled(workload.name, place, (width, height))
    there = [torch.as_tensor(numpy.array(picture), device=place) for picture in pictures]
    last = []

    def run(times: int) -> None:
        with torch.no_grad():
            for _ in range(times):
                last[:] = [function(*there)]
        if place == "cuda":
            torch.cuda.synchronize()

    return Contender(NAME, run, lambda: last[0].cpu().numpy())


def whole(workload, pictures, width, height):
    import numpy
    import torch

    if not torch.cuda.is_available() or workload.name not in table("cuda"):
        return None
    function = compiled(workload.name, "cuda", (width, height))
    with_no_gradients = torch.no_grad()(function)
    given = [numpy.array(picture) for picture in pictures]  # torch wants to be able to write to them
    return from_host(with_no_gradients, NAME, given, lambda picture: torch.from_numpy(picture).cuda(),
                     lambda result: result.cpu().numpy())


def bank(workload, pictures, place: str) -> Contender:
    """All filters of a bank with conv2d, channels first, as the library likes them."""
    import numpy
    import torch
    from torch.nn.functional import conv2d, pad

    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    weights = torch.as_tensor(workload.known["bank"], device=place).permute(0, 3, 1, 2).contiguous()
    im = torch.as_tensor(numpy.concatenate(pictures, axis=2), device=place).permute(2, 0, 1)[None].contiguous()
    h, w = weights.shape[2:]
    last = []

    def run(times: int) -> None:
        with torch.no_grad():
            for _ in range(times):
                last[:] = [conv2d(pad(im, (w // 2, w - 1 - w // 2, h // 2, h - 1 - h // 2), mode="replicate"), weights)]
        if place == "cuda":
            torch.cuda.synchronize()

    return Contender(NAME, run, lambda: last[0][0, -4:].permute(1, 2, 0).cpu().numpy())
