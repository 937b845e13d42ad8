"""mcts in Light Riders: value networks at the leaves, and the longest path for a rider cut off.

entry          entry of the plugin for this game
options        options besides those for every game
parameters     parameters of the tree search
duel_network   value network for two riders, and its training
crowd_network  value network for more riders, and its training
value_network  layers and training that both networks share
win_chance     win probability of two riders by regression
crowd_chance   the same for more riders; leaf evaluation for any number
connectivity   whether a rider is cut off from all others
bot            the bot
"""
