"""One match: bots as processes, asked for moves under a time bank, judged by the rules."""
