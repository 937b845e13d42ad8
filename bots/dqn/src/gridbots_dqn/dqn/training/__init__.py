"""Training of dqn, in torch: `python -m gridbots_dqn.dqn.training`.

deep_q_learning  the training, to be read from top to bottom
parameters       its parameters, and the network that they describe
learners         Q-networks of several learners, their weights, targets and loss
layers           their convolutions and dense layers
optimizer        Adam and RMSProp
replay_buffer    transitions, sampled uniformly or by priority; n-step returns
script           the command, and what it writes at the end
"""
