"""Keeps bots apart from each other and from the referee.

process_tree  ends a bot with all its descendants
scratch       an empty working directory for each seat
"""
