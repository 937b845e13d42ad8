"""The terminal: styles, text, keys, and a screen that is redrawn.

style     colours, and what a terminal can show
text      text made safe, measured, cut and aligned
screen    pictures drawn in place of each other
keyboard  single keys, without echo, decoded from escape sequences
"""
