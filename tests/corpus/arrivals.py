"""Packages that had never been tried: noise, the Earth, calendars, music, checksums, matrices, statistics, money, text of
numbers."""

from . import cases
from .strangers import of_package

cases.TURN, cases.MOST, cases.HALF = (-170.0, 170.0), (0.05, 0.95), (-80.0, 80.0)

of_package("pyerf", """
    pyerf.erf(a), pyerf.erfc(a) | ANY
    pyerf.erfinv(a) | SMALL
""")

of_package("perlin_noise", """
    tools.fade(a), tools.dot([a, b], [b, 2.0]), tools.product([a, b]) | UNIT, UNIT
    tools.hasher((a, b)) | COUNT, COUNT
""", "perlin_noise.tools")

of_package("vectormath", """
    vectormath.Vector3(a, b, c).length, vectormath.Vector2(a, b).theta | ANY, ANY, ANY
    vectormath.Vector3(a, b, 1).dot(vectormath.Vector3(1, 2, 3)) | ANY, ANY
    vectormath.Vector3(a, b, 1).cross(vectormath.Vector3(1, 2, 3)) | ANY, ANY
    vectormath.Vector2(a, b).normalize() | POSITIVE, ANY
""")

of_package("fnvhash", """
    fnvhash.fnv1a_32(bytes([a, b])), fnvhash.fnv1_32(bytes([a])) | BYTES, BYTES
    fnvhash.fnv1a_32(a.to_bytes(4, "little")) | LARGE
""")

of_package("base58", """
    base58.b58encode_int(a)[0], len(base58.b58encode_int(a)) | LARGE
    len(base58.b58encode(bytes([a, b]))) | BYTES, BYTES
""")

of_package("lunardate", """
    lunardate.LunarDate.fromSolarDate(a, b, c).month | YEARS, MONTHS, DAYS
    lunardate.LunarDate(a, b, c).toSolarDate().day | YEARS, MONTHS, DAYS
""")

of_package("astronomia", """
    calendar.cal_to_jd(a, b, c), calendar.cal_to_day_of_year(a, b, c) | YEARS, MONTHS, DAYS
    calendar.jd_to_cal(2450000.0 + a), calendar.jd_to_day_of_week(2450000.5 + a) | NATURAL
    calendar.day_of_year_to_cal(a, b), calendar.easter(a), calendar.is_leap_year(a) | YEARS, NATURAL
    calendar.fday_to_hms(a), calendar.hms_to_fday(b, c, a) | UNIT, COUNT, COUNT
    calendar.sidereal_time_greenwich(2451545.0 + a) | NATURAL
    util.d_to_dms(a), util.diff_angle(a, b) | ANGLE, ANGLE
    util.dms_to_d(a, b, c) | COUNT, COUNT, UNIT
    util.interpolate3(a, (b, 1.0, 2.5)), util.modpi2(a) | SMALL, ANY
    util.polynomial((a, b, 0.5), c) | ANY, ANY, ANY
    coordinates.ecl_to_equ(a, b, 0.409), coordinates.equ_to_ecl(a, b, 0.409), coordinates.equ_to_horiz(a, b) | ANGLE, SMALL
""", "astronomia.calendar", "astronomia.util", "astronomia.coordinates")

of_package("euclid", """
    abs(euclid.Vector2(a, b).normalized()), euclid.Vector3(a, b, 1).magnitude() | POSITIVE, POSITIVE
    euclid.Point2(a, b).distance(euclid.Line2(euclid.Point2(0., 0.), euclid.Vector2(1., 2.))) | ANY, ANY
    euclid.Circle(euclid.Point2(0., 0.), a).intersect(euclid.Point2(b, c)) | POSITIVE, ANY, ANY
""")

of_package("mingus", """
    value.add(a, b), value.dots(a, 2), value.tuplet(a, 3, 2) | POSITIVE, POSITIVE
    value.subtract(4, a) | BEYOND
    value.determine(a) | POSITIVE
    meter.is_valid((a, b)), meter.is_compound((a, 8)), meter.valid_beat_duration(b) | COUNT, NATURAL
    notes.note_to_int(notes.int_to_note(a % 12)) | COUNT
    intervals.measure("C", notes.int_to_note(a)), intervals.is_consonant("C", notes.int_to_note(a)) | COUNT
""", "mingus.core.value", "mingus.core.meter", "mingus.core.notes", "mingus.core.intervals")

of_package("simpleeval", """
    simpleeval.simple_eval("x * 2 + y", names={"x": a, "y": b}) | ANY, ANY
    simpleeval.simple_eval("1 if x > 2 else y", names={"x": a, "y": b}) | ANY, ANY
""")

of_package("humanize", """
    int(humanize.intcomma(a).replace(",", "")) | LARGE
    len(humanize.ordinal(a)) | NATURAL
    len(humanize.apnumber(a)) | COUNT
    len(humanize.metric(a)) | POSITIVE
""")

of_package("primefac", """
    primefac.isprime(a) | LARGER
    sum(primefac.primefac(a)) | NATURAL
""")

