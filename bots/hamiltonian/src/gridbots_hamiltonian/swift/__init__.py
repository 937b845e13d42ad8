"""swift, our own solver of Snake: one plan for each apple, the best of many.

plans           paths to an apple that leave the body safe there
evaluation      evaluation function of the state after an apple
weights         its weights
patterns        edge patterns: local features, and their table
rollouts        roll-outs: what candidates lead to, by sampled next apples
fallback_cycle  fallback: a whole Hamiltonian cycle, where no plan is safe
selection       plan selection, by all these
odd_sides       boards with an odd side, which have no such cells
policy          swift as a policy
bot             its bot, for single matches
chance          random numbers from the policy's memory
fitting         fits the weights
"""
