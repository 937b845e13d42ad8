# missing-file: it does not find the file 'data_file_beside_it.txt'
# missing-file: Path(__file__).parent in Python
import sys

with open("data_file_beside_it.txt") as file:
    move = file.read().strip()
for line in sys.stdin:
    if line.startswith("action"):
        print(move, flush=True)
