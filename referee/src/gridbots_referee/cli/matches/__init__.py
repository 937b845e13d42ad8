"""Commands that play and show matches.

run         play some
play        choose them in the browser
records     replay and verify what has been recorded
export      a page or pictures of it
site        pages of a whole tournament
transcript  the lines between the referee and a bot
analyse     bots re-examine one
compare     where two bots decide differently in them
view        look at it in the browser
"""
