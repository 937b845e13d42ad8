"""Renderer: the only code that decides how anything looks.

    frame -> scene -> display list -> SVG, pixels, canvas, terminal

shapes    primitives of a display list, in units of a cell
palette   colours by name in each theme; patterns and dashes of seats
symbols   how each kind of element looks, as shapes around a place
scene     a frame as elements (symbols in their places), their lines through cells, their shapes
tween     the scene between two scenes
outlines  the geometry of lines, dashes, tiles and borders
header    the round and the players above a picture, and the width of text
"""
