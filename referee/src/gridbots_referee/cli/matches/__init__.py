"""Commands that play and show matches.

run         play some
records     replay, verify and export what has been recorded
transcript  the lines between the referee and a bot
analyse     bots re-examine one
compare     where two bots decide differently in them
view        look at it in the browser
"""
