"""What a call of a filter needs, beyond the kernel: from what the user gave to an engine, and back to what is asked for.

    arguments.py    pictures and numbers bound to parameters, and refused in words
    options.py      linear=, valid=, axis=, ...: what a call may ask for
    calling.py      a call that asks for more than one result of its own kind
    values.py       a filter without a position: a value; raising.py: exceptions of pixels
    chains.py       filters one after the other; iterating.py, settling.py: one on its own result, until it holds still
    travelling.py   filters sent to other processes, copied, compared
    explain.py      what was found, told to the user; notes.py: what is seldom meant; telling.py: what takes long
    engines/        what runs a filter on such pictures
    cutting/        pictures of any size, in parts
"""
