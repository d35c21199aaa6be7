"""More packages: calendars and the sky, places on the Earth, vectors and matrices, noise, colours; as each of them is."""

from .strangers import of_package

of_package("convertdate", """
    gregorian.to_jd(a, b, c) - 2450000 | YEARS, MONTHS, DAYS
    gregorian.from_jd(2450000 + a * 30) | BYTES
    gregorian.month_length(a, b) | YEARS, MONTHS
    julian.to_jd(a, b, c) - 2450000 | YEARS, MONTHS, DAYS
    julian.from_jd(2450000 + a * 30) | BYTES
    julian.leap(a) | YEARS
    hebrew.to_jd(a + 3760, b, c) - 2450000 | YEARS, MONTHS, DAYS
    hebrew.from_jd(2450000 + a * 30) | BYTES
    hebrew.leap(a) | YEARS
    hebrew.year_days(a + 3760) | YEARS
    hebrew.month_days(a + 3760, b) | YEARS, MONTHS
    islamic.to_jd(a - 600, b, c) - 2450000 | YEARS, MONTHS, DAYS
    islamic.from_jd(2450000 + a * 30) | BYTES
    coptic.to_jd(a - 280, b, c) - 2450000 | YEARS, MONTHS, DAYS
    coptic.from_jd(2450000 + a * 30) | BYTES
    mayan.to_jd(12, a, b, c, 3) - 2450000 | COUNT, COUNT, COUNT
    mayan.from_jd(2450000 + a * 30) | BYTES
    indian_civil.to_jd(a - 78, b, c) - 2450000 | YEARS, MONTHS, DAYS
    indian_civil.from_jd(2450000 + a * 30) | BYTES
    iso.to_jd(a, b, c % 7 + 1) - 2450000 | YEARS, MONTHS, DAYS
    iso.from_jd(2450000 + a * 30) | BYTES
    iso.weeks_per_year(a) | YEARS
    ordinal.to_jd(a, b) - 2450000 | YEARS, DAYS
    ordinal.from_jd(2450000 + a * 30) | BYTES
    utils.amod(a, b) | BYTES, MONTHS
    utils.jwday(2450000 + a) | BYTES
    utils.nth_day_of_month(a % 4 + 1, b % 7, c, 2024) | COUNT, COUNT, MONTHS
    french_republican.to_jd(a - 1791, b, c, method="romme") - 2450000 | YEARS, MONTHS, DAYS
    armenian.to_jd(a - 552, b, c) - 2450000 | YEARS, MONTHS, DAYS
""", *(f"convertdate.{name}" for name in (
    "gregorian", "julian", "hebrew", "islamic", "persian", "coptic", "mayan", "bahai", "indian_civil", "iso", "ordinal",
    "utils", "french_republican", "armenian", "positivist")))

of_package("sgp4", """
    functions.jday(a, b, c, 3, 4, 5.0)[1] | YEARS, MONTHS, DAYS
    functions.jday(a, b, c, 3, 4, 5.0)[0] - 2440000 | YEARS, MONTHS, DAYS
""", "sgp4.functions", "sgp4.propagation")

of_package("geopy", """
    units.degrees(a, b, c) | ANY, ANY, ANY
    units.kilometers(a, b, c) | ANY, ANY, ANY
    units.nautical(a, b, c) | ANY, ANY, ANY
    distance.great_circle((30 * a, 100 * b), (30 * c, 20)).km / 1000 | UNIT, UNIT, UNIT
    distance.great_circle(point.Point(30 * a, 100 * b), point.Point(30 * c, 20)).km / 1000 | UNIT, UNIT, UNIT
    distance.lonlat(a, b)[:2] | ANY, ANY
""", "geopy.units", "geopy.distance", "geopy.point")

of_package("utm", """
    conversion.mod_angle(a) | ANY
    conversion.in_bounds(a, -1, 2) | ANY
    conversion.latlon_to_zone_number(10 * a, 20 * b) | ANY, ANY
    conversion.zone_number_to_central_longitude(a + 1) | COUNT
    [v for v in utm.from_latlon(10 * a, 20 * b) if not isinstance(v, str)][:2] | ANY, ANY
    conversion.to_latlon(500000 + 10000 * a, 5000000 + 10000 * b, 32, northern=True) | ANY, ANY
""", "utm.conversion")

