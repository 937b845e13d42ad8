"""Training of td: `python -m gridbots_td.training`.

td_lambda     TD(lambda) for Paper.io, to be read from top to bottom
parameters    all its parameters
opponents     the mix of opponents
trajectories  what is noted in an episode, and what is learned from it
validation    matches from which nothing is learned
curve         the learning curve
script        the command
seeds         the page on several seeds
figures       figures of the CS221 paper again
weights       weights of any game's features, learned in self-play
self_play     the kernels of that
"""
