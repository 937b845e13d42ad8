"""Transcripts: the lines between the referee and a bot, rebuilt from a record.

transcript  the lines sent to a seat, and its answers
feed        bots that are sent the lines of a transcript
comparison  positions in which two bots decide differently
"""
