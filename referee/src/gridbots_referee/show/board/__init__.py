"""Boards in the terminal.

board     a frame as characters
canvas    the characters of a board, cell by cell
header    the round and the players, above a board
glyphs    the character of each mark
position  recorded positions as one seat saw them, and the comparison of two bots
playback  the state of a replay, and its key bindings
live      a match while it is played
replay    a recorded match, stepped through or printed
"""
