"""Transcripts: the lines between the referee and a bot, rebuilt from a record, and fed to bots.

transcript  what a seat was sent and what it answered
feed        bots that are sent the lines of a transcript
comparison  where two bots decide differently
"""
