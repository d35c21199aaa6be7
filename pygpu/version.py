"""The version, in one place: setup.cfg, `pygpu.__version__` and the key of the disk cache read it here."""

__version__ = "0.1.0"
