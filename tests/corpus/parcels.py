"""More packages, as they were found: the Earth and the sea, colours, vectors, hexagons, calendars, stars, games."""

from . import cases
from .strangers import of_package

cases.LATITUDE, cases.LONGITUDE = (-70.0, 70.0), (-170.0, 170.0)
cases.HIJRI, cases.HUNDRED, cases.SALT = ("int", 1400, 1480), (0.0, 100.0), (30.0, 40.0)

of_package("pygeodesy", """
    formy.vincentys(a, b, c, 10.0) | LATITUDE, LONGITUDE, LATITUDE
    formy.bearing(a, b, 10.0, 20.0), formy.horizon(c) | LATITUDE, LONGITUDE, POSITIVE
    formy.excessAbc_(a, b, c) | UNIT, UNIT, UNIT
    tuple(formy.radical2(5 + a, 1 + b, 2 + b)) | UNIT, UNIT
    utily.cotd(a + 10), utily.wrap180(200 * a) | UNIT
    sphericalTrigonometry.LatLon(a, b).distanceTo(sphericalTrigonometry.LatLon(10, 20)) | LATITUDE, LONGITUDE
    sphericalTrigonometry.LatLon(a, b).destination(1e5, 30).lat | LATITUDE, LONGITUDE
    sphericalTrigonometry.LatLon(a, b).midpointTo(sphericalTrigonometry.LatLon(10, 20)).latlon | LATITUDE, LONGITUDE
    vector3d.Vector3d(a, b, c).unit().xyz | ANY, POSITIVE, ANY
""", "pygeodesy.formy", "pygeodesy.utily", "pygeodesy.sphericalTrigonometry", "pygeodesy.vector3d")

of_package("basic_colormath", """
    basic_colormath.rgb_to_hsl((255 * a, 255 * b, 20)), basic_colormath.hsl_to_rgb((360 * a, 100 * b, 40)) | UNIT, UNIT
    basic_colormath.get_delta_e((255 * a, 255 * b, 20), (1, 2, 3)) | UNIT, UNIT
    basic_colormath.mix_rgb((255 * a, 255 * b, 20), (1, 2, 3)) | UNIT, UNIT
    basic_colormath.hex_to_rgb(basic_colormath.rgb_to_hex((a, b, 20))) | BYTES, BYTES
""")

of_package("vg", """
    vg.angle(np.array([a, b, c]), np.array([1.0, 2, 3])) | POSITIVE, ANY, ANY
    vg.rotate(np.array([a, b, c]), vg.basis.z, 30.0) | POSITIVE, ANY, ANY
    vg.reject(np.array([a, b, c]), np.array([1.0, 2, 3])) | POSITIVE, ANY, ANY
    vg.almost_collinear(np.array([a, b, c]), np.array([1.0, 2, 3])) | POSITIVE, ANY, ANY
""")

of_package("skspatial", """
    objects.Vector([a, b, c]).unit(), objects.Vector([a, b, c]).angle_between([1, 2, 3]) | POSITIVE, ANY, ANY
    objects.Line([0, 0, 0], [1, 1, 0]).project_point([a, b, c]) | ANY, ANY, ANY
    objects.Plane([0, 0, 0], [0, 0, 1]).distance_point([a, b, c]) | ANY, ANY, ANY
    objects.Sphere([0, 0, 0], 1).distance_point([a, b, c]) | ANY, ANY, ANY
""", "skspatial.objects")

of_package("vector_2d", """
    abs(vector_2d.Vector(a, b).unit()), vector_2d.Vector(a, b) * vector_2d.Vector(1, 2) | POSITIVE, ANY
    vector_2d.distance_point_line(vector_2d.Vector(a, b), (vector_2d.Vector(0, 0), vector_2d.Vector(1, 2))) | POSITIVE, ANY
""")

of_package("hexutil", """
    hexutil.Hex(2 * a, 2 * b).distance(hexutil.Hex(0, 0)), hexutil.Hex(2 * a, 2 * b).rotate_left() | WHOLE, WHOLE
    hexutil.HexGrid(8).hex_at_coordinate(a, b) | WHOLE, WHOLE
""")

of_package("hijri_converter", """
    hijri_converter.Hijri(a, b, 1).month_length(), hijri_converter.Hijri(a, b, 1).weekday() | HIJRI, MONTHS
    hijri_converter.Hijri(a, b, c).to_julian() - 2450000 | HIJRI, MONTHS, DAYS
""")

of_package("astronomy", """
    astronomy.SunPosition(astronomy.Time(1000 * a)).elon, astronomy.SiderealTime(astronomy.Time(100 * a)) | UNIT
    astronomy.ObserverGravity(a, 100.0) | LATITUDE
    astronomy.RefractionAngle(astronomy.Refraction.Normal, a) | LATITUDE
""")

of_package("seawater", """
    seawater.dens(a, b + 4, 1000.0) / 1000, seawater.svel(a, b + 4, 1000.0) / 1000 | SALT, POSITIVE
    seawater.ptmp(a, b + 4, 1000.0), seawater.fp(a, 100.0) | SALT, POSITIVE
""")

of_package("rowan", """
    rowan.multiply([a, b, c, 1.0], [1.0, 2.0, 3.0, 4.0]) | ANY, ANY, ANY
    rowan.rotate(rowan.normalize([1.0, a, b, c]), [1.0, 2.0, 3.0]) | ANY, ANY, ANY
    rowan.from_euler(a, b, c) | ANGLE, ANGLE, ANGLE
""")

of_package("trueskill", """
    trueskill.quality_1vs1(trueskill.Rating(25 + a, 8.0), trueskill.Rating(25 + b, 7.0)) | ANY, ANY
    (mathematics.Gaussian(a, b) * mathematics.Gaussian(1.0, 2.0)).sigma | ANY, POSITIVE
""", "trueskill.mathematics")

of_package("bitmath", """
    bitmath.MiB(a).to_KiB().value, (bitmath.MiB(a) + bitmath.KiB(b)).bytes / 1e6 | POSITIVE, POSITIVE
""")

of_package("pymmh3", """
    pymmh3.hash(bytes([a, b, 3, 4])) | BYTES, BYTES
""")
