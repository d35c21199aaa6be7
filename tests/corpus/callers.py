"""Packages of engineering, money, matrices, curves, numbers, games, and tools for functions; as each of them is."""

from .cases import ANY, UNIT, case, cases, package
from .strangers import of_package

if (psychrometrics := package("psychrolib")) is not None:
    psychrometrics.SetUnitSystem(psychrometrics.SI)

of_package("psychrolib", """
    psychrolib.GetTWetBulbFromRelHum(a, b, 101325.0) | CELSIUS, UNIT
    psychrolib.GetTKelvinFromTCelsius(a) | CELSIUS
    psychrolib.GetRelHumFromTDewPoint(a + 20, b) | CELSIUS, UNIT
    psychrolib.GetTDewPointFromRelHum(a, b * 0.9 + 0.05) | CELSIUS, UNIT
    psychrolib.GetVapPresFromRelHum(a, b) | CELSIUS, UNIT
    psychrolib.GetHumRatioFromRelHum(a, b, 101325.0) | CELSIUS, UNIT
    psychrolib.GetMoistAirEnthalpy(a, b * 0.01) / 1000 | CELSIUS, UNIT
    psychrolib.GetMoistAirVolume(a, b * 0.01, 101325.0) | CELSIUS, UNIT
    psychrolib.GetSatVapPres(a) | CELSIUS
    psychrolib.GetStandardAtmPressure(1000 * a) | POSITIVE
""")

of_package("fluids", """
    fluids.Reynolds(a, b, 1000.0, 0.001) / 1000 | POSITIVE, POSITIVE
    fluids.friction.Churchill_1977(a, 0.001) | REYNOLDS
    fluids.friction.Haaland(a, 0.001) | REYNOLDS
    fluids.friction.Clamond(a, 0.001) | REYNOLDS
    fluids.Prandtl(a, b, c) | POSITIVE, POSITIVE, POSITIVE
    fluids.atmosphere.ATMOSPHERE_1976(1000 * a).T | POSITIVE
    fluids.atmosphere.ATMOSPHERE_1976.density(250 + a, 1000.0 * b) | POSITIVE, POSITIVE
    fluids.geometry.V_horiz_conical(1.0, 2.0, 0.3, a * 0.9, False) | UNIT
    fluids.fittings.bend_rounded(0.1, a, fd=0.02, bend_diameters=3) | POSITIVE
    fluids.fittings.contraction_sharp(a + 1, 0.5) | POSITIVE
    fluids.drag.drag_sphere(a) | REYNOLDS
    fluids.drag.Haider_Levenspiel(a) | REYNOLDS
    fluids.open_flow.Q_weir_V_Shen(a) | POSITIVE
    fluids.packed_bed.Ergun(8e-4, 0.4, 1e-3, 1e3, 1e-3, a) / 1000 | POSITIVE
    fluids.numerics.horner([1.0, 2.0, 3.0], a) | ANY
    fluids.numerics.interp(a, [0.0, 0.5, 1.0], [1.0, 3.0, 2.0]) | UNIT
    fluids.numerics.secant(lambda x: x**3 - a, 1.0) | POSITIVE
    fluids.numerics.bisect(lambda x: x**3 - a, 0.0, 10.0) | POSITIVE
    fluids.numerics.trunc_exp(a) | ANY
    fluids.numerics.cbrt(a) | ANY
    fluids.numerics.chebval(a, [1.0, 2.0, 3.0]) | ANY
    fluids.numerics.roots_cubic(1.0, a, 2.0, b)[0].real | ANY, ANY
""",
    "fluids.friction", "fluids.atmosphere", "fluids.drag", "fluids.fittings", "fluids.numerics",
    "fluids.compressible", "fluids.packed_bed", "fluids.open_flow", "fluids.geometry")

