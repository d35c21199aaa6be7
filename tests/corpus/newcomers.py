"""Packages of colours, days, codes, checksums, places, weather and the sun; as each of them is."""

from .strangers import of_package

of_package("vec", """
    tuple(vec.Vector2(a, b) + vec.Vector2(c, 1)) | ANY, ANY, ANY
    vec.Vector2(a, b).normalized().x | POSITIVE, ANY
    vec.Vector2(a, b).rotated(c).y | POSITIVE, ANY, ANY
    tuple(vec.Vector2(a, b).lerp(vec.Vector2(1, 2), c)) | ANY, ANY, UNIT
    vec.normalize_polar(a, b) | ANY, ANY
    vec.normalize_angle(10 * a) | ANY
""")

of_package("pyciede2000", """
    pyciede2000.ciede2000((50 + a, 10 * b, 10 * c), (50, 1, 2))["delta_E_00"] | ANY, ANY, ANY
""")

of_package("wcag_contrast_ratio", """
    wcag_contrast_ratio.rgb((a, b, c), (1.0, 1.0, 1.0)) | UNIT, UNIT, UNIT
    wcag_contrast_ratio.passes_AA(wcag_contrast_ratio.rgb((a, b, c), (1.0, 1.0, 1.0))) | UNIT, UNIT, UNIT
""")

of_package("suncalc", """
    suncalc.right_ascension(a, b) | ANGLE, ANGLE
    suncalc.declination(a, b) | ANGLE, SMALL
    suncalc.azimuth(a, b, c) | ANGLE, SMALL, SMALL
    suncalc.altitude(a, b, c) | ANGLE, SMALL, SMALL
    suncalc.astro_refraction(a) | UNIT
    suncalc.sun_coords(100 * a)["dec"] | UNIT
    suncalc.moon_coords(100 * a)["dec"] | UNIT
    suncalc.solar_mean_anomaly(100 * a) | UNIT
""", "suncalc.suncalc")

of_package("pysolar", """
    solar.equation_of_time(a) | BYTES
    solar.get_declination(a) | BYTES
    solar.get_flattened_latitude(20 * a) | ANY
    solar.get_nutation(a)["longitude"], solar.get_nutation(a)["obliquity"] | UNIT
    radiation.get_air_mass_ratio(15 * a) | POSITIVE
""", "pysolar.solar", "pysolar.radiation")

of_package("solarpy", """
    solarpy.lla2ecef(10 * a, 20 * b, 100 * c) / 1e5 | ANY, ANY, POSITIVE
    solarpy.ned2ecef((a, b, c), 30.0, 20.0) | ANY, ANY, ANY
    solarpy.pressure(1000 * a) / 1e5 | POSITIVE
    solarpy.theta_z(datetime.datetime(2024, 6, 1, 12), 10 * a) | ANY
    solarpy.beam_irradiance(1000 * a, datetime.datetime(2024, 6, 1, 12), 10 * b) / 100 | POSITIVE, ANY
    solarpy.air_mass_young1994(a) | UNIT
    solarpy.air_mass_kastenyoung1989(80 * a, 100 * b) | UNIT, POSITIVE
""", "datetime")

of_package("jdatetime", """
    jdatetime.date(a - 600, b, c).weekday() | YEARS, MONTHS, DAYS
    jdatetime.GregorianToJalali(a, b, c).getJalaliList() | YEARS, MONTHS, DAYS
    jdatetime.JalaliToGregorian(a - 600, b, c).getGregorianList() | YEARS, MONTHS, DAYS
    jdatetime.date(a - 600, b, c).togregorian().month | YEARS, MONTHS, DAYS
""")

of_package("persiantools", """
    jdatetime.JalaliDate(a - 600, b, c).weekday() | YEARS, MONTHS, DAYS
    jdatetime.JalaliDate.is_leap(a - 600) | YEARS
    jdatetime.JalaliDate.days_before_month(a) | MONTHS
""", "persiantools.jdatetime")

of_package("pyluach", """
    dates.GregorianDate(a, b, c).to_heb().day | YEARS, MONTHS, DAYS
    dates.GregorianDate(a, b, c).weekday() | YEARS, MONTHS, DAYS
    dates.HebrewDate(a + 3760, b, c).to_greg().day | YEARS, MONTHS, DAYS
""", "pyluach.dates")

of_package("isoweek", """
    isoweek.Week(a, b).monday().toordinal() - 720000 | YEARS, MONTHS
    isoweek.Week.weeks_of_year(a).__class__ is not None | COUNT
    isoweek.Week.last_week_of_year(a).week | YEARS
""")

of_package("luhn", """
    luhn.checksum(str(a)) | LARGE
    luhn.verify(str(a)) | LARGE
    luhn.generate(str(a)) | LARGE
""")

of_package("stdnum", """
    luhn.checksum(str(a)) | LARGE
    int(luhn.calc_check_digit(str(a))) | LARGE
    luhn.is_valid(str(a)) | LARGE
    damm.checksum(str(a)) | LARGE
    int(verhoeff.calc_check_digit(str(a))) | LARGE
    verhoeff.checksum(str(a)) | LARGE
    mod_11_10.checksum(str(a)) | LARGE
    mod_11_2.checksum(str(a)) | LARGE
    ean.calc_check_digit(str(a)) == "3" | LARGE
""",
    "stdnum.luhn", "stdnum.damm", "stdnum.verhoeff", "stdnum.ean", "stdnum.isbn", "stdnum.iso7064.mod_11_10",
    "stdnum.iso7064.mod_97_10", "stdnum.iso7064.mod_11_2")

of_package("crccheck", """
    crc.Crc8.calc([a, b]) | BYTES, BYTES
    crc.Crc16.calc([a, b, c]) | BYTES, BYTES, BYTES
    checksum.Checksum8.calc([a, b]) | BYTES, BYTES
    checksum.ChecksumXor8.calc([a, b]) | BYTES, BYTES
    crc.reflectbitorder(8, a) | BYTES
""", "crccheck.crc", "crccheck.checksum")

of_package("openlocationcode", """
    openlocationcode.encode(10 * a, 20 * b)[0] == "6" | ANY, ANY
    openlocationcode.clipLatitude(60 * a) | ANY
    openlocationcode.normalizeLongitude(200 * a) | ANY
    openlocationcode.computeLatitudePrecision(a % 11) | BYTES
""", "openlocationcode.openlocationcode")

of_package("vincenty", """
    vincenty.vincenty((10 * a, 20 * b), (10 * c, 5.0)) / 1000 | ANY, ANY, ANY
    vincenty.vincenty((10 * a, 20 * b), (10 * c, 5.0), miles=True) / 1000 | ANY, ANY, ANY
""")

of_package("meteocalc", """
    meteocalc.dew_point(a, 50 * b + 10).c | CELSIUS, UNIT
    meteocalc.heat_index(a + 60, 50 * b + 10).f | CELSIUS, UNIT
    meteocalc.wind_chill(meteocalc.Temp(a, "c"), 20 * b + 5).c | CELSIUS, UNIT
    meteocalc.feels_like(meteocalc.Temp(a, "c"), 50.0, 10 * b).f | CELSIUS, UNIT
""")