of_package("pymap3d", """
    pymap3d.geodetic2ecef(10 * a, 20 * b, 100 * c) | ANY, ANY, ANY
    pymap3d.geodetic2enu(10 * a, 20 * b, 100 * c, 1, 2, 3) | SMALL, SMALL, SMALL
    pymap3d.enu2aer(a, b, c) | POSITIVE, POSITIVE, POSITIVE
    pymap3d.aer2enu(a * 30, b * 10, c) | POSITIVE, POSITIVE, POSITIVE
    pymap3d.geodetic2aer(10 * a, 20 * b, 100 * c, 1, 2, 3) | SMALL, SMALL, SMALL
    latitude.geodetic2isometric(20 * a) | ANY
    latitude.geodetic2conformal(20 * a) | ANY
    latitude.geodetic2rectifying(20 * a) | ANY
    latitude.geodetic2authalic(20 * a) | ANY
    latitude.geodetic2geocentric(20 * a, b) | ANY, POSITIVE
    rcurve.meridian(20 * a) | ANY
    rcurve.transverse(20 * a) | ANY
    spherical.geodetic2spherical(20 * a, b, c) | UNIT, UNIT, UNIT
    haversine.anglesep(a, b, c, 1) | ANY, ANY, ANY
    haversine.anglesep_meeus(a, b, c, 1) | ANY, ANY, ANY
    haversine.haversine(a) | ANY
""", "pymap3d.latitude", "pymap3d.rcurve", "pymap3d.spherical", "pymap3d.haversine")

of_package("s2sphere", """
    s2sphere.xyz_to_face_uv(s2sphere.Point(a, b, c)) | ANY, ANY, ANY
    s2sphere.LatLng.from_degrees(10 * a, 20 * b).get_distance(s2sphere.LatLng.from_degrees(c, 3)).degrees | ANY, ANY, ANY
    s2sphere.CellId.st_to_uv(a) | UNIT
    s2sphere.CellId.uv_to_st(a) | SMALL
    s2sphere.LineInterval(a, b).contains(c) | ANY, ANY, ANY
    s2sphere.LineInterval(a, b).get_length() | ANY, ANY
    s2sphere.SphereInterval(a, b).get_length() | ANGLE, ANGLE
    s2sphere.SphereInterval(a, b).contains(c) | ANGLE, ANGLE, ANGLE
    s2sphere.Point(a, b, c).angle(s2sphere.Point(1, 2, 3)) | ANY, ANY, ANY
    s2sphere.Point(a, b, c).largest_abs_component() | ANY, ANY, ANY
""")

of_package("affine", """
    affine.Affine.translation(a, b) * (c, 1.0) | ANY, ANY, ANY
    affine.Affine.rotation(30 * a) * (b, c) | ANY, ANY, ANY
    tuple(~affine.Affine(a, b, c, 0.5, 5.0, 2.0)) | POSITIVE, UNIT, UNIT
    affine.Affine.shear(10 * a, 20 * b).determinant | ANY, ANY
    tuple(affine.Affine.scale(a, b) * affine.Affine.rotation(c)) | POSITIVE, POSITIVE, ANY
""")

of_package("pyrr", """
    vector.normalize(np.array([a, b, c])) | POSITIVE, ANY, ANY
    vector.length(np.array([a, b, c])) | ANY, ANY, ANY
    vector.squared_length(np.array([a, b, c])) | ANY, ANY, ANY
    vector.dot(np.array([a, b, c]), np.array([1.0, 2, 3])) | ANY, ANY, ANY
    vector.interpolate(np.array([a, b, c]), np.array([1.0, 2, 3]), 0.3) | ANY, ANY, ANY
    vector.set_length(np.array([a, b, c]), 3.0) | POSITIVE, ANY, ANY
    vector3.create(a, b, c) | ANY, ANY, ANY
    vector3.cross(np.array([a, b, c]), np.array([1.0, 2, 3])) | ANY, ANY, ANY
    vector3.generate_normals(np.array([a, b, c]), np.array([1.0, 2, 3]), np.array([3.0, 2, 9])) | ANY, ANY, ANY
    quaternion.create(a, b, c, 1.0) | ANY, ANY, ANY
    quaternion.create_from_x_rotation(a) | ANGLE
    quaternion.create_from_axis_rotation(np.array([a, b, 1.0]), c) | ANY, ANY, ANGLE
    quaternion.create_from_eulers(np.array([a, b, c])) | ANGLE, ANGLE, ANGLE
    quaternion.cross(np.array([a, b, c, 1.0]), np.array([1.0, 2, 3, 4])) | ANY, ANY, ANY
    quaternion.slerp(np.array([a, b, c, 1.0]), np.array([1.0, 2, 3, 4]), 0.3) | UNIT, UNIT, UNIT
    quaternion.inverse(np.array([a, b, c, 1.0])) | ANY, ANY, ANY
    quaternion.apply_to_vector(np.array([a, b, c, 1.0]), np.array([1.0, 2, 3])) | ANY, ANY, ANY
    quaternion.rotation_angle(np.array([0.1 * a, 0.1 * b, 0.1 * c, 0.5])) | UNIT, UNIT, UNIT
    matrix33.create_from_eulers(np.array([a, b, c])) | ANGLE, ANGLE, ANGLE
    matrix33.create_from_quaternion(np.array([a, b, c, 1.0])) | ANGLE, ANGLE, ANGLE
    matrix33.create_from_axis_rotation(np.array([0.0, 0.0, 1.0]), a) | ANGLE
    matrix33.apply_to_vector(np.eye(3) * 2, np.array([a, b, c])) | ANY, ANY, ANY
    matrix44.create_from_translation(np.array([a, b, c])) | ANY, ANY, ANY
    matrix44.create_perspective_projection_matrix(60 + a, 1.5, 0.1, 100.0) | ANY
    matrix44.create_look_at(np.array([a, b, c]), np.array([0.0, 0, 9]), np.array([0.0, 1, 0])) | SMALL, SMALL, SMALL
    matrix44.apply_to_vector(np.eye(4) * 2, np.array([a, b, c])) | ANY, ANY, ANY
    geometric_tests.ray_intersect_plane(np.array([[a, b, c], [1.0, 0, 0]]), np.array([1.0, 0, 0, 5.0])) | SMALL, SMALL, SMALL
    geometric_tests.point_closest_point_on_line(np.array([a, b, c]), np.array([[0.0, 0, 0], [1.0, 1, 1]])) | ANY, ANY, ANY
    geometric_tests.point_height_above_plane(np.array([a, b, c]), np.array([1.0, 0, 0, 5.0])) | ANY, ANY, ANY
    geometric_tests.sphere_does_intersect_sphere(np.array([a, b, c, 1.0]), np.array([0.0, 1, 0, 2.0])) | ANY, ANY, ANY
    plane.create_from_points(np.array([a, b, c]), np.array([1.0, 2, 3]), np.array([3.0, 2, 9])) | ANY, ANY, ANY
    aabb.create_from_points(np.array([[a, b, c], [1.0, 2, 3]])) | ANY, ANY, ANY
    trig.aspect_ratio(a, b) | POSITIVE, POSITIVE
""", *(f"pyrr.{name}" for name in (
    "vector", "vector3", "quaternion", "matrix33", "matrix44", "geometric_tests", "plane", "aabb", "trig")))

