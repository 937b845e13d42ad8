"""Battlesnake: servers as bots, and bots as servers.

http_bridge  the bridge `http`: asks a server, which it may start
requests     bodies of its requests
http_client  HTTP/1.1, with a deadline for each exchange
connection   TCP, without blocking

serve        `gridbots serve`: a bot answers as a Battlesnake
service      its HTTP server, and the matches that are on
players      a process of the bot for each match
lines        lines of our protocol, made of the bodies of requests
"""
