"""Python interface, for notebooks and scripts; `gridbots_referee` itself has its names.

    import gridbots_referee as referee

    match = referee.play_match("light-riders", ["minimax:depth=4", "wall-hugger"], seed=7)

What plays is a process of its own, started for the call and ended with it: so a call works in a
notebook, in any thread and beside others, and an interrupted one leaves nothing behind.

matches          plays matches
tournaments      plays tournaments
recorded_match   a match that was recorded: its result, its states, its pictures
results          what a store holds, as tables
table            rows with named columns, as text, as HTML, as a data frame
requests         what is to be played, as plain values, and its check
messages         what a call and the process that plays say to each other
referee_process  that process, seen from the call
referee_program  the program that it runs
"""
