"""Training of ppo, in torch: `python -m gridbots_dqn.ppo.training`.

policy_optimisation  the training and its parameters, to be read from top to bottom
actor_critic         the network, its rollouts, and the update
warm_start           initial weights from another training or from a file
script               the command, and what it writes at the end
"""
