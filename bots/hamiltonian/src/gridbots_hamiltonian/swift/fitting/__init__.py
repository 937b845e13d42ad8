"""Fits what the evaluation of swift weighs.

regression     weights of the features, by fitted value iteration and ridge regression
contenders     training set: candidates for the same apple, and what roll-outs cost after them
fixed_effects  weights of features and patterns, by regression within apples
"""
