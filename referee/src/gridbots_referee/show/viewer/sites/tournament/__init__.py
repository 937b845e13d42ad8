"""Site of one tournament: what is in its store, also while it is played.

site         answers what the page asks, and tells it the news
store_table  the matches of the store in columns, which grow with it
matches      the list of matches, as rows of pages
standings    standings, cross table and rating curves
"""
