"""swift, our own solver of Snake: one plan for each apple, the best of many.

lanes           where each square leads, in two-by-two cells
trail           the body as numbered steps, on which plans are made and undone
safety          the safety invariant, and the test of it
path_search     cheapest paths in a body that moves on
plan            a path to the apple, mended until it is safe
evaluation      the evaluation function of the state after an apple
weights         its weights
candidates      many plans for one apple
rollouts        what they lead to, by sampled next apples
fallback_cycle  a whole cycle, where no plan is safe
selection       the plan for an apple, of all these
policy          swift as a policy
regression      a program that fits the weights
"""
