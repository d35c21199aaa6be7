"""Stages computed before the rest, in passes over the picture or over tiles of it."""
