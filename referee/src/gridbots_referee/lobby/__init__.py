"""Lobby: people choose matches in the browser, and the referee plays them.

match_request  a match as the page asks for it, checked field by field
lobby          plays the requested matches, one after the other
lobby_site     the page of the user who started the lobby, and the games and bots that it offers
"""
