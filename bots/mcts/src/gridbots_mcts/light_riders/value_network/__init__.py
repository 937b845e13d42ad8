"""Value networks of Light Riders: small networks over counted features, for the leaves of a search.

counts       the features of each rider
layers       the network as kernels, and its weights
self_play    matches that trainings learn from
regression   the fit, in torch
generations  the training: self-play and a fit, repeated with the network that was learned

`duel_network` and `crowd_network` add their own features and outputs.
"""
