"""Kernel text to pixels. Hides devices, drivers, memory and caches; knows no graph.

    devices, use, current      which device; Device; in_use, are_several, several, on   where there are more than one
    prepare                    what can be loaded before one is needed
    ingest, result_format, emit   pictures of any kind in and out of arrays; ingest_grid   volumes and arrays; converted
    upload, DeviceImage        pictures that stay on the device; DeviceComplex   complex numbers; new_image   room for one
    put                        a large array, copied to where it is wanted
    Launcher                   a Program, built and run; Joined, Turn, Where   several, one after the other
    doctor                     what works here, and what to install
    is_the_drivers             whether an error is a driver's
    Store                      small files kept between runs
"""

from .cache import Store, key_of
from .complexes import DeviceComplex
from .devices import Device, are_several, current, devices, in_use, on, several, use
from .doctor import doctor
from .drivers import prepare
from .faults import is_the_drivers
from .grids import ingest_grid
from .joined import Joined, Turn, Where
from .launch import Launcher
from .libraries import as_array, like, numbers_of
from .memory import DeviceImage, new_image, to_device, upload
from .pixels import Origin, Pixels, converted, emit, ingest, result_format, result_origin
from .programs import ahead
from .transfer import put

__all__ = ["Device", "DeviceComplex", "DeviceImage", "Joined", "Launcher", "Origin", "Pixels", "Store", "Turn", "Where",
           "ahead", "are_several", "as_array", "converted", "current", "devices", "doctor", "emit", "in_use", "ingest",
           "ingest_grid", "is_the_drivers", "key_of", "like", "new_image", "numbers_of", "on", "prepare", "put",
           "result_format", "result_origin", "several", "to_device", "upload", "use"]
