"""mcts in Light Riders: tree search among others, the longest path once it is alone.

entry          the part of the plugin that names it
options        what can be set here beside the options of every game
parameters     both together, as numbers and kernels
duel_network   what leaves of two riders are judged by, and its training
crowd_network  the same for more riders
value_network  what networks and their trainings have in common
win_chance     chances of two riders by regression, and on boards of other sizes
crowd_chance   the same for more riders, and what leaves of any number are judged by
connectivity   whether a rider is cut off from all others
bot            the bot
"""
