"""swift, a solver of Snake: one plan for each apple, the best of many.

plans           paths to an apple that leave the body safe
evaluation      evaluation function of the state after an apple
weights         weights of its features
patterns        edge patterns: local features, and their table
rollouts        roll-outs of candidates with sampled next apples
fallback_cycle  fallback if no plan is safe: a whole Hamiltonian cycle
selection       plan selection
policy          swift as a policy and as a bot
chance          random numbers from the policy's memory

scripts/fit_swift_features.py and scripts/fit_swift_patterns.py in the repository fit the weights.
"""
