"""Fits what the evaluation of swift weighs.

regression  fitted value iteration and ridge regression
"""
