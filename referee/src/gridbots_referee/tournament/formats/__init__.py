"""Tournament formats: who meets whom, in which seat, from which opening.

tournament        the declaration of a tournament, and its fixtures, as values
tournament_file   a declaration as a TOML file
round_robin       tables of a round robin, and of a gauntlet
swiss             Swiss system
perfect_matching  perfect matching of a graph, for Swiss pairings without rematches
knockout          knockout brackets
ladder            ladders
stages            one format after another
schedule          all match groups of a tournament, and how many they are
growth            what may be added to a tournament that has begun
openings          opening books
standings         points, places and tie-breaks
"""
