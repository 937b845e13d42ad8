"""Many matches: what is to be played, by whom, what came of it, and what that proves."""