of_package("larzgeo", """
    larzgeo.haversine(a, b, c, 1.0), larzgeo.bearing(a, b, 10.0, c) | HALF, TURN, HALF
    larzgeo.destination(a, b, 45.0, 100 * c), larzgeo.midpoint(a, b, 10.0, 5.0) | SMALL, ANGLE, POSITIVE
    larzgeo.bounding_box(a, b, 10) | SMALL, ANGLE
    larzgeo.point_in_polygon((a, b), [(0, 0), (3, 0.5), (2, 3), (-1, 2)]) | ANY, ANY
    larzgeo.geohash_decode(larzgeo.geohash_encode(a, b, 3)) | HALF, TURN
""")

of_package("larzmatrix", """
    larzmatrix.Matrix([[a, 1], [b, 2.0]]).determinant() | ANY, ANY
    larzmatrix.Matrix([[a, 1], [2, b + 2]]).inverse().trace() | BEYOND, BEYOND
    larzmatrix.Matrix([[a, 1, 0], [0, b, 1], [0, 1, 3.0]]).solve([1, 2, c]) | BEYOND, BEYOND, ANY
    (larzmatrix.Matrix([[a, 1], [2, b]]) * larzmatrix.Matrix([[1, 2], [3, 4.0]])).trace() | ANY, ANY
""")

of_package("larzstats", """
    larzstats.mean([a, b, c]), larzstats.median([a, b, c, 1.0]), larzstats.stdev([a, b, c]) | ANY, ANY, ANY
    larzstats.mode([a, b, c]) | COUNT, COUNT, COUNT
    larzstats.geometric_mean([a, b]), larzstats.harmonic_mean([a, b]) | POSITIVE, POSITIVE
    larzstats.quantile([a, b, c, 1.0], 0.3), larzstats.quartiles([a, b, c, 1.0]) | ANY, ANY, ANY
    list(larzstats.describe([a, b, c]).values()) | ANY, ANY, ANY
    larzstats.covariance([a, b, c], [1, 2, 4.0]), larzstats.normal_cdf(a, b, 2 + c / 4) | ANY, ANY, ANY
    larzstats.linregress([1, 2, 3.0], [a, b, c]).predict(4.0) | ANY, ANY, ANY
""")

of_package("larzunits", """
    larzunits.convert(a, "km", "mi"), larzunits.convert(a, "C", "F") | ANY
    (larzunits.Quantity(a, "km") + larzunits.Quantity(b, "m")).value | ANY, ANY
    larzunits.Quantity(a, "km") < larzunits.Quantity(b, "mi") | ANY, ANY
""")

of_package("hypervector", """
    hypervector.Vector[3](a, b, c).mag, list(hypervector.Vector[3](a, b, c) + hypervector.Vector[3](1, 2, 3)) | ANY, ANY, ANY
    list(hypervector.Vector[3](a, b, c).clamp_mag(1.0, 2.0)) | ANY, ANY, POSITIVE
    list(hypervector.Vector[2].from_polar(a, b)) | POSITIVE, ANGLE
    hypervector.Vector[3](a, b, c).dot(hypervector.Vector[3](1, 2, 3)) | ANY, ANY, ANY
""")

of_package("crc16_pure", """
    crc16_pure.crc16(bytes([a, b])), crc16_pure.crc16(bytes([b]), "modbus") | BYTES, BYTES
    crc16_pure.Crc16().update(bytes([a])).digest() | BYTES
""")

of_package("crc8_pure", """
    crc8_pure.crc8(bytes([a, b])), crc8_pure.crc8_maxim(bytes([a, b])) | BYTES, BYTES
    crc8_pure.CRC8().update(bytes([a])).digest()[0] | BYTES
""")

of_package("djb2_pure", """
    djb2_pure.djb2(bytes([a, b])) % 65536 | BYTES, BYTES
    djb2_pure.Djb2().update(bytes([a])).intdigest() % 65536 | BYTES
""")

of_package("crc64_xz_pure", """
    crc64_xz_pure.crc64_xz(bytes([a])) & 0xffff | BYTES
""")

of_package("pymatrix", """
    pymatrix.Matrix([[a, 1], [b, 2.0]]).det(), pymatrix.Matrix([[a, 1], [2, b]]).adjoint().trace() | ANY, ANY
    pymatrix.Matrix([[a, 1], [0.5, b + 1]]).inv().trace() | BEYOND, BEYOND
    pymatrix.Matrix([[a, 1], [2, b]]).transpose().dot(pymatrix.Matrix([[1, 2], [3, 4.0]])).trace() | ANY, ANY
    pymatrix.Matrix([[a, 1, 0], [2, b, 1], [0, 1, 3.0]]).rank() | ANY, ANY
""")

of_package("alumath", """
    alumath.create_matrix([[a, 1], [b, 2]]).multiply(alumath.identity_matrix(2)).to_list() | ANY, ANY
""")

of_package("bitvector", """
    bitvector.BitVector(a).value | BYTES
""")

of_package("blurhash", """
    blurhash.srgb_to_linear(a) | BYTES
    blurhash.linear_to_srgb(a) | UNIT
""")
