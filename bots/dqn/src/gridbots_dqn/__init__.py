"""Deep reinforcement learning in Snake: the bots dqn and ppo.

dqn              deep Q-learning: the plugin; dqn.training trains it
ppo              proximal policy optimisation: the plugin and its bot; ppo.training trains it
bot              a bot that plays by a network
network          the network in numpy, for playing
views            what a network sees of a position: whole_view, centred_view
flood            a mask for play time
fallback         how to play on boards that no network was trained for
trained          weights on disk
episodes         greedy episodes by the thousand
evaluate         the command that plays them
"""
