"""Plots by matplotlib, and pages that contain one.

figure           matplotlib figures in the common style
tournament_plot  standings and cross tables
experiment_plot  the plot and the page of an experiment
tuning_plot      the plot and the page of a tuning
"""
