"""Pictures of matches in files.

svg             a round, or a strip of rounds, as SVG
raster          a round in pixels, by Pillow: its layout, and the header above the board
pillow          the check that Pillow is installed
brush           shapes of a display list in pixels, and the fonts
match_pictures  the pictures of a match in order, and how long each is shown
animation       GIF, APNG and numbered pictures
"""
