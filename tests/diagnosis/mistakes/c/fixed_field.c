// level: warning
// crash: it was killed by SIG
// crash: with width=
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[8192], field[256];
    int cells = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "update game field ", 18)) {
            cells = 0;
            for (char *cell = line + 18; *cell > ' '; cell++)
                if (*cell != ',') {
                    if (cells == 256) abort();
                    field[cells++] = *cell;
                }
        }
        if (!strncmp(line, "action", 6)) {
            printf(field[0] ? "pass\n" : "no_moves\n");
            fflush(stdout);
        }
    }
}
