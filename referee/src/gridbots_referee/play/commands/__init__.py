"""Commands that users name as bots.

command_words  which words of a command name files here
command_hints  what was meant by a command that is none
bot_files      the files that a bot is made of, and their digest
"""
