"""Deep reinforcement learning in Snake: the bots dqn and ppo.

dqn           plugin of dqn, and its training by deep Q-learning
ppo           plugin of ppo, and its training by proximal policy optimisation
bot           bots that play by a network
network       feed-forward network in numpy, for playing
views         observation encodings by name
whole_view    published encoding of the whole board
centred_view  egocentric encoding
flood         action mask at play time
trained       weights on disk
curriculum    episodes of a training that start with a long snake
evaluate      greedy evaluation of many episodes at once, also as a command
device        processor or GPU, in torch
"""
