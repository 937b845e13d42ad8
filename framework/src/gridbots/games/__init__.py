"""The games that gridbots ships, each a folder: descriptor, rules, features, wire, pictures.

light_riders  Light Riders, of riddles.io
multisnake    Multiplayer Snake, like Slither.io
paperio       Paper.io
snake         Snake for one
"""
