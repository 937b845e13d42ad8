// exit: it ended with exit code 0 when asked for a move, without an error message
// exit: keep reading until the input ends
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) {
            puts("pass");
            return 0;
        }
}
