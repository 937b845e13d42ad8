"""Statistics of match results: pure mathematics over arrays.

played          played matches, and points from places
arrays          the same as arrays
pairwise        cross table; results of two players, by pair
score           running score of a player
score_rate      score rate, and its confidence interval
wilson          Wilson's interval of a share
elo             Elo differences and score rates
likelihood      multinomial likelihood ratios
sprt            sequential probability ratio test
running_sprt    the same, while matches come in
bradley_terry   Bradley-Terry ratings by maximum likelihood
cluster_robust  cluster-robust variance
plackett_luce   Bayesian ratings of many seats, by the package openskill
rating          ratings of all players, by any of these
"""
