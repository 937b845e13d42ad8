"""Pictures of matches in files.

svg             a round, or a strip of rounds, as SVG
raster          a round in pixels, by Pillow: its layout, and the header above the board
brush           shapes of a display list in pixels
strokes         thick lines, dashes and lines that narrow
fonts           letters in pixels
match_pictures  the pictures of a match, one after the other
timing          which rounds an animation shows, and for how long
animation       GIF, APNG and numbered pictures
pillow          whether Pillow is there
"""
