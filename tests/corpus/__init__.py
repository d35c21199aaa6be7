"""Code that nobody wrote for PyGPU: functions of the standard library and of packages, as they were installed.

    cases         what a case is: a function, and from where to where its arguments go
    standard, idioms, arrays, easing, colours, vectors, places, strangers, travellers, calendars,
    programs, recipes, instruments, digits, tables, algorithms, endless, hosts, lengths, matches, classes,
    bits, puzzles, growing, borrowed, clauses, bounds, surroundings, chrestomathy, shaders, guests, small_arrays,
    grown, complexes, hits, textbook, exercises, designs, manners, customs, habits, measures, later, newcomers,
    callers, scenes, workings, assortment, structures, styles, callings, slicing, circles, surveys, formulas, fashions,
    parcels, beginners, contests, studios, laboratories, workshops, toolboxes, darkrooms,
    masks, branching, array_classes, extremes, letters, fillings, chosen, strollers, arrivals, passersby, visitors,
    lodgers, outsiders, wayfarers, neighbours, sojourners
                  the cases
    running       each per pixel in plain Python and compiled
    table         writes docs/corpus.md: what runs, and what is refused and why

A package that is not installed (`pip install pygpu[corpus]`) is left out.
"""

import importlib

MODULES = ("standard", "idioms", "arrays", "easing", "colours", "vectors", "places", "strangers", "travellers", "calendars",
           "programs", "recipes", "instruments", "digits", "tables", "algorithms", "endless", "hosts", "lengths", "matches",
           "classes", "bits", "puzzles", "growing", "clauses", "bounds", "surroundings", "chrestomathy", "shaders",
           "guests", "small_arrays", "borrowed", "grown", "complexes", "hits", "textbook", "exercises", "designs",
           "manners", "customs", "habits", "measures", "later", "newcomers", "callers", "scenes", "workings", "assortment",
           "structures", "styles", "callings", "slicing", "circles", "surveys", "formulas", "fashions", "parcels",
           "beginners", "contests", "studios", "laboratories", "workshops", "toolboxes", "darkrooms", "masks",
           "branching", "array_classes", "extremes", "letters", "fillings", "chosen",
           "strollers", "arrivals", "passersby", "visitors", "lodgers", "outsiders", "wayfarers", "neighbours",
           "sojourners")


def groups() -> dict[str, list]:
    """The cases by what they are of: "colorsys" -> [Case, ...]."""
    from .cases import CASES

    for name in MODULES:
        importlib.import_module(f"{__name__}.{name}")
    return CASES
