"""Functions of whole arrays, as people write NumPy: `u[1:-1] + k * (u[2:] - 2*u[1:-1] + u[:-2])`.

    fields.py      a whole array among the tracer's values: its shape and dtype are known
    operators.py   what operators mean for one, parts.py indices, attributes.py its attributes; selections.py   ... of
                   elements that a mask chooses
    functions.py   what NumPy's functions do: element by element (elementwise.py), saying where elements are (arranging.py),
                   putting them together (reducing.py), or of those that a mask chooses (choosing.py); table.py has them all
    elements.py    what one element of each is, at an index
    folding.py     the same of what is put together of many: sums, scans, products of matrices
    kernels.py     the graph of one element, for those arrays that are computed together
"""