of_package("ht", """
    ht.LMTD(a + 5, b + 4, c, 1.0) | POSITIVE, POSITIVE, UNIT
    ht.conv_internal.turbulent_Dittus_Boelter(a, 0.7) | REYNOLDS
    ht.conv_internal.turbulent_Gnielinski(a, 0.7, 0.02) | REYNOLDS
    ht.conv_external.Nu_cylinder_Churchill_Bernstein(a, 0.7) | REYNOLDS
    ht.radiation.q_rad(0.9, a, 250.0) | KELVIN
    ht.radiation.blackbody_spectral_radiance(a, 1e-5) / 1e6 | KELVIN
    ht.conduction.R_cylinder(a, b + 7, 20, 10) | POSITIVE, POSITIVE
    ht.hx.effectiveness_from_NTU(a, 0.5) | POSITIVE
    ht.hx.NTU_from_effectiveness(a * 0.6, 0.5) | UNIT
""", "ht.conv_internal", "ht.conv_external", "ht.radiation", "ht.conduction", "ht.hx")

of_package("iapws", """
    iapws._iapws._Viscosity(a * 100, 400.0) * 1e4 | POSITIVE
    iapws._iapws._Tension(a + 50) | KELVIN
    iapws._iapws._Dielectric(a * 100, 400.0) | POSITIVE
    iapws.iapws97._PSat_T(a + 50) | KELVIN
    iapws.iapws97._Region1(a + 30, 3.0)["h"] | KELVIN
""", "iapws._iapws", "iapws.iapws97")

of_package("blackscholes", """
    blackscholes.BlackScholesCall(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=b * 0.5 + 0.1).price() | ANY, UNIT
    blackscholes.BlackScholesCall(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=b * 0.5 + 0.1).delta() | ANY, UNIT
    blackscholes.BlackScholesPut(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=b * 0.5 + 0.1).theta() | ANY, UNIT
    blackscholes.BlackScholesCall(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=b * 0.5 + 0.1).gamma() | ANY, UNIT
    blackscholes.BlackScholesStraddleLong(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=b * 0.5 + 0.1).price() | ANY, UNIT
    blackscholes.BinaryCall(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=b * 0.5 + 0.1).price() | ANY, UNIT
    blackscholes.BlackScholesCall(S=50 + a, K=50.0, T=1.0, r=0.02, sigma=0.2).get_core_greeks()["vega"] | ANY
""")

of_package("uncertainties", """
    (uncertainties.ufloat(a, 0.1) * uncertainties.ufloat(b, 0.2)).std_dev | POSITIVE, POSITIVE
    (uncertainties.ufloat(a, 0.1) + b).nominal_value | POSITIVE, POSITIVE
    umath.sin(uncertainties.ufloat(a, 0.1)).std_dev | POSITIVE
""", "uncertainties.umath")

of_package("micrograd", """
    (engine.Value(a) * engine.Value(b) + engine.Value(c)).relu().data | ANY, ANY, ANY
    (engine.Value(a) ** 2 / 3).data | POSITIVE
    [(x := engine.Value(a), y := x * x * b + x, y.backward(), x.grad)][0][3] | ANY, ANY
""", "micrograd.engine")

of_package("labmath", """
    labmath.isqrt(a) | LARGER
    labmath.xgcd(a, b) | NATURAL, NATURAL
    labmath.legendre(a, 97) | NATURAL
    labmath.kronecker(a, 45) | NATURAL
    labmath.binomial(a + 5, a) | COUNT
    labmath.polyval([1, 2, a], b) | WHOLE, WHOLE
    labmath.sqrtmod_prime(a, 97) | NATURAL
    labmath.altseriesaccel((1 / (a + j) for j in range(20)), 12) | POSITIVE
""")

of_package("transformations", """
    transformations.quaternion_matrix_py([a, b, c, 1.0])[0] | ANY, ANY, ANY
    transformations.euler_matrix_py(a, b, c)[1] | ANGLE, ANGLE, ANGLE
    transformations.quaternion_multiply_py([a, b, c, 1.0], [1.0, 2, 3, 4]) | ANY, ANY, ANY
    transformations.quaternion_from_euler_py(a, b, c) | ANGLE, ANGLE, ANGLE
    transformations.vector_norm_py([a, b, c]), transformations.unit_vector_py([a, b, c]) | POSITIVE, ANY, ANY
    transformations.vector_product([a, b, c], [1.0, 2, 3]) | POSITIVE, ANY, ANY
    transformations.arcball_map_to_sphere_py([a, b], [0.0, 0.0], 2.0) | SMALL, SMALL
    transformations.reflection_matrix_py([a, b, c], [1.0, 2, 3])[0] | POSITIVE, ANY, ANY
    transformations.translation_from_matrix(transformations.translation_matrix_py([a, b, c])) | ANY, ANY, ANY
    transformations.quaternion_from_matrix_py(transformations.euler_matrix_py(a, b, c), isprecise=True) | SMALL, SMALL, SMALL
    transformations.clip_matrix_py(a, a + 1, b, b + 2, 1.0, 3.0)[0] | ANY, ANY
""")

