"""Statistics of match results: pure mathematics over arrays.

played          played matches, and points from places
arrays          match results as arrays
pairwise        cross table; trinomial and pentanomial counts of two players
scoreboard      scores and Elo while a tournament runs
score_rate      score rate and its confidence interval
cluster_robust  cluster-robust variance, and Wilson's interval
elo             Elo differences and score rates
likelihood      constrained maximum likelihood of multinomial distributions
sprt            sequential probability ratio test
bradley_terry   Bradley-Terry strengths by maximum likelihood
plackett_luce   Plackett-Luce ratings for any number of seats, by the package openskill
rating          Elo ratings of all players
"""
