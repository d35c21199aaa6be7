"""Programs of imaging and science, as textbooks have them: of parts that have as many elements as the data say, with
variables that are None at first, with lists of pieces. Run by NumPy, and compiled."""

import numpy as np

R = np.random.default_rng(5)
LINE = R.random(24)
NEAR = 0.7 * LINE + 0.1 + R.normal(size=24) * 0.03
NEAR[::5] = R.random(5)
GRAY = R.permutation(108).reshape(9, 12).astype(float)
RGB = R.permutation(360).reshape(10, 12, 3).astype(float)
CENTERS = np.array([[3.0, 3, 50], [5, 9, 60]])


def ransac(x, y):
    """a mask that is None at first"""
    best, most = None, 0
    for i, j in ((0, 7), (1, 12), (3, 20)):
        m = (y[j] - y[i]) / (x[j] - x[i] + 1e-9)
        far = np.abs(y - (m * x + y[i] - m * x[i]))
        many = (far < 0.1).sum()
        if many > most:
            most, best = many, far < 0.1
    a = np.column_stack([x[best], np.ones(best.sum())])
    return np.linalg.lstsq(a, y[best], rcond=None)[0]


def principal(x, y):
    near = np.abs(y - x) < 0.2
    points = np.column_stack([x[near], y[near]])
    center = points.mean(axis=0)
    return center, (points - center).T @ (points - center)


def median_cut(img):
    """boxes of as many pixels as are known when it runs, of which one is taken out"""
    pixels = img.reshape(-1, 3)
    boxes = [pixels]
    for _ in range(2):
        i = int(np.argmax([(b.max(axis=0) - b.min(axis=0)).max() for b in boxes]))
        box = boxes.pop(i)
        channel = int(np.argmax(box.max(axis=0) - box.min(axis=0)))
        box = box[box[:, channel].argsort()]
        middle = len(box) // 2
        boxes.append(box[:middle])
        boxes.append(box[middle:])
    return np.array([b.mean(axis=0) for b in boxes])


def dictionary(y, d):
    """columns that a mask chooses, by their numbers"""
    d, codes = d[:5, :4].copy(), d[:5, :4].T @ y[:5]
    for k in range(d.shape[1]):
        users = np.nonzero(codes[k] > 60)[0]
        if len(users) == 0:
            continue
        codes[k, users] = 0
        e = y[:5, users] - d @ codes[:, users]
        v = e @ np.ones(len(users))
        d[:, k] = v / np.sqrt((v * v).sum())
        codes[k, users] = d[:, k] @ e
    return d, codes


def superpixels(img, centers):
    """windows that end at the picture's edges, and masks in them"""
    h, w = img.shape
    labels, least = -np.ones((h, w), int), np.full((h, w), np.inf)
    for k, (cy, cx, v) in enumerate(centers):
        y0, y1 = max(int(cy) - 4, 0), min(int(cy) + 4, h)
        x0, x1 = max(int(cx) - 4, 0), min(int(cx) + 4, w)
        yy, xx = np.mgrid[y0:y1, x0:x1]
        d = ((img[y0:y1, x0:x1, None] - [v, v + 1]) ** 2).sum(-1) + (yy - cy) ** 2 + (xx - cx) ** 2
        m = d < least[y0:y1, x0:x1]
        least[y0:y1, x0:x1][m] = d[m]
        labels[y0:y1, x0:x1][m] = k
    return labels, least


def by_another_mask(x, y):
    """what one mask chooses, where another one does"""
    a, m = x.copy(), x > 0.5
    a[m] = y[np.roll(m, 1)]
    b, n = x.reshape(6, 4).copy(), x[:6] > 0.3
    b[n] = y.reshape(6, 4)[np.roll(n, 2)]
    return a, b


def sums_of_chosen(x, y):
    m = x > 0.5
    p = np.stack([x[m], y[m]], axis=1)
    return np.einsum("i,i->", x[m], y[m]), np.einsum("ij,ik->jk", p, p), np.einsum("ij,ij->i", p, p)


def grids_of_chosen(x):
    u, v = np.meshgrid(x[x > 0.7], x[x < 0.3])
    return (u - v) ** 2, np.digitize(x[x > 0.3], [0.4, 0.6, 0.8]), np.sinc(x[x > 0.3])


def spectra_of_parts(x):
    n = int((x > 0.4).sum())
    z = np.fft.fft(x[:n])
    return np.abs(z), np.fft.ifft(z).real


def parts_of_parts(x):
    n = int((x > 0.5).sum()) // 3 * 3
    return [each.sum() for each in np.split(x[:n], 3)]


def spectra_of_scipy(x):
    from scipy import fft
    z = fft.fft2(x)
    return np.abs(fft.fft(x[0])), fft.ifft2(z * np.conj(z)).real, fft.irfft(fft.rfft(x[0]), workers=1)


PROGRAMS = [(ransac, LINE, NEAR), (principal, LINE, NEAR), (median_cut, RGB), (dictionary, GRAY, GRAY),
            (superpixels, GRAY, CENTERS), (by_another_mask, LINE, NEAR), (sums_of_chosen, LINE, NEAR),
            (grids_of_chosen, LINE), (spectra_of_parts, LINE), (parts_of_parts, LINE), (spectra_of_scipy, GRAY)]
