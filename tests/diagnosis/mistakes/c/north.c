// other-word: its answer is not a move: 'NORTH'
// other-word: write one of up, right, down, left, pass, no_moves
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    setbuf(stdout, NULL);
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) puts("NORTH");
}
