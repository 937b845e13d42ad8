"""A match as frames, and as data for the page.

replay        all data of a match, with its frames in stretches
timeline      the frames by number, made on demand
highlights    eliminations, failures, warnings and large losses of time
dialogue      what the bots were sent and what they answered
measures      clocks, evaluations, scores and territory over the match
lead          who is ahead, changes of lead, and the largest swings
scene_deltas  delta encoding of scenes
"""
