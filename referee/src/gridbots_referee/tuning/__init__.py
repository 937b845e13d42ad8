"""Tuning: optimises the parameters of a bot by matches.

tuning      declaration: which bot, which parameters, by which method; a TOML file, read and checked
parameters  placeholders in a bot's text; ranges, scales and rounding
search      protocol of the methods; grid search and random search
spsa        simultaneous perturbation stochastic approximation
journal     every result on disk, so that a tuning can be resumed
players     plays pairs of matches between two bots, compiled or by workers
runner      plays missing steps, then the confirming SPRT
"""
