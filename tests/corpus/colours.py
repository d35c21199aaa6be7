"""Colour packages: hsluv, husl, colour, colormath, colorspacious, webcolors."""

from .cases import UNIT, case, cases, package

hsluv = package("hsluv")
HUE, HUNDRED = (0.0, 359.0), (2.0, 98.0)
if hsluv:
    for _name in ("xyz_to_rgb", "rgb_to_xyz", "xyz_to_luv", "rgb_to_lch", "rgb_to_hsluv", "rgb_to_hpluv"):
        case("hsluv", _name, lambda a, b, c, f=getattr(hsluv, _name): f((a, b, c)), *[(0.05, 1.0)] * 3, tolerance=1e-2)
    for _name in ("hsluv_to_rgb", "hpluv_to_rgb", "hsluv_to_lch", "hpluv_to_lch"):
        case("hsluv", _name, lambda h, s, v, f=getattr(hsluv, _name): f((h, s, v)), HUE, HUNDRED, HUNDRED, tolerance=1e-2)
    for _name in ("luv_to_xyz", "luv_to_lch", "lch_to_luv", "lch_to_rgb", "lch_to_hsluv", "lch_to_hpluv"):
        case("hsluv", _name, lambda h, s, v, f=getattr(hsluv, _name): f((v, s, h)), (2.0, 60.0), (2.0, 60.0), HUNDRED,
             tolerance=1e-2)

husl = package("husl")
if husl:
    for _name in ("rgb_to_husl", "rgb_to_huslp", "rgb_to_lch"):
        case("husl", _name, lambda a, b, c, f=getattr(husl, _name): f(a, b, c), *[(0.05, 1.0)] * 3, tolerance=1e-2)
    for _name in ("husl_to_rgb", "huslp_to_rgb"):
        case("husl", _name, lambda h, s, v, f=getattr(husl, _name): f(h, s, v), HUE, HUNDRED, HUNDRED, tolerance=1e-2)
    for _name in ("rgb_to_xyz", "xyz_to_rgb", "xyz_to_luv", "luv_to_lch"):
        case("husl", _name, lambda a, b, c, f=getattr(husl, _name): f([a, b, c]), *[(0.05, 1.0)] * 3, tolerance=1e-2)
    for _name in ("f", "f_inv", "from_linear", "to_linear"):
        case("husl", _name, getattr(husl, _name), (0.01, 1.0))

colour = package("colour")
if hasattr(colour, "_hue2rgb"):  # colour-science goes by the same name
    case("colour", "rgb2hsl", lambda a, b, c: colour.rgb2hsl((a, b, c)), UNIT, UNIT, UNIT)
    case("colour", "hsl2rgb", lambda a, b, c: colour.hsl2rgb((a, b, c)), UNIT, UNIT, UNIT)
    case("colour", "_hue2rgb", colour._hue2rgb, UNIT, UNIT, UNIT)

if package("colormath.color_conversions"):
    from colormath import color_conversions, color_diff, color_objects

    cases("colormath", """
        convert(sRGBColor(a, b, c), XYZColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(sRGBColor(a, b, c), LabColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(sRGBColor(a, b, c), LuvColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(sRGBColor(a, b, c), HSLColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(sRGBColor(a, b, c), HSVColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(sRGBColor(a, b, c), CMYColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(sRGBColor(a, b, c), CMYKColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(LabColor(50 * a, b, c), LCHabColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(XYZColor(a, b, c), xyYColor).get_value_tuple() | UNIT, UNIT, UNIT
        convert(HSVColor(300 * a, b, c), sRGBColor).get_value_tuple() | UNIT, UNIT, UNIT
        delta_e_cie1976(LabColor(50 * a, b, c), LabColor(20, 1, 2)) | UNIT, UNIT, UNIT
        delta_e_cie2000(LabColor(50 * a, b, c), LabColor(20, 1, 2)) | UNIT, UNIT, UNIT
        delta_e_cie1994(LabColor(50 * a, b, c), LabColor(20, 1, 2)) | UNIT, UNIT, UNIT
    """, {"convert": color_conversions.convert_color, **vars(color_objects), **vars(color_diff)}, tolerance=1e-2)
