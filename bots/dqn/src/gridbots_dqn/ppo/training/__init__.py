"""Training of ppo, in torch: `python -m gridbots_dqn.ppo.training`.

policy_optimisation  the training, to be read from top to bottom
parameters           its parameters
actor_critic         the network, its rollouts, and what is learned from them
warm_start           weights of another training, or of a file
report               what is written at the end
script               the command
"""
