"""NumPy on small arrays of pixels."""

import numpy as np

from .cases import ANY, case, cases

SOURCE = """
    np.sum(m); np.sum(m, axis=0); np.sum(m, axis=1, keepdims=True); np.sum(v, initial=2); np.sum(m, where=m > 0);
    np.prod(m, axis=0); np.mean(m, axis=(0, 1)); np.mean(v, where=[True, False, True]); np.std(v, ddof=1);
    np.var(m, axis=0); np.median(m, axis=1); np.average(m, axis=0, weights=[1, 2, 3]); np.average(v, weights=w);
    np.min(m, axis=1); np.max(m, axis=(0, 1)); np.ptp(m, axis=0); np.percentile(v, 30); np.quantile(v, [0.1, 0.9]);
    np.nansum(v); np.nanmean(v); np.nanstd(v); np.nanmedian(v); np.nanargmax(v); np.cumsum(m, axis=1); np.cumprod(v);
    np.diff(v, n=2); np.diff(v, prepend=0); np.ediff1d(v); np.gradient(v, 2.0); np.gradient(m); np.cross(v, w);
    np.dot(m, v); np.inner(m, m); np.outer(v, w); np.matmul(m, m); np.tensordot(m, m, axes=1); np.kron(v, w);
    np.einsum('ij,kj->ik', m, m); np.trace(m, offset=1); np.vdot(v, w); np.linalg.norm(m); np.linalg.norm(v, 1);
    np.linalg.norm(m, ord=np.inf); np.linalg.norm(s[:2, :2], 2); np.linalg.norm(m, axis=0); np.linalg.det(m);
    np.linalg.inv(s); np.linalg.solve(s, v); np.linalg.matrix_power(m, 2); np.linalg.eigvalsh(s[:2, :2]);
    np.linalg.eigh(s[1:, 1:])[0]; np.linalg.svd(s[:2, :2], compute_uv=False); np.linalg.slogdet(s);
    np.linalg.cholesky(s[:2, :2] @ s[:2, :2].T); np.linalg.pinv(s); np.linalg.lstsq(s[:2, :2], v[:2], rcond=None)[0];
    np.linalg.qr(s[:2, :2])[1]; np.linalg.multi_dot([m, m, v]); np.linalg.cond(s[:2, :2]); np.full_like(v, b);
    np.eye(3) * a; np.diag(v); np.diag(m); np.diagonal(m); np.tril(m); np.triu(m, 1); np.vander(v, 2);
    np.meshgrid(v, w); np.linspace(a, b, 5); np.linspace(a, b, 4, endpoint=False); np.logspace(a / 4, b / 4, 3);
    np.r_[v, 1.0]; np.c_[v, w]; np.reshape(m, 9); np.ravel(m, order='F'); np.transpose(m); np.swapaxes(m, 0, 1);
    np.broadcast_to(v, (2, 3)); np.concatenate([v, w]); np.stack([v, w], axis=1); np.vstack([v, w]);
    np.column_stack([v, w]); np.block([[m, m]]); np.append(v, a); np.insert(v, 1, a); np.delete(v, 1); np.tile(v, 2);
    np.repeat(v, [1, 2, 0]); np.flip(v); np.rot90(m); np.roll(m, 1, axis=0); np.split(v, 3); np.pad(v, 1, mode='edge');
    np.pad(v, (1, 2), constant_values=9); np.take(v, [0, 2]); np.choose(i % 2, [v, w]);
    np.take_along_axis(m, np.argsort(m, axis=1), 1); np.compress([True, False, True], v); np.where(v > 0, v, w);
    np.select([v > 1, v > 0], [v, w], 7); np.piecewise(v, [v < 0, v >= 0], [lambda x: -x, lambda x: x * 2]);
    np.searchsorted([-1.0, 0, 2], v); np.digitize(v, [-1, 0, 2]); np.interp(v, [-3, 0, 3], [0, 1, 5], left=-1);
    np.bincount(np.array([0, 1, 1]), weights=v); np.histogram(v, bins=3, range=(-4, 4))[0]; np.unwrap(v);
    np.convolve(v, [1, 2, 1]); np.correlate(v, w, 'full'); np.cov(v, w); np.cov(m); np.corrcoef(v, w); np.polyval(v, a);
    np.polymul(v, w); np.polyder(v); np.polyint(v); np.polydiv(v, [1.0, 2.0]); np.polyfit([0, 1, 2], v, 1);
    np.polynomial.chebyshev.chebval(a, v); np.polynomial.legendre.legval(a, v); np.poly1d(v)(a);
    np.roots([1.0, a, -2.0]).real; np.sort(m, axis=0); np.argsort(v); np.lexsort((v, w)); np.partition(v, 1)[1];
    np.argmax(v); np.argmin(m, axis=0); np.unravel_index(np.argmax(m), (3, 3)); np.all(v > 0); np.any(m > 2, axis=0);
    np.count_nonzero(m > 0, axis=0); np.nonzero(v)[0].size; np.flatnonzero(v > 0).sum(); np.unique(i % 3).size;
    np.intersect1d(i % 3, [1, 2]).size; np.isin(i, [1, 2, 3]); np.add.reduce(m, axis=1); np.maximum.reduce(m, axis=0);
    np.minimum.accumulate(v); np.multiply.outer(v, w); np.vectorize(lambda x: x * 2 + 1)(v);
    np.apply_along_axis(np.sum, 0, m); v[v > 0].sum(); np.max(v[v > -9]); len(v[v > 0]); np.sum(v[v > 0] ** 2);
    m[:, ::-1]; m[[0, 1], [1, 2]]; v[None, :] * v[:, None]; m[np.argmax(v)]; v.std(); v.argmin(); v.cumsum();
    v.round(1); v.clip(-1, 1); v.astype(int); v.tolist(); v.item(0); m.trace(); m.ravel(); m.mean(0); np.divmod(v, w);
    np.modf(v); np.frexp(v); np.heaviside(v, 0.5); np.logaddexp(v, w); np.nan_to_num(v); np.sinc(v); np.i0(v);
    np.gcd(i, 3); np.signbit(v); np.copysign(v, w); np.degrees(v); np.fmod(v, w); np.float_power(np.abs(v), w);
    np.cbrt(v); i.astype(np.uint8).sum(); i.astype(np.uint8) * np.uint8(3); i // 2; i % 3; i << 2; ~i;
    np.mean(i.astype(np.uint8))
"""


