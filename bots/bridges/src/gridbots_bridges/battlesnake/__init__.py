"""Battlesnake: servers as bots.

http_bridge  the bridge `http`: asks a server, which it may start
requests     bodies of its requests
http_client  HTTP/1.1, with a deadline for each exchange
"""
