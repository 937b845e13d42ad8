"""Scaffolding: new bots, games and plugins, made from the examples.

starters    starter bots by language and game, as the headers of the examples describe them
renaming    an example's name, in all of its forms, replaced by another
bot         the files of a new bot: program, test and page
situations  what a bot is told at the start of a game, for its test
package     the files of a new package: a plugin bot or a game
folder      files written into a folder, none of them over another
"""
