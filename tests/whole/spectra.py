"""Functions of whole arrays with Fourier transforms and complex numbers: each is run by NumPy itself, and compiled."""

import numpy as np

RANDOM = np.random.default_rng(7)
WIDE, ODD, LINE = (RANDOM.random(shape).astype(np.float32) - 0.3 for shape in ((12, 20), (9, 17), (23,)))
BYTES, CUBE = RANDOM.integers(0, 255, (8, 15)).astype(np.uint8), RANDOM.random((3, 4, 10)).astype(np.float32)
SPECTRUM = np.fft.fft2(RANDOM.random((12, 20)))
LOW = np.hypot(*np.meshgrid(np.fft.fftfreq(12), np.fft.fftfreq(20), indexing="ij")) < 0.2


def there(u):
    """np.fft.fft2, rfft2, ifft2, fftn"""
    return np.fft.fft2(u), np.fft.rfft2(u), np.fft.ifft2(u), np.fft.fftn(u, axes=(0,))


def and_back(u):
    """np.fft.ifft2, irfft2, irfftn"""
    both = (0, 1)
    return (np.fft.ifft2(np.fft.fft2(u)).real, np.fft.irfft2(np.fft.rfft2(u), s=u.shape),
            np.fft.irfftn(np.fft.rfftn(u), u.shape, both))


def along_axes(u):
    """np.fft.fft, ifft, rfft with axis="""
    return np.fft.fft(u), np.fft.fft(u, axis=0), np.fft.rfft(u, axis=1), np.fft.ifft(u, axis=-2)


def sizes(u):
    """np.fft with n=, s="""
    return np.fft.fft(u, 32), np.fft.fft(u, n=5, axis=0), np.fft.fft2(u, s=(16, 8)), np.fft.fft(u, 1), np.fft.irfft(u, 15)


def norms(u):
    """np.fft with norm="""
    return (np.fft.fft(u, norm="forward"), np.fft.ifft(u, norm="forward"), np.fft.irfft(u, norm="ortho"),
            np.fft.ifft2(u, norm="ortho"))


def one_line(u):
    """np.fft.rfft, irfft of one line"""
    return np.fft.fft(u), np.fft.rfft(u), np.fft.ifft(u), np.fft.irfft(np.fft.rfft(u), len(u))


def shifted(u):
    """np.fft.fftshift, ifftshift"""
    return np.fft.fftshift(u), np.fft.ifftshift(u, axes=0), np.fft.fftshift(np.fft.fft(u)), np.fft.ifftshift(u * 1j, (0, 1))


def convolved(u):
    """np.fft.ifft2(np.fft.fft2(u) * known).real"""
    return np.real(np.fft.ifft2(np.fft.fft2(u) * SPECTRUM))


def low_passed(u):
    """F[~mask] = 0, np.where(mask, F, 0)"""
    F = np.fft.fft2(u)
    F[~LOW] = 0
    return np.fft.ifft2(F).real, np.fft.ifft2(np.where(LOW, np.fft.fft2(u), 0)).real


def changed(u):
    """F[:3] = 0; F[:, 5] *= 2; F[4, 4] = 1 + 2j"""
    F = np.fft.fftshift(np.fft.fft2(u))
    F[:3] = 0
    F[:, 5] *= 2
    F[4, 4] = 1 + 2j
    return np.abs(np.fft.ifft2(np.fft.ifftshift(F)))


def of_its_size(u):
    """np.abs(F)**2, np.angle(F), F.real, F.imag"""
    F = np.fft.fft2(u, norm="ortho")
    return (np.abs(F) ** 2, np.log1p(abs(F)), np.angle(F[1:, 1:]), F.real, F.imag.T, F.shape, F.dtype == np.complex64,
            len(F), (u + 1j).imag)


def moved_by_phase(u):
    """np.fft.fft(u, axis=1) * np.exp(-2j * k)"""
    turn = np.exp(-2j * np.pi * np.fft.fftfreq(u.shape[1]) * 1.5)
    return np.fft.ifft(np.fft.fft(u, axis=1) * turn, axis=1).real


def correlated(u):
    """F * np.conj(G) / np.abs(F * G): correlation of phases"""
    product = np.fft.fft2(u) * np.conj(np.fft.fft2(u[::-1]))
    product /= np.abs(product) + 1e-9
    found = np.abs(np.fft.ifft2(product))
    return np.argmax(found), found


def poisson(u):
    """np.fft.rfft2(u) / (ky**2 + kx**2), with fftfreq and rfftfreq"""
    ky, kx = np.fft.fftfreq(u.shape[0])[:, None], np.fft.rfftfreq(u.shape[1])[None]
    square = ky ** 2 + kx ** 2
    square[0, 0] = 1
    return np.fft.irfft2(np.fft.rfft2(u - u.mean()) / square, s=u.shape)


