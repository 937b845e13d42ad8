"""Boards in the terminal.

board        a frame as characters
header       the round and the players, above a board
segments     trails and bodies as lines through cells
glyphs       the character of each mark
half_blocks  two rows of cells in one line of text
comparison   where two bots decide differently
playback     where a replay is, and what keys do
live         a match while it is played
position     a recorded position, as a seat saw it
replay       a record, stepped through
"""
