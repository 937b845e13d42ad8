"""Diagnosis of a bot: scripted situations and matches, and the faults found in them.

diagnosis  runs all of it, in order
situation  the table of situations
position   finds the positions that they need, by playing ahead
dialogue   plays one situation with one bot process
listener   a seat and a transport that record more than those of a match
silence    why a bot gives no answer
faults     faults in the answers to a situation
matches    faults in real matches
fault      a fault, made from an entry of the catalogue; equal faults are merged
catalogue  known mistakes: description, section of protocol.md, remedy
"""
