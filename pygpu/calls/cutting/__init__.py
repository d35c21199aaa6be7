"""Pictures of any size, cut in parts: a region of a result is bit for bit what the whole has there.

    cuts.py         which parts of pictures a region is made of; parts.py: such regions, computed
    gathering.py    what is the same for all parts: found before them
    regions.py      filter.needs and compute, and pictures that a device cannot hold
    spreading.py    several devices
    mapping.py      filter.map, from disk to disk; journal.py: what is done of it; stores.py, tiffs.py: where pictures lie
    chunked.py      dask and xarray
"""
