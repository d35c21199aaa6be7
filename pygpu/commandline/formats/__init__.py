"""What files hold: pictures, frames, pages, arrays, videos; read, and written with all that goes along.

    pictures.py     files ↔ pictures; reels.py: one or many, with the time of each
    saving.py       one result to one file; fitting.py: modes that a format holds; metadata.py: EXIF and such
    animations.py   GIF, APNG, WebP, TIFF; video.py; deep.py: more than 8 bits
    bombs.py        how much a file may hold
"""
