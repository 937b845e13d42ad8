"""Commands that play and show matches.

run         play matches
records     replay and verify records
export      a page or pictures of a match, a static site of a tournament
transcript  print or replay the lines between the referee and a bot
analyse     analyse a recorded match with bots
compare     compare the decisions of two bots in recorded matches
view        watch recorded matches, or play, in the browser
"""
