"""More packages, as they were found: check digits, lines, locators, Roman numbers, the Korean calendar, splines,
quaternions, the Earth, colours of the web."""

from . import cases
from .strangers import of_package

cases.LATITUDE, cases.LONGITUDE = (-70.0, 70.0), (-170.0, 170.0)

of_package("damm", """
    damm.encode(a), damm.check(a) | NATURAL
""")

of_package("rdp", """
    rdp.pldist(np.array([a, b]), np.array([0.0, 1]), np.array([2.0, c])) | ANY, ANY, ANY
""")

of_package("maidenhead", """
    maidenhead.to_maiden(a, b, 2) == "JN58", ord(maidenhead.to_maiden(a, b, 3)[0]) | LATITUDE, LONGITUDE
    maidenhead.to_location(maidenhead.to_maiden(a, b, 3)) | LATITUDE, LONGITUDE
""")

of_package("roman", """
    len(roman.toRoman(a)) | COUNT
""")

of_package("korean_lunar_calendar", """
    [(k.setSolarDate(a, b, 5), k.lunarYear, k.lunarMonth, k.lunarDay) for k in [KoreanLunarCalendar()]] | YEARS, MONTHS
    [(k.setLunarDate(a, b, 5, False), k.solarMonth, k.solarDay) for k in [KoreanLunarCalendar()]] | YEARS, MONTHS
""".replace("KoreanLunar", "korean_lunar_calendar.KoreanLunar"))

of_package("splines", """
    splines.CatmullRom([(0, 0), (1, 2), (3, 1), (4, 4)], endconditions="natural").evaluate(a / 4) | POSITIVE
    UnitQuaternion.from_axis_angle((a, b, 1), c).wxyz | ANY, ANY, ANY
    UnitQuaternion.from_axis_angle((1, b, 1), c).rotate_vector((a, 1, 2)) | ANY, ANY, ANY
    UnitQuaternion.from_axis_angle((1, b, 1), c).log_map() | ANY, ANY, UNIT
    quaternion.slerp(UnitQuaternion.from_axis_angle((a, b, 1), c), UnitQuaternion(), 0.25).wxyz | ANY, ANY, UNIT
""".replace("UnitQuaternion", "quaternion.UnitQuaternion"), "splines.quaternion")

of_package("quaternions", """
    Quaternion.from_euler([a, b, c]).get_rotation_matrix() | ANGLE, ANGLE, ANGLE
    Quaternion.from_euler([a, b, c]).get_euler() | UNIT, UNIT, UNIT
    (Quaternion.from_euler([a, b, c]) * Quaternion.from_axis_angle([0, 0, 1], a)).conjugate().w | ANGLE, ANGLE, ANGLE
""".replace("Quaternion", "quaternions.Quaternion"))

of_package("nvector", """
    nvector.lat_lon2n_E(a, b), nvector.rad(a) | UNIT, UNIT
    nvector.great_circle_distance(nvector.lat_lon2n_E(a, b), nvector.lat_lon2n_E(0.5, c)) | UNIT, UNIT, UNIT
    nvector.n_E2lat_lon(nvector.lat_lon2n_E(a, b)) | UNIT, UNIT
""")

of_package("webcolors", """
    len(webcolors.rgb_to_hex((a, b, 20))), webcolors.normalize_integer_triplet((a * 2, b - 20, 3)) | BYTES, BYTES
    webcolors.rgb_to_rgb_percent((a, b, 128)) == ("0%", "0%", "50%") | BYTES, BYTES
    webcolors.hex_to_rgb(webcolors.rgb_to_hex((a, b, 20))) | BYTES, BYTES
""")
