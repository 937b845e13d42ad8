"""Commands that play and show matches.

run      play some
records  replay, verify and export what has been recorded
view     look at it in the browser
"""
