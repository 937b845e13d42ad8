"""Tournament formats: who meets whom, in which seat, from which opening.

tournament        what a tournament is, as a declarative value
tournament_file   the same as a TOML file
fixture           a match that is scheduled
round_robin       tables of a round robin, and of a gauntlet
swiss             Swiss system
perfect_matching  minimum-weight perfect matching, for Swiss pairings
knockout          knock-out brackets
ladder            ladders
stages            one format after another
schedule          all match groups of a tournament
extent            how many matches a tournament has
growth            what may be added when matches have been played
openings          opening books
standings         points, places and tie-breaks
"""
