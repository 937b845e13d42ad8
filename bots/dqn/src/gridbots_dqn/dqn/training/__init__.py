"""Training of dqn, in torch: `python -m gridbots_dqn.dqn.training`.

deep_q_learning  the training, to be read from top to bottom
parameters       its parameters, and the network that they describe
learners         networks of several learners, side by side
layers           their convolutions and dense layers
master_weights   their weights: a row to change, and arrays to compute with
optimizer        how a row changes
replay_buffer    transitions, drawn evenly or by priority
returns          transitions that look several rounds ahead
report           what is written at the end
script           the command
comparison       the published comparisons again
"""
