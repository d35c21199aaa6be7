"""More packages: astronomy, engineering, finance, bit boards, colours, curves, matrices, maps; as each of them is."""

import numpy as np

from .cases import cases, package


def of_package(name: str, source: str, *others: str, tolerance: float = 1e-2) -> None:
    """Cases of a package, whose modules are named as they are imported."""
    modules = [package(each) for each in (name, *others)]
    if None not in modules:
        cases(name, source, {"np": np, **{module.__name__.rpartition(".")[2]: module for module in modules}}, tolerance)


of_package("chess", """
    chess.square_distance(a, b) | SQUARES, SQUARES
    chess.square_manhattan_distance(a, b) | SQUARES, SQUARES
    chess.square_knight_distance(a, b) | SQUARES, SQUARES
    chess.square_file(a), chess.square_rank(a), chess.square_mirror(a) | SQUARES
    chess.flip_horizontal(a * 77) % 1009 | SQUARES
    chess.flip_anti_diagonal(a * 77) % 1009 | SQUARES
    chess.shift_2_up(a * 77) % 1009, chess.shift_left(a * 77) % 1009, chess.shift_up_right(a * 77) % 1009 | SQUARES
    chess.BB_KNIGHT_ATTACKS[a] % 1009 | SQUARES
    chess.msb(a + 1), chess.lsb(a + 1) | SQUARES
    chess.between(a, b) | SQUARES, SQUARES
""")

of_package("jdcal", """
    sum(jdcal.gcal2jd(a, b, c)) - 2451545 | YEARS, MONTHS, DAYS
    jdcal.is_leap(a) | YEARS
    jdcal.jcal2jd(a, b, c)[1] | YEARS, MONTHS, DAYS
    jdcal.ipart(a) | ANY
""")

of_package("astral", """
    sun.geom_mean_long_sun(a), sun.geom_mean_anomaly_sun(a), sun.eccentric_location_earth_orbit(a) | UNIT
    sun.sun_eq_of_center(a), sun.sun_true_long(a), sun.sun_rad_vector(a), sun.sun_apparent_long(a) | UNIT
    sun.mean_obliquity_of_ecliptic(a), sun.sun_rt_ascension(a), sun.sun_declination(a), sun.eq_of_time(a) | UNIT
    sun.refraction_at_zenith(80 * a + 10), sun.adjust_to_horizon(500 * a) | UNIT
    moon.moon_mean_longitude(a), moon.moon_mean_anomoly(a), moon.moon_argument_of_latitude(a) | UNIT
    moon.interpolate(a, b, c, 0.3), moon.sgn(a) | ANY, ANY, ANY
""", "astral.sun", "astral.moon")

of_package("numpy_financial", """
    numpy_financial.fv(a * 0.1 + 0.01, 10, -100, -100) / 1000 | UNIT
    numpy_financial.pmt(a * 0.1 + 0.01, 12, 1000) | UNIT
    numpy_financial.pv(a * 0.1 + 0.01, 10, -100) | UNIT
    numpy_financial.npv(0.1, [a, b, c]) | ANY, ANY, ANY
""")

of_package("transforms3d", """
    euler.euler2mat(a, b, c) | ANGLE, ANGLE, ANGLE
    euler.euler2quat(a, b, c) | ANGLE, ANGLE, ANGLE
    euler.mat2euler(euler.euler2mat(a, b, c)) | SMALL, SMALL, SMALL
    quaternions.quat2mat([1.0, a, b, c]) | ANY, ANY, ANY
    quaternions.qmult([1.0, a, b, c], [c, 1, a, b]) | ANY, ANY, ANY
    quaternions.qinverse([1.0, a, b, c]) | ANY, ANY, ANY
    quaternions.rotate_vector([a, b, c], [1.0, 0.5, 0.2, 0.1]) | ANY, ANY, ANY
    quaternions.axangle2quat([a, b, 1.0], c) | ANY, ANY, ANGLE
    quaternions.nearly_equivalent([1.0, a, b, c], [1.0, 0.1, 0.2, 0.3]) | ANY, ANY, ANY
    quaternions.quat2axangle([1.0, a, b, c])[1] | UNIT, UNIT, POSITIVE
    quaternions.fillpositive([a, b, c]) | SMALL, SMALL, SMALL
""", "transforms3d.euler", "transforms3d.quaternions")

