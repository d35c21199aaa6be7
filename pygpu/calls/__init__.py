"""What a call of a filter needs, beyond the kernel: from what the user gave to an engine, and back to what is asked for.

    arguments.py    pictures and numbers bound to parameters, and refused in words
    options.py      linear=, valid=, axis=, ...: what a call may ask for
    calling.py      a call that asks for more than one result of its own kind
    engines.py      what runs a filter on such pictures: a device, or NumPy
    written.py      programs as they were written the last time; recipes.py: the plans that tuning found
    tuning.py       plans measured, the fastest kept
    chains.py       filters one after the other; iterating.py: one on its own result, two steps at once
    explain.py      what was found, told to the user
"""
