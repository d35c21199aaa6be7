"""What runs a filter on pictures that are stored in one way, and what it remembers.

    engine.py      a device, or NumPy where there is none
    sequence.py    a program of functions: its parts, launched as one
    arrays.py      functions of whole arrays, followed by the host from kernel to kernel; flat.py: short rows as one
    before.py      which of their arrays are computed before the kernel that asks for them
    joining.py     what hangs together, found by the host
    written.py     programs as they were written the last time; recipes.py: the plans that tuning found
    tuning.py      plans measured, the fastest kept
"""
