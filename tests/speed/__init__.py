"""How fast: PyGPU beside a plain copy, hand-written OpenCL and other libraries, on the same work in the same run.

    filters.py      the workloads, each written in the language itself
    references.py   the same in NumPy and float64: what every column must compute
    workloads.py    which there are: pictures, arguments, tolerance
    hand.py, hand/  the same by hand in OpenCL
    peers/          the same by OpenCV, SciPy, scikit-image, Numba, Halide, torch.compile, CuPy, whichever are installed
    measuring.py    interleaved medians within a budget of time
    report.py       the table, the plot, the raw numbers
    latency.py      how long one waits before anything is computed
    bench.py        `python -m pygpu bench`
"""
