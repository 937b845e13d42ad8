"""The terminal: styles, text, keys, and a screen that is redrawn.

console   prints through rich
style     colours and their names
text      widths of text
terminal  what the terminal can do
screen    draws over what was drawn before
keys      single keys
"""
