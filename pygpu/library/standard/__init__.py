"""Python's own types and its standard library."""
