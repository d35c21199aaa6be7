"""Random small filters, each the same on every engine as in plain Python.

    programs       writes them: Python source, made of everything that means something on a pixel
    prelude        what they may call
    pictures       others, of neighbours, stages, borders, and pixels of every type: on all engines, plans, and in parts
    states         others, of whole numbers with state: containers that grow, objects, generators left early, exceptions
    shrinking      makes one that goes wrong smaller
    running        runs one as plain Python and as a filter, and compares
"""
