"""Deep reinforcement learning in Snake: the bots dqn and ppo.

dqn           deep Q-learning: the plugin; dqn.training trains it
ppo           proximal policy optimisation: the plugin and its bot; ppo.training trains it
bot           a bot that plays by a network
network       feed-forward network in numpy, for playing
views         observation encodings, by name
whole_view    encoding of the whole board
centred_view  egocentric encoding
flood         action mask at play time
fallback      fallback policy, for boards that no network was trained for
trained       weights on disk
curriculum    episodes of a training that begin with a long snake
episodes      greedy evaluation, many episodes at once
evaluate      the same as a command
device        what a training computes with, in torch
"""
