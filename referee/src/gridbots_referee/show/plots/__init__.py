"""Plots by matplotlib, and pages that have one.

figure           figures of matplotlib in the style of all plots
tournament_plot  plots of a tournament
experiment_plot  plots of an experiment
experiment_page  the page of an experiment, with its plot
tuning_plot      the curve of a tuning
tuning_page      the page of a tuning, with its curve
"""
