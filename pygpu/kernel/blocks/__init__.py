"""Blocks of pixels, in vectors, columns, rows and tiles."""