def complex_numbers(u):
    """complex arrays: operators, np.exp, sqrt, log, sum, mean"""
    z = u + 1j * u[::-1]
    w = (2 - 1j) / (z + 3) - z.conj() ** 2
    parts = z.sum(axis=0), np.mean(z), z[1:, ::2], np.stack([z, w])[1]
    return w, 1 - z, -z * z, np.exp(z), np.sqrt(z), np.log(z), z == z, u * 2j, *parts


def made_complex(u):
    """np.zeros(..., complex), u.astype(complex), parts, reshape, np.roll, concatenate"""
    z = np.zeros(u.shape, complex)
    z[2:] = u[2:] * (1 + 1j)
    return z, u.astype(complex), z.reshape(-1)[::7], z.T, np.roll(z, 2, 0), np.concatenate([z, u]), z.astype(np.complex64)


def statistics_of_complex(u):
    """of complex arrays np.std, var, average, cumprod, any, all, count_nonzero, isclose, sign, round, gradient, trapezoid"""
    z = u[:4, :9] + 1j * u[1:5, :9] - 0.4
    few = np.where(abs(z) > 0.3, z, 0)
    return (np.std(z), z.var(axis=0, ddof=1), np.average(z, axis=1), np.cumprod(z, axis=1), np.any(few, axis=0), np.all(few),
            np.count_nonzero(few, axis=1), np.isclose(z, z + 1e-9), np.sign(few), np.reciprocal(z + 2), z.round(1),
            *np.gradient(z), np.trapezoid(z, dx=0.5) if hasattr(np, "trapezoid") else z[0], z.swapaxes(0, 1))


def products_of_complex(u):
    """of complex arrays ** of any exponent, np.convolve, correlate, kron, einsum, tensordot"""
    z = u[:4, :9] + 1j * u[1:5, :9] + 0.2
    return (z ** 0.5, z ** -1.5, z ** (1 + 2j), 2 ** z, z ** u[:4, :9], (z * 0) ** 0.5, np.convolve(z[0], [1, 2], "same"),
            np.convolve(u[0, :5], z[1]), np.correlate(z[0], z[1][:4]), np.kron(z[:2, :2], z[:2, :3]),
            np.einsum("ij,kj->ik", z, z), np.einsum("ij,ij,j->i", z, u[:4, :9], z[0]), np.tensordot(z, z, axes=([1], [1])))


def beside_complex(u):
    """of complex arrays np.diff with real and complex ends, np.select, np.polyval, np.array, any(), all(), sum(initial=)"""
    z = u[:4, :9] + 1j * u[1:5, :9] - 0.4
    return (np.diff(z, axis=1, prepend=u[:4, 9:10]), np.diff(z, prepend=2), np.diff(u[:4, :9], axis=0, append=z[:1]),
            np.select([u[:4, :9] > 0.7, u[:4, :9] > 0.3], [z, u[1:5, :9]], 9), np.polyval(z[0], u[:4, :9]),
            np.polyval([1.5, 2, -1], z), np.array([z[0], u[0, :9]]), z.any(), z.all(0), z.sum(0, initial=2))


def of_another_type(u):
    """of complex arrays np.mean, var, std with a dtype, a real one too; np.interp between complex values"""
    z, x = u[:4, :9] + 1j * u[1:5, :9] - 0.4, np.sort(u[0, :9].astype(float))
    return (z.mean(dtype=np.complex64), np.mean(z.real + 0j, axis=0, dtype=np.complex128), z.var(axis=1, dtype=np.complex64),
            np.std(z, dtype=np.complex128), np.interp(u[:3], x, z[0]), np.interp(u[0], x, z[0], left=1j, right=-2),
            np.interp(u[:2], [0, 0.5, 1], [1j, 2, 3]))


def in_a_loop(u):
    """a loop of steps among frequencies"""
    turn = np.exp(-1j * np.fft.fftfreq(u.shape[1]) ** 2)
    for _ in range(3):
        u = np.fft.ifft(np.fft.fft(u) * turn).real
    return u


PROGRAMS = [(there, WIDE), (there, ODD), (and_back, WIDE), (and_back, ODD), (along_axes, ODD), (along_axes, CUBE),
            (sizes, WIDE), (norms, WIDE), (one_line, LINE), (shifted, WIDE), (convolved, WIDE), (low_passed, WIDE),
            (changed, WIDE), (of_its_size, WIDE), (moved_by_phase, WIDE), (correlated, WIDE), (poisson, WIDE),
            (complex_numbers, WIDE), (made_complex, WIDE), (in_a_loop, WIDE), (statistics_of_complex, WIDE),
            (products_of_complex, WIDE), (of_another_type, WIDE), (beside_complex, WIDE), (along_axes, BYTES),
            (there, WIDE[:1]), (there, WIDE[:, :1]), (there, WIDE[::-1].astype(float))]
