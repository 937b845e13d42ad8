"""Lobby: people choose matches in the page, and the referee plays them.

catalogue   games with their settings and bots with their options, as a form needs them
order       a match that was chosen, checked field by field
onward      orders that go on from a position
lobby       plays what was ordered, one match after the other
lobby_site  what the page of who has started it shows
"""