def case_of(expression: str) -> None:
    function = eval(f"lambda a, b, c, v, w, m, s, i: {expression}", {"np": np})

    def small(a, b, c):
        v = np.array([a, b, c])
        m = np.array([[a, b, c], [c, 1.0, a], [0.5, b, 2.0]])
        w, i = np.array([1.5, 2.0, a * a + 1]), np.array([int(a), int(b), int(c)])
        return function(a, b, c, v, w, m, m + 20 * np.eye(3), i)

    case("numpy", expression, small, ANY, ANY, ANY)


for _expression in SOURCE.split(";"):
    case_of(_expression.strip())

cases("numpy", """
    np.take([1.5, 2.5, 3.5], a % 3) | COUNT
    np.take([1.5, 2.5, 3.5], a, mode='wrap') | COUNT
    np.take([1.5, 2.5, 3.5], [a % 3, 0]) | COUNT
    np.take([a, b, c], [2, 0]) | ANY, ANY, ANY
    np.take(np.array([[a, b], [c, d]]), 1, axis=1) | ANY, ANY, ANY, ANY
    np.take(np.array([[a, b], [c, d]]), [1, 0], axis=0) | ANY, ANY, ANY, ANY
    np.array([a, b, c]).take([2, 0]) | ANY, ANY, ANY
    np.choose(a, [1, 2, 3], mode='clip') | COUNT
    np.choose(a, [1, b, c], mode='wrap') | COUNT, ANY, ANY
    np.choose([0, 1], [[a, b], [c, d]]) | ANY, ANY, ANY, ANY
    np.interp(a, [0, 1, 2.5], [b, c, 6], period=3) | ANY, ANY, ANY
    np.interp([a, b], [0, 200, -100], [5, 7, 6], period=360) | ANY, ANY
    np.bincount([a, b, c], weights=[b, c, d], minlength=9) | COUNT, COUNT, COUNT, COUNT
    np.bincount([0, 1, 1], weights=[a, b, c]) | ANY, ANY, ANY
    np.bincount([a, b], minlength=9) | COUNT, COUNT
    np.bincount(np.array([a, b]) % 4, minlength=4) | COUNT, COUNT
    np.extract([a > 0, b > 0], [a, b]).sum() | ANY, ANY
    np.angle(a + 1j * b) | POSITIVE, ANY
    np.angle(complex(a, b), deg=True) | POSITIVE, ANY
    np.packbits([a > 0, b > 0, c > 0]) | ANY, ANY, ANY
    np.unpackbits(np.array([a], dtype=np.uint8), bitorder="little") | BYTES
    np.unpackbits(np.array([a], dtype=np.uint8), count=4) | BYTES
    np.unpackbits(np.array([a], dtype=np.uint8), count=-3) | BYTES
    np.unpackbits(np.array([a], dtype=np.uint8), count=10) | BYTES
    np.digitize(a, sorted([b, c])) | ANY, ANY, ANY
    np.apply_along_axis(np.sort, 1, np.array([[a, b], [c, d]])) | ANY, ANY, ANY, ANY
    np.linalg.norm([[a, b], [c, d]], ord="nuc") | ANY, ANY, ANY, ANY
    np.union1d([a, b], [1, 2]).size | COUNT, COUNT
    np.intersect1d([a, b], [1, 2]).size | COUNT, COUNT
    np.setdiff1d([1, 2, 3], [a, b]).size | COUNT, COUNT
    np.unique([a, b, c]).sum() | COUNT, COUNT, COUNT
    np.add.reduceat([a, b, c, d], [0, 2]) | ANY, ANY, ANY, ANY
    np.multiply.outer([a, b], [c, d]) | ANY, ANY, ANY, ANY
    np.uint32(a) * np.uint32(2654435761) >> np.uint32(16) | COUNT
    np.fromfunction(lambda i, j: i * a + j * b, (2, 2)) | ANY, ANY
    np.linalg.eigvals([[a, 1.0], [2.0, b]]) | ANY, ANY
""", {"np": np})
