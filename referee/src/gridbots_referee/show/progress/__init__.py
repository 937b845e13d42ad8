"""Progress of matches that are being played, for people and for programs.

match_console       of `referee run`
tournament_console  of `referee tournament`
experiment_console  of `referee experiment`
feed_console        of `referee transcript --feed`
tuning_console      of `referee tune`
stage_line          what a long command is doing
progress_line       one line: how many, how fast, how long still
"""
