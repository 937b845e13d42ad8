"""Live matches: what people in front of pages do in them.

move_queue    moves chosen ahead
person_seat   a seat that a person plays: the move that is due
round_timer   real-time pace: rounds go on whether or not a key was pressed
live_matches  the matches, while they are played and afterwards
"""
