"""Easing functions: pytweening, easing-functions."""

from .cases import SMALL, UNIT, case, package

tween = package("pytweening")
for _name, _function in sorted(vars(tween).items()) if tween else ():
    if callable(_function) and _name.startswith(("ease", "linear")):
        case("pytweening", _name, _function, UNIT)
if tween:
    case("pytweening", "getPointOnLine", lambda a, b, n: tween.getPointOnLine(0, 1, a, b, n), UNIT, UNIT, UNIT)

easing = package("easing_functions")
for _name, _class in sorted(vars(easing).items()) if easing else ():
    if isinstance(_class, type) and _name.endswith(("In", "Out")):
        case("easing-functions", _name, lambda t, made=_class(start=0, end=2, duration=1): made.ease(t), UNIT)
        case("easing-functions", f"{_name}, made inside", lambda t, b, cls=_class: cls(start=b, end=2, duration=1)(t), UNIT,
             SMALL)
