// leading-blank: its answer starts with a blank: ' pass'
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192];
    setbuf(stdout, NULL);
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "action", 6)) printf("%5s\n", "pass");
}
