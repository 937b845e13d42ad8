"""Framework of training scripts: parameters, checkpoints, progress, matches, learning curves.

script        Resumable, a training that runs step by step; Script, the command that runs it
parameters    TrainingParameters: seed, folder, checkpoint interval; former names of parameters
matches       batches of matches, episodes, opponents and seeds
schedule      linear schedules and running means
checkpoint    atomic save and load
interruption  signals that end a training after a step
progress      text on stderr, JSON lines on stdout
curves        learning curves as tables (CSV) and as pictures (SVG)
plot_style    colours, dashes and markers of plots, round scales, spacing of labels
weights       weights on disk

It needs only numpy and msgspec. docs/learning.md shows a complete script.
"""
