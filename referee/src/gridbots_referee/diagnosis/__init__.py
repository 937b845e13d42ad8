"""Diagnosis of a bot: scripted situations and matches, and what it does wrong in them.

diagnosis       all of it, in order
situation       the situations, as a table
position        boards that they need, found by playing ahead
dialogue        one bot process is asked through one situation
listener        the seat and the transport that hear more than those of a match
silence         why a bot says nothing: what it waits for
terminal_trial  whether it answers where its output is a terminal
reading         what kind of answer the lines of one round are
faults          from what was heard to faults
reporter        makes a fault, in the words of the catalogue
fault           a fault, and how equal ones are merged
catalogue       what is wrong, where protocol.md says so, and what to write instead
flushing        how to flush, by language
files           files that a bot misses in its empty folder
matches         faults in real matches
"""
