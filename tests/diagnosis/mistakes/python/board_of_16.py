# level: warning
# crash: IndexError: string index out of range
# crash: with width=10, height=11
import sys

field = ""
for line in sys.stdin:
    if line.startswith("update game field"):
        field = line.split()[3].replace(",", "")
        rows = [field[16 * row : 16 * row + 16] for row in range(16)]
        corners = rows[0][15], rows[15][15]
    if line.startswith("action"):
        print("pass", flush=True)
