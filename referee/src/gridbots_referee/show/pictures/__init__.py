"""Pictures in files.

svg     a round, or a strip of rounds
pixels  a frame as an array of pixels
gif     an animated match
"""
