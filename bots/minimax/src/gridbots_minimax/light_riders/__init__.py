"""The agents of the CS221 paper on Light Riders, and what it left to future work.

entry         plugin entry: how minimax and expectimax play it
options       their options
evaluations   evaluation functions
paper_bot     the paper's agents, as bots and as policies
agent         their search record
decision      their decision, as kernels
round_bot     alpha-beta with iterative deepening over whole rounds
endgame       riders that are apart: who lasts longer
round_policy  the same to a fixed depth, as a policy
"""
