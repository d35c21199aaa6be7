"""Random small filters, each the same on every engine as in plain Python.

    programs       writes them: Python source, made of everything that means something on a pixel
    prelude        what they may call
    pictures       others, of neighbours, stages, borders, and pixels of every type: on all engines, plans, and in parts
    running        runs one as plain Python and as a filter, and compares
"""
