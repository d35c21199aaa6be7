"""Geodesy and noise: haversine, geographiclib, opensimplex."""

from .cases import cases, package

haversine = package("haversine")
if haversine:
    cases("haversine", """
        haversine((a, b), (c, d)) | ANY, ANY, ANY, ANY
        haversine((a, b), (c, d), unit=Unit.MILES) | ANY, ANY, ANY, ANY
        haversine((a * 40, b * 70), (c, d), normalize=True) | ANY, ANY, ANY, ANY
        inverse_haversine((a, b), 10 * c, d) | ANY, ANY, POSITIVE, ANGLE
    """, vars(haversine), tolerance=1e-2)

if package("geographiclib.geodesic"):
    from geographiclib.geodesic import Geodesic
    from geographiclib.geomath import Math

    cases("geographiclib", """
        Math.sq(a) | ANY
        Math.cbrt(a) | ANY
        Math.norm(a, b) | POSITIVE, ANY
        Math.sum(a, b) | ANY, ANY
        Math.AngNormalize(a * 100) | ANY
        Math.AngDiff(a * 100, b * 100)[0] | ANY, ANY
        Math.sincosd(a * 100) | ANY
        Math.atan2d(a, b) | ANY, ANY
        Math.LatFix(a) | ANY
        Math.AngRound(a) | ANY
        Geodesic.WGS84.Direct(a * 10, b * 10, c * 30, 1e6)["lat2"] | ANY, ANY, ANY
        Geodesic.WGS84.Inverse(a * 10, b * 10, c * 10 + 40, d * 10)["s12"] / 1e6 | ANY, ANY, ANY, ANY
    """, {"Math": Math, "Geodesic": Geodesic}, tolerance=1e-2)

simplex = package("opensimplex")
if simplex:
    cases("opensimplex", """
        made.noise2(a, b) | ANY, ANY
        made.noise3(a, b, c) | ANY, ANY, ANY
    """, {"made": simplex.OpenSimplex(3)}, tolerance=1e-2)
