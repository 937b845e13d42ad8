"""Battlesnake: servers as bots, and bots as servers.

http_bridge  the bridge `http`: asks a server, which it may start
requests     bodies of its requests
http_client  HTTP/1.1 client without blocking, with a deadline for each exchange

serve        `gridbots serve`: a bot answers as a Battlesnake
service      its HTTP server, and the matches in progress
players      a process of the bot for each match
lines        lines of our protocol, made from the bodies of requests
"""
