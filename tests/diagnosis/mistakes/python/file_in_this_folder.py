# missing-file: it does not find the file 'book.txt'
# missing-file: or use --in-place, which starts the bot in this folder
import sys

with open("book.txt") as file:
    move = file.read().strip()
for line in sys.stdin:
    if line.startswith("action"):
        print(move, flush=True)
