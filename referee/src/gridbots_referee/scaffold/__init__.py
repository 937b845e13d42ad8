"""Scaffolding: new bots, games and plugins, made from the examples.

starters  starter bots by language and game, as the headers of the examples describe them
renaming  replaces the name of an example, in all of its forms
bot       the files of a new bot: program, test, situations of the test, README
package   the files of a new package: a plugin bot or a game
"""
