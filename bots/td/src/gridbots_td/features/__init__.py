"""Features of a Paper.io position: dense features, and lookup tables in which one cell is active.

With several other seats, only the opponent counts: the living seat whose head is nearest. Distances
are those of the game's own features; a head outside its land counts as the end of its trail, since
it will be part of the trail after its next move. Positions are those after an own move, so that the
opponent moves next.

layout       names of the features, the tables, and where the weights of each begin
relations    who reaches a cell first, and the cells captured by returning home
measurement  computes the features and their value
"""
