"""Pictures in files.

svg              a round, or a strip of rounds
pixels           a frame as an array of pixels
gif              an animated match
tournament_plot  plots of a tournament, by matplotlib
experiment_plot  plots of an experiment, by matplotlib
experiment_page  the page of an experiment, with its plot
tuning_plot      the curve of a tuning, by matplotlib
tuning_page      the page of a tuning, with its curve
"""
