"""Libraries that are written in C, written in Python: what they mean, for the tracer to walk."""
