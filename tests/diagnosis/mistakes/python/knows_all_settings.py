# crash: KeyError: 'weather'
# crash: with unknown settings and updates
import sys

KNOWN = {
    "player_names": str,
    "your_bot": str,
    "timebank": int,
    "time_per_move": int,
    "your_botid": int,
    "field_width": int,
    "field_height": int,
}
settings = {}
for line in sys.stdin:
    words = line.split()
    if words[0] == "settings":
        settings[words[1]] = KNOWN[words[1]](words[2])
    if words[0] == "action":
        print("pass", flush=True)
