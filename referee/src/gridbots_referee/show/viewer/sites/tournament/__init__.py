"""Site of one tournament: what is in its store, also while it is played.

site           answers what the page asks, and tells it the news
store_table    the matches of the store in columns, which grow with it
store_view     the store at a moment, with what has been made of it
matches        the list of matches, as rows of pages
standings      standings, cross table and rating curves
bot_page       all about a bot
schedule_page  how far it is, what comes next, when it is likely to end
sprt_page      the evidence of a sequential test
wall           which matches the next boards show
"""
