"""swift, our own solver of Snake: one plan for each apple, the best of many.

lanes           lanes in two-by-two cells: where each square leads
trail           the body as numbered steps, on which plans are made and undone
safety          safety invariant, and the test of it
quick_check     quick safety check, by which plans are made
path_search     cheap paths (weighted A*) in a body that moves on
plan            a path to the apple, mended until it is safe
evaluation      evaluation function of the state after an apple
weights         its weights
patterns        edge patterns: local features, and their table
candidates      candidate plans for one apple
rollouts        roll-outs: what candidates lead to, by sampled next apples
fallback_cycle  fallback: a whole Hamiltonian cycle, where no plan is safe
selection       plan selection, by all these
odd_sides       boards with an odd side, which have no such cells
policy          swift as a policy
bot             its bot, for single matches
chance          random numbers from the policy's memory
fitting         fits the weights
"""