of_package("vnoise", """
    vnoise.Noise(3).noise1(a) | ANY
    vnoise.Noise(3).noise2(a, b) | ANY, ANY
    vnoise.Noise(3).noise3(a, b, c) | ANY, ANY, ANY
    vnoise.Noise(3).noise2(a, b, octaves=3) | ANY, ANY
    vnoise.vnoise._lerp(a, b, c) | UNIT, ANY, ANY
""")

of_package("noise", """
    perlin.SimplexNoise().noise2(a, b) | ANY, ANY
    perlin.SimplexNoise().noise3(a, b, c) | ANY, ANY, ANY
    perlin.TileableNoise().noise3(a, b, c, 4) | ANY, ANY, ANY
    perlin.lerp(a, b, c) | UNIT, ANY, ANY
    perlin.grad3(a, b, c, 1.0) | BYTES, ANY, ANY
""", "noise.perlin")

of_package("spectra", """
    grapefruit.Color.RgbToHsl(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.HslToRgb(360 * a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.RgbToHsv(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.HsvToRgb(360 * a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.RgbToYiq(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.YiqToRgb(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.RgbToYuv(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.YuvToRgb(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.RgbToXyz(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.XyzToRgb(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.XyzToLab(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.LabToXyz(100 * a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.CmykToCmy(a, b, c, 0.2) | UNIT, UNIT, UNIT
    grapefruit.Color.CmyToCmyk(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.RgbToIntTuple(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.IntTupleToRgb((a, b, c)) | BYTES, BYTES, BYTES
    grapefruit.Color.RgbToWebSafe(a, b, c) | UNIT, UNIT, UNIT
    grapefruit.Color.RgbToGreyscale(a, b, c) | UNIT, UNIT, UNIT
    spectra.rgb(a, b, c).to("lab").values | UNIT, UNIT, UNIT
    spectra.rgb(a, b, c).darken(amount=20).values | UNIT, UNIT, UNIT
    spectra.rgb(a, b, c).blend(spectra.rgb(1, 0.5, 0.2), 0.3).values | UNIT, UNIT, UNIT
    grapefruit.Color.NewFromRgb(a, b, c).hsl | UNIT, UNIT, UNIT
""", "spectra.grapefruit")

of_package("colorutils", """
    convert.rgb_to_yiq((a, b, c)) | BYTES, BYTES, BYTES
    convert.rgb_to_hsv((a, b, c)) | BYTES, BYTES, BYTES
    convert.yiq_to_rgb((a, b, c)) | UNIT, SMALL, SMALL
    colorutils.Color((a, b, c)).hsv | BYTES, BYTES, BYTES
    (colorutils.Color((a, b, c)) + colorutils.Color((1, 2, 3))).rgb | BYTES, BYTES, BYTES
""", "colorutils.convert")

of_package("colorspacious", """
    colorspacious.cspace_convert([a, b, c], "sRGB1", "XYZ100") | UNIT, UNIT, UNIT
    colorspacious.cspace_convert([a, b, c], "sRGB1", "CIELab") | UNIT, UNIT, UNIT
    colorspacious.cspace_convert([a, b, c], "sRGB1", "JCh") | UNIT, UNIT, UNIT
    colorspacious.cspace_convert([a, b, c], "sRGB1", "CAM02-UCS") | UNIT, UNIT, UNIT
    colorspacious.deltaE([a, b, c], [0.1, 0.2, 0.3], input_space="sRGB1") | UNIT, UNIT, UNIT
""")
