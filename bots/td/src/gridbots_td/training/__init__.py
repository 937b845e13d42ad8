"""Training of td: `python -m gridbots_td.training`.

td_lambda     TD(lambda) for Paper.io, to be read from top to bottom
parameters    its parameters
opponents     opponent mix
self_play_opponent  the other seat, where the learner plays itself
trajectories  trajectories and lambda-returns
validation    matches from which nothing is learned
curve         learning curve
script        the command
seeds         seed study: several trainings on a page
figures       figures of the CS221 paper again
weights       weights of any game's features, learned in self-play
self_play     the kernels of that
"""
