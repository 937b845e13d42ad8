// blank-line: it writes blank lines
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) {
            printf("\npass\n\n");
            fflush(stdout);
        }
}
