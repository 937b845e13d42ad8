"""Commands that play and show matches.

run         play some
records     replay and verify what has been recorded
export      a page or pictures of one, pages of a whole tournament
transcript  the lines between the referee and a bot
analyse     bots re-examine one
compare     where two bots decide differently in them
view        watch recorded matches, or play, in the browser
"""
