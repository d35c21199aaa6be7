"""NumPy on small arrays, and its element-wise functions."""
