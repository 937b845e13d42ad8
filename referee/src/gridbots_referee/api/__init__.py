"""Python interface for notebooks and scripts; `gridbots_referee` exports its names.

    import gridbots_referee as referee

    match = referee.play_match("light-riders", ["minimax:depth=4", "wall-hugger"], seed=7)

Each call plays in a process of its own, which ends with the call. So a call works in a notebook,
in any thread and beside other calls, and an interrupted call leaves nothing behind.

play             plays matches and tournaments
recorded_match   a recorded match: its result, its states, its pictures
results          the contents of a store, as tables
table            rows with named columns, as text, as HTML, as a data frame
messages         checked requests and messages between a call and its process
referee_process  that process, seen from the call
referee_program  the program that it runs
"""