of_package("geomdl", """
    linalg.vector_cross((a, b, c), (1, 2, 3)) | ANY, ANY, ANY
    linalg.vector_dot((a, b, c), (1, 2, 3)) | ANY, ANY, ANY
    linalg.vector_angle_between((a, b, c), (1, 2, 3)) | POSITIVE, ANY, ANY
    linalg.matrix_multiply([[a, b], [c, 2.0]], [[1, 2], [3, 4]]) | ANY, ANY, ANY
    linalg.wn_poly((a, b), [(0.1, 0.1), (0.9, 0.2), (0.5, 0.9), (0.1, 0.1)]) | UNIT, UNIT
    linalg.is_left((a, b), (c, 1.0), (0.0, 2.0)) | ANY, ANY, ANY
    len(linalg.convex_hull([(a, b), (c, 1.0), (0.0, 2.0), (3.0, 0.0)])) | ANY, ANY, ANY
    helpers.find_span_linear(2, [0, 0, 0, 0.3, 0.6, 1, 1, 1], 5, a) | UNIT
    helpers.find_span_binsearch(2, [0, 0, 0, 0.3, 0.6, 1, 1, 1], 5, a) | UNIT
    helpers.basis_function(2, [0, 0, 0, 0.3, 0.6, 1, 1, 1], 3, 0.3 + 0.29 * a) | UNIT
    helpers.basis_function_one(2, [0, 0, 0, 0.3, 0.6, 1, 1, 1], 2, a) | UNIT
""", "geomdl.linalg", "geomdl.helpers")

of_package("more_itertools", """
    list(more_itertools.chunked([a, b, c, 1.0], 2)) | ANY, ANY, ANY
    list(more_itertools.windowed([a, b, c, 1.0], 2)) | ANY, ANY, ANY
    more_itertools.first([a, b]), more_itertools.last([a, b, c]), more_itertools.nth([a, b, c], 1) | ANY, ANY, ANY
    more_itertools.all_equal([a, b, c]) | COUNT, COUNT, COUNT
    more_itertools.minmax([a, b, c]) | ANY, ANY, ANY
    more_itertools.quantify([a, b, c], lambda v: v > 0) | ANY, ANY, ANY
    more_itertools.is_sorted([a, b, c]) | ANY, ANY, ANY
    more_itertools.dotproduct([a, b], [c, 1.0]) | ANY, ANY, ANY
    list(more_itertools.interleave([a, b], [c, 1.0])) | ANY, ANY, ANY
    list(more_itertools.sliding_window([a, b, c, 2.0], 3)) | ANY, ANY, ANY
    more_itertools.polynomial_eval([1.0, a, b], c) | ANY, ANY, ANY
    more_itertools.iequals([a, b], [1, c]) | COUNT, COUNT, COUNT
    more_itertools.unique_to_each([a, b], [c]) == 1 | COUNT, COUNT, COUNT
    more_itertools.partition(lambda v: v > 0, [a, b, c])[0].__next__() if a < 0 else 0.0 | ANY, ANY, ANY
    list(more_itertools.convolve([a, b, c], [0.5, 0.25])) | ANY, ANY, ANY
    list(more_itertools.roundrobin([a, b], [c])) | ANY, ANY, ANY
    more_itertools.one([v for v in (a, b, c)][:1]) | ANY, ANY, ANY
    list(more_itertools.sort_together([[a, b, c], [1, 2, 3]])[1]) | ANY, ANY, ANY
    len(list(more_itertools.split_when([a, b, c], lambda x, y: y < x))) | ANY, ANY, ANY
    len(list(more_itertools.unique_everseen([a, b, c]))) | COUNT, COUNT, COUNT
    sum(more_itertools.take(2, [a, b, c])) | ANY, ANY, ANY
    list(more_itertools.run_length.encode([a, b, c]))[0][1] | COUNT, COUNT, COUNT
""")

