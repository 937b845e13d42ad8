"""What is told and kept of a match while it is played.

match_log        what came of each round, from which the record is made
live_transcript  what passes between referee and bot, written while they play
events           match events as JSON lines
"""
