"""swift, our own solver of Snake: one plan for each apple, the best of many.

lanes         where each square leads, in two-by-two cells
trail         the body as numbered steps; plans are walked on it in thought
safety        why it never loses, and the test of that
searching     cheapest paths in a body that moves on
planning      a plan: a path to the apple, mended until it is safe
judging       what a state after an apple is worth
weights       the coefficients of that
candidates    many plans for one apple
sampling      what they lead to, by sampled next apples
falling_back  a whole cycle, where no plan is safe
choosing      the plan for an apple, of all these
policy        swift as a policy
fitting       a program that fits the weights
"""
