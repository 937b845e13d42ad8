"""What training scripts share: parameters, checkpoints, progress, learning curves.

resumable   Resumable: what learns, round by round; a script brings it
script      Script: the command line, and the training from the last checkpoint to the end
parameters  TrainingParameters: seed, folder, checkpoint interval; former names
schedule    linear schedules and running means
checkpoint  save and load, in one file that is there whole or not at all
progress    lines for people, JSON lines for programs
curves      learning curves as tables (CSV) and as pictures (SVG)
plot_style  colours, dashes and markers of plots, round scales, labels moved apart
opponents   policy_of: the policy of an installed bot with options
weights     learned weights on disk

All of it needs numpy and msgspec only. docs/learning.md shows a whole script.
"""
