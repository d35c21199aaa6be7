"""NumPy and SciPy on whole arrays."""
