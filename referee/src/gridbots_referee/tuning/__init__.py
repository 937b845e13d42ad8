"""Tuning: the parameters of a bot, made better by matches.

tuning        declaration: which bot, which parameters, by which method
tuning_file   the same as TOML, read and checked
template      a bot's words with placeholders for parameters
parameters    ranges, scales and rounding
spsa          simultaneous perturbation stochastic approximation
candidates    grid search and random search
search        protocol of the methods: which duels, and what follows from their results
journal       every result on disk, so that a tuning can be resumed
duels         pairs of matches between two bots: compiled, in this process
workers       the same by workers, of this machine or of a cluster
players       which of the two plays a tuning
runner        plays what is missing, then the confirming SPRT
"""
