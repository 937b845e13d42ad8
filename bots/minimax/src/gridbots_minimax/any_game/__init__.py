"""Any game that has no part of its own here.

entry            plugin entry: how minimax and expectimax play it
options          their options
evaluations      by what positions are judged
position         what a search begins with: who chooses, what a seat may do
sampled_search   search of sampled states: the mean over futures, or over what is hidden
bot              the bot, against the clock
policy           the same to a fixed depth, as a policy
"""
