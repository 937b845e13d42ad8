"""A match as the page shows it.

replay        all about a match, and its frames in stretches
timeline      its frames, made when asked for
highlights    what is worth stopping at
dialogue      what bots were sent and what they answered
frame_measures  score and territory over the match
scene_deltas  delta encoding of scenes
time_series   clocks and evaluations, downsampled
"""