of_package("colorzero", """
    conversions.rgb_to_hls(a, b, c) | UNIT, UNIT, UNIT
    conversions.hsv_to_rgb(a, b, c) | UNIT, UNIT, UNIT
    conversions.rgb_to_yuv(a, b, c) | UNIT, UNIT, UNIT
    conversions.rgb_to_xyz(a, b, c) | UNIT, UNIT, UNIT
    conversions.xyz_to_lab(a, b, c) | UNIT, UNIT, UNIT
    conversions.rgb_to_rgb565(a, b, c) | UNIT, UNIT, UNIT
    conversions.rgb24_to_rgb_bytes(a * 257) | BYTES
    conversions.rgb_bytes_to_yuv_bytes(a, b, c) | BYTES, BYTES, BYTES
    tuple(colorzero.Color(a, b, c).hsv) | UNIT, UNIT, UNIT
    deltae.euclid((a, b, c), (0.1, 0.2, 0.3)) | UNIT, UNIT, UNIT
""", "colorzero.conversions", "colorzero.deltae")

of_package("coloraide", """
    algebra.lerp(a, b, c), algebra.bilerp(a, b, c, 1, 0.3, 0.4), algebra.spow(a, 2.2), algebra.cbrt(b) | ANY, ANY, ANY
    algebra.rect_to_polar(a, b), algebra.polar_to_rect(a, b) | ANY, ANY
    algebra.dot([a, b, c], [1, 2, 3]), algebra.vcross([a, b, c], [1, 2, 3]) | ANY, ANY, ANY
    algebra.matmul([[a, b, c], [1, 2, 3], [c, b, a]], [1, 2, 3]) | ANY, ANY, ANY
    algebra.inv([[a + 9, b], [c, 8.0]]) | ANY, ANY, ANY
    algebra.det([[a + 9, b, 1], [c, 8.0, 2], [1, 2, 3]]) | ANY, ANY, ANY
    util.xy_to_xyz((a, b)), util.xyz_to_xyY((a, b, c)) | POSITIVE, POSITIVE, POSITIVE
    util.constrain_hue(100 * a) | ANY
    easing.cubic_bezier(0.25, 0.1, 0.25, 1.0)(a) | UNIT
""", "coloraide.algebra", "coloraide.util", "coloraide.easing")

of_package("mercantile", """
    mercantile.tile(40 * a, 15 * b, 7)[:2] | ANY, ANY
    mercantile.xy(40 * a, 15 * b) | ANY, ANY
    mercantile.ul(a, b, 5) | COUNT, COUNT
    mercantile.bounds(mercantile.Tile(a, b, 5)) | COUNT, COUNT
    mercantile.parent(mercantile.Tile(a, b, 5))[:2] | COUNT, COUNT
""")

of_package("svg.path", """
    path.Line(complex(a, b), complex(c, 1)).point(0.3) | ANY, ANY, ANY
    path.CubicBezier(complex(a, b), 1 + 2j, 2 + 1j, complex(c, 1)).point(0.3) | ANY, ANY, ANY
    path.QuadraticBezier(complex(a, b), 1 + 2j, complex(c, 1)).point(a) | ANY, ANY, ANY
""")

of_package("pymorton", """
    pymorton.interleave2(a, b) | BYTES, BYTES
    pymorton.deinterleave2(a * 77) | BYTES
    pymorton.interleave3(a, b, c) | SQUARES, SQUARES, SQUARES
""")

of_package("squaternion", """
    tuple(squaternion.Quaternion(1.0, a, b, c) * squaternion.Quaternion(0.5, 1, 2, 3)) | ANY, ANY, ANY
    squaternion.Quaternion(1.0, a, b, c).to_euler() | SMALL, SMALL, SMALL
    tuple(squaternion.Quaternion.from_euler(a, b, c)) | ANGLE, ANGLE, ANGLE
""")
