"""Value networks of Light Riders: small, for leaves, over features that are counted.

counts    what they see of each rider
layers    the hidden layers, as kernels
sizes     of the boards on which they have learned
trained   weights
training  what trainings of them have in common

What else they see, and what is made of what they say, stands in `duel_network` and `crowd_network`.
"""
