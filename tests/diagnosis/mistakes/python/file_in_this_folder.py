# missing-file: it does not find the file 'book.txt'
# missing-file: or play with --in-place, which starts it in this folder
import sys

with open("book.txt") as file:
    move = file.read().strip()
for line in sys.stdin:
    if line.startswith("action"):
        print(move, flush=True)
