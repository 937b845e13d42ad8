"""Boards in the terminal.

board        a frame as characters
glyphs       the character of each mark
half_blocks  two rows of cells in one line of text
position     one round of a record
live         a match while it is played
replay       a record, stepped through
"""
