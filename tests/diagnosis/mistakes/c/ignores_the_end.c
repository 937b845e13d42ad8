// level: warning
// lives-on: it is still running 2 s after the end of its input
// lives-on: exit when a read reports the end of the input
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[8192];
    for (;;) {
        line[0] = 0;
        if (!fgets(line, sizeof line, stdin)) usleep(1000);
        if (!strncmp(line, "action", 6)) {
            puts("pass");
            fflush(stdout);
        }
    }
}