of_package("boltons", """
    mathutils.clamp(a, -1, 1) | ANY
    mathutils.ceil(a, [1, 2, 3, 5]) | UNIT
    mathutils.floor(a + 1, [1, 2, 3, 5]) | POSITIVE
    statsutils.mean([a, b, c]), statsutils.median([a, b, c]), statsutils.variance([a, b, c]) | ANY, ANY, ANY
    statsutils.Stats([a, b, c]).std_dev | ANY, ANY, ANY
    statsutils.Stats([a, b, c, 1.0]).skewness, statsutils.Stats([a, b, c, 1.0]).kurtosis | ANY, ANY, ANY
    statsutils.Stats([a, b, c, 1.0, 2.0]).get_quantile(0.3) | ANY, ANY, ANY
    list(iterutils.pairwise([a, b, c])) | ANY, ANY, ANY
    iterutils.chunked([a, b, c, 1.0], 2) | ANY, ANY, ANY
    list(iterutils.backoff(1, 10, count=3, factor=2.0))[2] * a | UNIT
    iterutils.first([a, b, c], key=lambda v: v > 0, default=9.0) | ANY, ANY, ANY
    iterutils.same([a, b]) | COUNT, COUNT
    iterutils.redundant([a, b, c], groups=False) == [] | COUNT, COUNT, COUNT
    iterutils.bucketize([a, b, c], key=lambda v: v > 0).get(True, [0.0])[0] | ANY, ANY, ANY
""", "boltons.mathutils", "boltons.statsutils", "boltons.iterutils")

of_package("funcy", """
    funcy.compose(abs, lambda v: v - 1)(a) | ANY
    funcy.rcompose(abs, lambda v: v - 1)(a) | ANY
    funcy.curry(lambda x, y: x - y)(a)(b) | ANY, ANY
    funcy.lpartition(2, [a, b, c, 1.0]) | ANY, ANY, ANY
    funcy.lsums([a, b, c]) | ANY, ANY, ANY
    funcy.lreductions(max, [a, b, c]) | ANY, ANY, ANY
    funcy.count_by(lambda v: v > 0, [a, b, c])[True] | ANY, ANY, ANY
    len(funcy.ldistinct([a, b, c])) | COUNT, COUNT, COUNT
    funcy.walk_values(lambda v: v + 1, {"x": a, "y": b})["y"] | ANY, ANY
    funcy.all(lambda v: v > 0, [a, b]), funcy.any([a > 0, b > 0]), funcy.none([a > 0]), funcy.one([a > 0, b > 0]) | ANY, ANY
    funcy.iffy(lambda v: v > 0, lambda v: -v)(a) | ANY
    funcy.zipdict("xy", [a, b])["x"] | ANY, ANY
""")

if (hilbert := package("hilbertcurve.hilbertcurve")) is not None:
    cases("hilbertcurve", """
        curve.point_from_distance(a) | SQUARES
        curve.distance_from_point([a % 8, b % 8]) | BYTES, BYTES
    """, {"curve": hilbert.HilbertCurve(3, 2)})

if (trees := package("kdtree")) is not None:
    cases("kdtree", """
        tree.search_nn((a, b))[1] | UNIT, UNIT
        tree.search_nn((a, b))[0].data | UNIT, UNIT
        len(tree.search_nn_dist((a, b), 0.3)) | UNIT, UNIT
    """, {"tree": trees.create([(0.1, 0.2), (0.5, 0.9), (0.7, 0.3), (0.3, 0.6)])})

if (ratings := package("glicko2")) is not None:
    def rated(a, b):
        player = ratings.Player(rating=1500 + 50 * a, rd=200, vol=0.06)
        player.update_player([1400 + 10 * b, 1550, 1700], [30, 100, 300], [1, 0, 0])
        return player.rating / 100, player.rd / 100

    case("glicko2", "rated", rated, ANY, ANY)

if (controllers := package("simple_pid")) is not None:
    def controlled(a, b, c):
        control = controllers.PID(1.0, a, 0.05, setpoint=b, sample_time=None, output_limits=(-3, 3))
        for _ in range(4):
            c += control(c, dt=0.1) * 0.1
        return c

    case("simple_pid", "controlled", controlled, UNIT, ANY, ANY)
