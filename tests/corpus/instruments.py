"""Packages once more: the sky, outlines of letters, rotations, tools for functions."""

import operator

from .cases import cases, package
from .strangers import of_package


def named(group: str, source: str, *modules: str, tolerance: float = 1e-2, **others) -> None:
    """Cases that use the names of a package's modules as its users import them."""
    found = [package(each) for each in modules]
    if None not in found:
        names = {name: value for module in found for name, value in vars(module).items() if not name.startswith("__")}
        cases(group, source, {**names, **others}, tolerance)


named("pymeeus", """
    float(Angle(60 * a) + b), float(Angle(a) * b), float(-Angle(a)), float(abs(Angle(a))) | ANY, ANY
    Angle(20 * a).rad(), Angle(20 * a) < Angle(b) | ANY, ANY
    Angle.reduce_deg(300 * a), Angle.deg2dms(20 * a)[0] | ANY
    Angle.dms2deg(a, b, c) | COUNT, COUNT, POSITIVE
    float(refraction_apparent2true(Angle(80 * a + 1))) | UNIT
    velocity(1 + a, 3 + b), velocity_perihelion(0.8 * a, b), length_orbit(0.8 * a, b) | UNIT, POSITIVE
    Interpolation([1.0, 2.0, 3.0], [a, b, c])(1.7) | ANY, ANY, ANY
    CurveFitting([1.0, 2.0, 3.0, 4.0], [a, b, c, 1.0]).linear_fitting() | ANY, ANY, ANY
    Epoch.is_leap(a) | YEARS
    Epoch.get_doy(a, b, c) | YEARS, MONTHS, DAYS
    Epoch.easter(a) | YEARS
    Epoch.jewish_pesach(a) | YEARS
    Epoch(a, b, c).dow() | YEARS, MONTHS, DAYS
""", *(f"pymeeus.{name}" for name in ("Angle", "Coordinates", "Interpolation", "CurveFitting", "Epoch")))

named("fontTools", """
    calcBounds([(a, b), (b, c), (1.0, 2.0)]) | ANY, ANY, ANY
    calcIntBounds([(a, b), (b, c), (1.0, 2.0)]) | ANY, ANY, ANY
    pointInRect((a, b), (-1, -1, 2, 2)) | ANY, ANY
    normRect((a, b, c, 1)), insetRect((a, b, 5, 6), 1, c) | ANY, ANY, ANY
    sectRect((a, b, 3, 3), (0, 0, c, 2))[0] | ANY, ANY, ANY
    unionRect((a, b, 3, 3), (0, 0, c, 2)), rectArea((a, b, c, 2)) | ANY, ANY, ANY
    quantizeRect((a, b, c, 2), 3) | ANY, ANY, ANY
    tuple(Vector([a, b, c]) * 2 + Vector([1, 2, 3])) | ANY, ANY, ANY
    tuple(Vector([a, b, c]).normalized()) | POSITIVE, ANY, ANY
    Transform(a, b, c, 1, 0, 2).transformPoint((1, 2)) | ANY, ANY, ANY
    tuple(Transform().rotate(a).translate(b, c)) | ANGLE, ANY, ANY
    tuple(Transform(2, a, 0, 3, b, c).inverse()) | ANY, ANY, ANY
    fixedToFloat(a, 14), floatToFixed(b, 14), floatToFixedToFloat(b, 14) | WHOLE, ANY
    otRound(a), maybeRound(a, 0.1), roundFunc(0.2)(a) | ANY
""", *(f"fontTools.misc.{name}" for name in ("arrayTools", "fixedTools", "roundTools", "transform", "vector")))

named("toolz", """
    list(accumulate(operator.add, [a, b, c])) | ANY, ANY, ANY
    list(sliding_window(2, [a, b, c])), list(partition(2, [a, b, c, 1])) | ANY, ANY, ANY
    nth(1, [a, b, c]), last([a, b]), first([a]) | ANY, ANY, ANY
    list(interleave([[a, b], [c, 1.0]])) | ANY, ANY, ANY
    len(list(unique([a, b, c, 2]))), isdistinct([a, b, c]) | COUNT, COUNT, COUNT
    frequencies([a, b, c])[a] | COUNT, COUNT, COUNT
    list(topk(2, [a, b, c])) | ANY, ANY, ANY
    pipe(a, abs, abs), compose(abs, operator.neg)(a), juxt(abs, operator.neg)(a) | ANY
    thread_first(a, (pow, 2), abs), complement(bool)(b) | ANY, COUNT
    list(merge_sorted([a, a + 1], [b, b + 2])) | ANY, ANY
    memoize(abs)(a) | ANY
""", "toolz.itertoolz", "toolz.functoolz", operator=operator)

of_package("transforms3d", """
    _gohlketransforms.rotation_matrix(a, [0, 0, 1])[:2, :2] | ANGLE
    _gohlketransforms.quaternion_from_euler(a, b, c) | ANGLE, ANGLE, ANGLE
    _gohlketransforms.quaternion_slerp([a, b, c, 1.0], [1.0, 0, 0, 0], .3) | UNIT, UNIT, UNIT
    _gohlketransforms.unit_vector(np.array([a, b, c])) | POSITIVE, ANY, ANY
    _gohlketransforms.angle_between_vectors(np.array([a, b, c]), np.array([1.0, 2, 3])) | POSITIVE, ANY, ANY
    _gohlketransforms.reflection_matrix([a, b, c], [0, 1.0, 0]) | ANY, ANY, ANY
    _gohlketransforms.arcball_map_to_sphere([a, b], [0, 0], 1.5) | ANY, ANY
    quaternions.qpow([a, b, c, 1.0], 3) | UNIT, UNIT, UNIT
    quaternions.fillpositive([a / 3, b / 3, c / 3]) | UNIT, UNIT, UNIT
    taitbryan.quat2euler([a, b, c, 1.0]) | UNIT, UNIT, UNIT
    affines.compose([a, b, c], np.eye(3), [1.0, 2, 3]) | ANY, ANY, ANY
""", *(f"transforms3d.{name}" for name in ("_gohlketransforms", "quaternions", "taitbryan", "affines")))
