"""Progress of matches while they are played, for people and for programs.

console             what all consoles share: logs, events, progress and stage lines
match_console       `referee run`
tournament_console  `referee tournament`
experiment_console  `referee experiment`
feed_console        `referee transcript --feed`
tuning_console      `referee tune`
"""
