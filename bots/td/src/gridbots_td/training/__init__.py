"""Training of td: `python -m gridbots_td.training`.

td_lambda     TD(lambda) for Paper.io, to be read from top to bottom
parameters    its parameters
opponents     opponent mix and self-play
trajectories  trajectories and lambda-returns
validation    validation and test matches
script        the command, and the test and curve it writes
weights       weights of any game's features, by self-play
self_play     its kernels
"""
