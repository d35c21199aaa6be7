"""Scans, line by line, in pieces, strips and fronts."""
