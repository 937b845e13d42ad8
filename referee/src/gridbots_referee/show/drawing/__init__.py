"""Renderer: the only place that knows how anything looks.

    frame -> scene -> display list -> SVG, pixels, canvas

shapes        primitives of a display list, in units of a cell
palette       colours by name in each theme; patterns and dashes of seats
symbols       how each kind of element looks, as shapes about a place
scene         a frame as elements: symbols in their places
lines         trails and bodies as lines through cells
tween         what lies between two scenes
display_list  a scene as shapes, in the order in which they are drawn
outlines      the area of a line that narrows
regions       what tiles and borders cover
header        the round and the players above a picture
text          the width of words
"""
