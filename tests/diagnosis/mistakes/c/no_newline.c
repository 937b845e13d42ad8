// no-newline: end each answer with a line feed
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) {
            printf("pass");
            fflush(stdout);
        }
}
