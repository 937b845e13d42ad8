"""Features of a position of Paper.io: dense ones, and lookup tables of which one cell counts each.

Of all others only the rival counts, the living one whose head is nearest. Ways are walked as in the
game's own features; a head outside its land counts as the end of its trail, which it will be when
it has moved on. Positions are those after an own move: the rival moves next.

layout       names of the features, the tables, and where the weights of each begin
relations    who is where sooner, and what is won by going home
measurement  measures all of them, and weighs them
"""
