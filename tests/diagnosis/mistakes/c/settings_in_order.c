// exit: ended with exit code 3 when asked for a move
// exit: with unknown settings and updates
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    int width, height;
    for (int i = 0; i < 5; i++) fgets(line, sizeof line, stdin);
    if (scanf("settings field_width %d\n", &width) != 1) return 3;
    if (scanf("settings field_height %d\n", &height) != 1) return 3;
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) {
            puts("pass");
            fflush(stdout);
        }
}
