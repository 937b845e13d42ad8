// not-flushed: flush the standard output after each answer: in C: fflush(stdout); after each answer
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) printf("up\n");
}
