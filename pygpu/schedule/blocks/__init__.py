"""Blocks of pixels in registers, and what they know of their place."""
