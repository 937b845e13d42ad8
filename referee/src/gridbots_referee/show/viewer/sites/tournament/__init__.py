"""Site of one tournament: what is in its store, also while it is played.

site           answers requests of the page, and publishes news
store_table    the matches of the store in columns, which grow with it
matches        rows of the list of matches, and the boards of the wall
curves         rating curves, surprising results, the evidence of a sequential test
bot_page       the page of a bot
schedule_page  progress, the next matches, and the expected end
"""
