"""Command lines of both programs.

arguments    parsers that suggest an option for a mistyped one
columns      tables and text that fit the terminal
streams      standard streams, and errors in writing to them
"""
