"""Pictures for viewers.

frames   marks on the board in each round, derived from records
overlay  plans and evaluations of a bot, drawn over the board
"""
