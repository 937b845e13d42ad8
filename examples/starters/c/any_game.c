// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: gcc -O2 -o any_game any_game.c
// Start: ./any_game
// Needs: gcc

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_LINE = 65536, MAX_NAME = 64, MAX_VALUES = 256, MAX_MOVES = 256 };

typedef struct {
    char name[MAX_NAME];
    char *text;
} Value;

static Value values[MAX_VALUES];  // what settings and updates say, the latest of each name
static int value_count;
static char words[] = "up right down left";
static const char *moves[MAX_MOVES];
static int move_count;

// The value of a setting or an update, or NULL if it was not sent.
static const char *value_of(const char *name) {
    for (int i = 0; i < value_count; i++)
        if (strcmp(values[i].name, name) == 0) return values[i].text;
    return NULL;
}

static void keep(const char *name, const char *text) {
    int i = 0;
    while (i < value_count && strcmp(values[i].name, name) != 0) i++;
    if (i == MAX_VALUES) return;
    if (i == value_count) snprintf(values[value_count++].name, MAX_NAME, "%s", name);
    free(values[i].text);
    values[i].text = malloc(strlen(text) + 1);
    strcpy(values[i].text, text);
}

static const char *choose_move(void) {
    const char *round = value_of("round");
    fprintf(stderr, "round %s\n", round ? round : "unknown");
    return moves[rand() % move_count];
}

int main(void) {
    static char line[MAX_LINE];
    char name[MAX_NAME];
    int start;
    srand((unsigned)time(NULL));
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        moves[move_count++] = word;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (sscanf(line, "settings %63s %n", name, &start) == 1) {
            keep(name, line + start);
        } else if (sscanf(line, "update game %63s %n", name, &start) == 1) {
            keep(name, line + start);
        } else if (strncmp(line, "action move", 11) == 0) {
            puts(choose_move());
            fflush(stdout);
        }
    }
    return EXIT_SUCCESS;
}
