"""Pictures: what viewers draw.

frames   the marks on the board in each round, derived from records
overlay  what a bot shows of its thinking, drawn over them
"""
