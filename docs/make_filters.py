"""Makes the catalogue: `python docs/make_filters.py` writes docs/filters.md, and a picture of each filter beside it, in
images/filters/.

Each filter has one call, which is run to make its picture, and printed beside it. `--page` writes the page alone,
`--missing` makes the pictures that are not there, names make their own.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pygpu import Color, filters  # noqa: E402
from pygpu.filters.ready import Ready  # noqa: E402

SIZE = (240, 160)
PICTURES = ROOT / "images" / "filters"
PAGE = ROOT / "docs" / "filters.md"

SECTIONS = {
    "Smoothing": {
        "gaussian": "gaussian(photo, sigma=3)", "box": "box(photo, size=9)",
        "unsharp": "unsharp(photo, radius=2, amount=1.5)",
        "sharpen": "sharpen(photo, 4)", "lens_blur": "lens_blur(photo, radius=6)",
        "motion_blur": "motion_blur(photo, length=21, angle=30)",
    },
    "Sums": {
        "integral": "integral(mono) / 38400", "cumulative": "cumulative(mono) / 240",
        "recursive_gaussian": "recursive_gaussian(photo, sigma=12)",
        "domain_transform": "domain_transform(noisy, sigma_space=20, sigma_color=0.6)",
    },
    "The whole picture": {
        "histogram": "np.linspace(1500, 0, 160)[:, None] < np.repeat(histogram(mono, bins=80), 3)",
        "equalize": "equalize(photo)",
        "clahe": "clahe(photo, clip_limit=3, tiles=(3, 2))", "otsu": "otsu(photo)",
        "multiotsu": "multiotsu(photo)", "yen": "yen(photo)", "triangle": "triangle(photo)",
        "stretch": "stretch(0.3 + 0.3 * photo, dark=2, light=2)", "standardize": "0.5 + 0.2 * standardize(photo)",
        "gray_world": "gray_world(photo * np.float32([1, 0.8, 0.5]))", "mean_threshold": "mean_threshold(photo)",
        "li": "li(photo)", "isodata": "isodata(photo)",
        "match_template": "match_template(mono, template=mono[60:75, 100:115])",
        "centroid": "translate(mono, *(np.array([120, 80]) - centroid(mono)))",
        "moments": "gaussian(mono, sigma=0.1 * np.sqrt(np.array(moments(mono))[[1, 3]]))",
        "distance": "distance(threshold(mono, 0.3), dtype='float32') / 20",
        "phase_correlation": "translate(np.roll(mono, 60, 1), *phase_correlation(mono, np.roll(mono, 60, 1)))",
        "fftconvolve": "fftconvolve(mono, 1 - mono, mode='same') / 9600", "kmeans": "kmeans(photo, colours=5)",
    },
    "Details": {
        "difference_of_gaussians": "0.5 + 3 * difference_of_gaussians(mono, 1, 4)",
        "guided": "guided(noisy, mono, radius=4, eps=0.005)", "retinex": "0.6 + 0.4 * retinex(photo)",
    },
    "Pyramids": {
        "reduced": "reduced(photo, level=2)", "detail": "0.5 + 3 * detail(mono, level=1)",
        "pyramid_blend": "pyramid_blend(photo, other, (mono * 0 + np.linspace(0, 1, mono.shape[1]) > 0.5) * np.float32(1))",
        "local_laplacian": "local_laplacian(photo, amount=1.5, levels=4, curves=6)",
    },
    "Regions": {
        "hysteresis": "hysteresis(mono, low=0.4, high=0.75)",
        "watershed": "colormap(watershed(sobel(gaussian(mono, 2)), label(erode(abs(mono - 0.5), size=5) > 0.15)) * 7 % 16"
                     " / np.float32(16), 'turbo')",
        "label": "colormap(label(mono > 0.6) * 7 % 16 / np.float32(16), 'turbo')",
    },
    "Ways": {
        "diffuse": "diffuse(photo, levels=2)", "seam_energy": "seam_energy(sobel(mono)) / 16",
    },
    "Convolution": {
        "convolve": "0.5 + convolve(mono, kernel=[[2, 1, 0], [1, 0, -1], [0, -1, -2]])",
        "correlate": "correlate(photo, kernel=np.eye(15) / 15)",
    },
    "Denoising": {
        "bilateral": "bilateral(noisy, sigma_color=0.5, sigma_space=3)",
        "bilateral_grid": "bilateral_grid(photo, sigma_color=0.12, sigma_space=8)",
        "mean_shift": "mean_shift(photo, distance=8, color=0.15)",
        "nonlocal_means": "nonlocal_means(noisy, h=0.2, patch_distance=5)",
        "anisotropic_diffusion": "anisotropic_diffusion(noisy, kappa=0.25, rate=0.2, steps=6)",
    },
    "Ranks": {
        "median": "median(speckled, size=3)", "percentile": "percentile(photo, 80, size=5)",
        "rank": "rank(photo, 4, size=5)",
        "mode": "mode(posterize(photo, 3), size=5)",
    },
    "Morphology": {
        "erode": "erode(photo, size=5)", "dilate": "dilate(photo, size=5)", "open": "open(photo, size=7)",
        "close": "close(photo, size=7)", "tophat": "3 * tophat(mono, size=9)", "blackhat": "3 * blackhat(mono, size=9)",
        "morphological_gradient": "morphological_gradient(mono)",
        "morphological_laplace": "0.5 + morphological_laplace(mono)",
    },
    "Edges": {
        "sobel": "sobel(mono)", "prewitt": "prewitt(mono)", "scharr": "scharr(mono)", "farid": "3 * farid(mono)",
        "roberts": "3 * roberts(mono)", "laplace": "0.5 + laplace(mono)", "log": "0.5 + 8 * log(mono, sigma=1.5)",
        "emboss": "emboss(photo)",
    },
    "Features": {
        "harris": "0.5 + 2 * harris(mono, sigma=1.5, border='reflect')",
        "canny": "canny(mono, sigma=1.2, low=0.2, high=0.5)",
        "canny_strength": "canny_strength(mono, sigma=1.2, low=0.2, high=0.5)",
        "peaks": "0.7 * mono + dots(peaks(gaussian(mono, 2), distance=5, threshold=0.3))",
        "canny_ridge": "canny_ridge(mono, sigma=1.2)",
        "canny_gradient": "0.5 + 0.5 * np.dstack([canny_gradient(mono), 0 * mono])",
    },
    "Ridges": {
        "hessian": "0.5 + 20 * hessian(mono, sigma=1.5)", "ridges": "15 * ridges(mono, sigma=1.5)[..., 0]",
        "frangi": "frangi(mono, sigmas=(1, 2), gamma=0.05)",
        "gabor": "0.5 + 8 * gabor(mono, frequency=0.15, theta=45)[..., 0]",
    },
    "Local statistics": {
        "local_mean": "local_mean(photo, size=9)", "local_std": "4 * local_std(mono, size=7)",
        "local_entropy": "local_entropy(mono, size=5) / 5",
    },
    "Tones": {
        "invert": "invert(photo)", "brightness": "brightness(photo, 1.5)", "contrast": "contrast(photo, 1.8)",
        "exposure": "exposure(photo, stops=1)", "gamma": "gamma(photo, 2)", "levels": "levels(photo, 0.1, 0.7, gamma=1.2)",
        "curves": "curves(photo, [(0, 0), (0.25, 0.1), (0.6, 0.8), (1, 1)])", "lut": "lut(photo, [0, 1, 0, 1])",
        "posterize": "posterize(photo, 2)", "solarize": "solarize(photo)",
    },
    "Colour": {
        "gray": "gray(photo)", "hue": "hue(photo, degrees=120)", "saturation": "saturation(photo, 2)",
        "white_balance": "white_balance(photo, Color(0.9, 0.7, 0.5))", "sepia": "sepia(photo)",
        "colorize": "colorize(photo, Color(0.1, 0, 0.3), Color(1, 0.9, 0.6))",
        "mix_channels": "mix_channels(photo, (0, 1, 0), (0, 0, 1), (1, 0, 0))", "cube": "cube(photo, look)",
        "colormap": "colormap(mono, 'turbo')", "vignette": "vignette(photo, strength=0.9)",
    },
    "Colour spaces": {
        "rgb_to_linear": "rgb_to_linear(photo)", "linear_to_rgb": "linear_to_rgb(photo)", "rgb_to_hsv": "rgb_to_hsv(photo)",
        "hsv_to_rgb": "hsv_to_rgb(rgb_to_hsv(photo) * (1, 0.5, 1))", "rgb_to_hsl": "rgb_to_hsl(photo)",
        "hsl_to_rgb": "hsl_to_rgb(rgb_to_hsl(photo) * (1, 2, 1))", "rgb_to_xyz": "rgb_to_xyz(photo)",
        "xyz_to_rgb": "xyz_to_rgb(rgb_to_xyz(photo) * (1, 1, 0.5))",
        "rgb_to_lab": "rgb_to_lab(photo) / 100 + (0, 0.5, 0.5)", "lab_to_rgb": "lab_to_rgb(rgb_to_lab(photo) * (1, 2, 2))",
        "rgb_to_lch": "rgb_to_lch(photo) / (100, 100, 6.3)", "lch_to_rgb": "lch_to_rgb(rgb_to_lch(photo) + (0, 0, 3.14))",
        "rgb_to_luv": "rgb_to_luv(photo) / 100 + (0, 0.3, 0.3)", "luv_to_rgb": "luv_to_rgb(rgb_to_luv(photo) * (1, 0, 1))",
        "rgb_to_oklab": "rgb_to_oklab(photo) * (1, 2, 2) + (0, 0.5, 0.5)",
        "oklab_to_rgb": "oklab_to_rgb(rgb_to_oklab(photo) * (1, 1, 0))",
        "rgb_to_oklch": "rgb_to_oklch(photo) * (1, 4, 0.16)",
        "oklch_to_rgb": "oklch_to_rgb(rgb_to_oklch(photo) + (0, 0, 1))", "rgb_to_ycbcr": "rgb_to_ycbcr(photo)",
        "ycbcr_to_rgb": "ycbcr_to_rgb(rgb_to_ycbcr(photo) * (0.5, 1, 1) + (0.3, 0, 0))",
    },
    "Blending": {
        "blend": "blend(photo, other, 0.5)", "composite": "composite(photo, other, mask)", "over": "over(photo, cutout)",
        "multiply": "multiply(photo, other)", "screen": "screen(photo, other)", "overlay": "overlay(photo, other)",
        "hard_light": "hard_light(photo, other)", "soft_light": "soft_light(photo, other)", "darken": "darken(photo, other)",
        "lighten": "lighten(photo, other)", "color_dodge": "color_dodge(photo, other)",
        "color_burn": "color_burn(photo, other)",
        "difference": "difference(photo, other)", "exclusion": "exclusion(photo, other)", "add": "add(photo, other)",
        "subtract": "subtract(photo, other)", "blend_hue": "blend_hue(photo, rainbow)",
        "blend_saturation": "blend_saturation(photo, rainbow)", "blend_color": "blend_color(photo, rainbow)",
        "blend_luminosity": "blend_luminosity(rainbow, photo)",
    },
    "Thresholds": {
        "threshold": "threshold(page, 0.5)", "local_threshold": "local_threshold(page, size=25, offset=0.1)",
        "niblack": "niblack(page, size=25, k=0.4)", "sauvola": "sauvola(page, size=25)", "dither": "dither(photo, levels=2)",
    },
    "Geometry": {
        "flip": "flip(photo)", "turn": "turn(photo)", "crop": "crop(photo, 60, 30, 180, 110)",
        "pad": "pad(photo, 30, 20, 30, 20, border='mirror')", "translate": "translate(photo, 40.5, 20)",
        "rotate": "rotate(photo, 20)", "zoom": "zoom(crop(photo, 90, 50, 150, 90), 4)", "resize": "resize(photo, 120, 40)",
        "affine": "affine(photo, (1, 0.3, -20), (0.1, 1, -10))",
        "perspective": "perspective(photo, (1, 0.2, -15), (0, 1.2, -15), (0, 0.003, 1))", "warp": "warp(photo, ripples)",
        "remap": "remap(photo, swirl)", "polar": "polar(photo)", "log_polar": "log_polar(photo)",
        "from_polar": "from_polar(photo, 240, 160)",
    },
    "Lenses and sensors": {
        "undistort": "undistort(photo, k1=0.9)", "chromatic_aberration": "chromatic_aberration(photo, 0.03)",
        "demosaic": "demosaic(raw)",
    },
    "Painting": {"pixelate": "pixelate(photo, 10)", "kuwahara": "kuwahara(photo, radius=3)"},
    "Noise": {
        "white_noise": "white_noise(size=(240, 160))", "value_noise": "value_noise(size=(240, 160), scale=24)",
        "perlin": "perlin(size=(240, 160), scale=32)", "simplex": "simplex(size=(240, 160), scale=32)",
        "worley": "worley(size=(240, 160), scale=32)", "fbm": "fbm(size=(240, 160), scale=120)",
    },
}

INPUTS = {
    "photo": "a photograph", "mono": "its gray", "other": "another picture", "rainbow": "every hue", "noisy": "with noise",
    "speckled": "with specks", "page": "a page in bad light", "mask": "a mask", "raw": "what a sensor saw",
}


def inputs() -> dict:
    """What the calls may name: arrays from 0 to 1."""
    photo = opened("coffee.jpg")
    random = np.random.default_rng(1)
    rows, columns = np.indices(SIZE[::-1]).astype(np.float32)
    distance = np.hypot(rows - 80, columns - 120)
    specks = random.random(photo.shape[:2])[..., None]
    colours = np.moveaxis(photo, -1, 0)
    which = np.array([[0, 1], [1, 2]])[rows.astype(int) % 2, columns.astype(int) % 2]
    turn = np.exp(-(distance / 60) ** 2) * 2.5
    c, s = np.cos(turn), np.sin(turn)
    disc = np.clip((60 - distance) / 20, 0, 1).astype(np.float32)
    other = opened("cat.png", 0.7)
    return {
        "np": np, "Color": Color, "dots": dots, "photo": photo, "mono": filters.gray(photo), "other": other, "mask": disc,
        "noisy": np.clip(photo + 0.12 * random.normal(size=photo.shape), 0, 1).astype(np.float32),
        "speckled": np.where(specks < 0.05, 0, np.where(specks > 0.95, 1, photo)).astype(np.float32),
        "page": page(columns), "look": look(), "cutout": np.dstack([other, disc]),
        "rainbow": filters.hsv_to_rgb(np.dstack([columns / 240, 1 - rows / 320, 0.9 + 0 * rows]).astype(np.float32)),
        "ripples": np.dstack([6 * np.sin(rows / 8), 6 * np.sin(columns / 8)]),
        "swirl": np.dstack([120 + c * (columns - 120) - s * (rows - 80), 80 + s * (columns - 120) + c * (rows - 80)]),
        "raw": np.choose(which, colours), **{name: getattr(filters, name) for name in [*filters.__all__, "open"]},
    }


def opened(name: str, part: float = 1) -> np.ndarray:
    """A part of the middle of a picture of the project, in the catalogue's size."""
    picture = Image.open(ROOT / "images" / name).convert("RGB")
    wide = int(part * min(picture.width, picture.height * SIZE[0] // SIZE[1]))
    high = wide * SIZE[1] // SIZE[0]
    left, top = (picture.width - wide) // 2, (picture.height - high) // 2
    small = picture.crop((left, top, left + wide, top + high)).resize(SIZE, Image.Resampling.LANCZOS)
    return (np.asarray(small) / np.float32(255)).astype(np.float32)


def page(columns: np.ndarray) -> np.ndarray:
    """Writing, in light that falls off to one side."""
    paper = Image.new("L", SIZE, 230)
    pen = ImageDraw.Draw(paper)
    for line in range(11):
        pen.text((12, 6 + 14 * line), "what a pixel is, says a function  " * 2, fill=60)
    return (np.asarray(paper) / 255 * (1 - 0.75 * columns / SIZE[0])).astype(np.float32)


def dots(places: np.ndarray) -> np.ndarray:
    """A picture with a dot at each of some places."""
    made = np.zeros(SIZE[::-1], np.float32)
    made[places[:, 1], places[:, 0]] = 1
    return filters.dilate(made, size=3)


def look() -> str:
    """A .cube file: shadows to blue, lights to orange."""
    import tempfile

    rows = [(r ** 1.1 * 1.05, g, 0.12 + 0.75 * b) for b in (0, 0.5, 1) for g in (0, 0.5, 1) for r in (0, 0.5, 1)]
    file = Path(tempfile.mkdtemp()) / "look.cube"
    file.write_text("LUT_3D_SIZE 3\n" + "\n".join(f"{r:.4f} {g:.4f} {b:.4f}" for r, g, b in rows) + "\n")
    return str(file)


def picture(array) -> Image.Image:
    """What a call gives, as a small picture; no larger than the others."""
    array = np.asarray(array)
    if array.dtype != np.uint8:
        array = (np.clip(np.nan_to_num(array.astype(np.float32)), 0, 1) * 255).round().astype(np.uint8)
    array = array[..., :3] if array.ndim == 3 else array
    made = Image.fromarray(array)
    made.thumbnail(SIZE, Image.Resampling.LANCZOS)
    return made


def page_text() -> str:
    """The catalogue, as Markdown."""
    count = sum(map(len, SECTIONS.values()))
    shown = list(INPUTS)[:5]
    parts = ["# Ready filters", "",
             f"The {count} filters of `pygpu.filters`, each with the call that made its picture. Here they are given\n"
             "arrays from 0 to 1; they take photographs of any kind. The docstring says which function of which library\n"
             "a filter equals, and where it differs (`help(filters.median)`).", "", "    from pygpu import filters", "",
             "Made by `python docs/make_filters.py`.", "",
             row([f"`{name}`" for name in shown]), "|" + "---|" * len(shown),
             row([f"![{name}](../images/filters/input_{name}.jpg)" for name in shown]),
             row([INPUTS[name] for name in shown]), ""]
    for title, calls in SECTIONS.items():
        parts += [f"## {title}", "", "| | |", "|---|---|"]
        for name, call in calls.items():
            says = first_sentence(getattr(filters, name).__doc__)
            made = signature(getattr(filters, name))
            parts.append(f"| ![{name}](../images/filters/{name}.jpg) | **{name}**{made}<br>{says}<br>`{call}` |")
        parts.append("")
    parts += ["## Volumes", "",
              "Arrays (depth, height, width), after `from pygpu.filters import volumes`. A size or a sigma is a number, or\n"
              "three: across, down, from plane to plane.", "", "| | |", "|---|---|"]
    parts += [row([f"**{name}**{signature(each)}", first_sentence(each.__doc__)]) for name, each in of_volumes().items()]
    return "\n".join([*parts, ""])


def of_volumes() -> dict[str, Ready]:
    return {name: each for name, each in sorted(vars(filters.volumes).items()) if isinstance(each, Ready)}


def row(cells) -> str:
    return "| " + " | ".join(cells) + " |"


def first_sentence(text: str) -> str:
    paragraph = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
    return paragraph.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def signature(ready: Ready) -> str:
    """(sigma, order, truncate): what a filter takes besides its first image."""
    words = [each.name for each in ready.outside.parameters.values()
             if each is not ready.image and each.name not in ("border", "fill")]
    return f" ({', '.join(words)})" if words else ""


def main(words: list[str]) -> int:
    PAGE.write_text(page_text())
    if "--page" in words:
        return 0
    PICTURES.mkdir(exist_ok=True)
    given = inputs()
    for name in INPUTS:
        picture(given[name]).save(PICTURES / f"input_{name}.jpg", quality=80, optimize=True)
    wanted = [word for word in words if not word.startswith("-")]
    for calls in SECTIONS.values():
        for name, call in calls.items():
            if name in wanted or not wanted and not ("--missing" in words and (PICTURES / f"{name}.jpg").exists()):
                picture(eval(call, dict(given))).save(PICTURES / f"{name}.jpg", quality=80, optimize=True)
    print(f"{sum(file.stat().st_size for file in PICTURES.iterdir()) / 1e6:.2f} MB in {PICTURES}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
