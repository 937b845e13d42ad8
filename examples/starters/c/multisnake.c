// Multiplayer Snake starter bot: it takes the shortest path to a candy, if there is space behind it.
// Build: gcc -O2 -o multisnake multisnake.c
// Start: ./multisnake
// Needs: gcc

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 64, MAX_CELLS = (MAX_SIDE + 2) * (MAX_SIDE + 2), MAX_LINE = 16384 };
enum { FREE = '.', CANDY = '+', SPECIAL = '*', WALL = 'x' };
enum { MOVES = 4, NO_MOVE = -1 };

static const char *const move_names[MOVES] = {"up", "right", "down", "left"};

static int size = 20;
static int seat = 0;
static char field[MAX_CELLS];  // row by row, in a frame of walls, so that a step never leaves it
static int head = 0;           // our first cell
static int length = 0;         // how many cells we have

static void read_setting(const char *line) {
    sscanf(line, "settings size %d", &size);
    sscanf(line, "settings your_botid %d", &seat);
    if (size < 1 || size > MAX_SIDE) {
        fprintf(stderr, "expected a size from 1 to %d, got %d\n", MAX_SIDE, size);
        exit(EXIT_FAILURE);
    }
}

// Every cell is one character, and a comma stands between two cells.
static void read_field(const char *cells) {
    memset(field, WALL, sizeof field);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            field[(row + 1) * (size + 2) + column + 1] = cells[2 * (row * size + column)];
}

// The cells of a snake, the head first: row,column;row,column
static void read_snake(const char *line) {
    int number, row, column;
    if (sscanf(line, "update game snake%d %d,%d", &number, &row, &column) < 3 || number != seat)
        return;
    head = (row + 1) * (size + 2) + column + 1;
    length = 1;
    for (const char *letter = line; *letter; letter++) length += *letter == ';';
}

static int neighbour(int cell, int move) {
    const int stride = size + 2;
    const int steps[MOVES] = {-stride, 1, stride, -1};
    return cell + steps[move];
}

static int is_open(int cell) {
    return field[cell] == FREE || field[cell] == CANDY || field[cell] == SPECIAL;
}

// Breadth first: how many cells can be reached, and in how many steps the nearest candy.
static int explore(int start, int *nearest) {
    int steps[MAX_CELLS] = {0};  // from start, counted from 1; 0: not reached
    int queue[MAX_CELLS] = {start};
    int count = 1;
    steps[start] = 1;
    *nearest = MAX_CELLS;
    for (int at = 0; at < count; at++) {
        int cell = queue[at];
        if (field[cell] != FREE && steps[cell] < *nearest) *nearest = steps[cell];
        for (int move = 0; move < MOVES; move++) {
            int next = neighbour(cell, move);
            if (steps[next] || !is_open(next)) continue;
            steps[next] = steps[cell] + 1;
            queue[count++] = next;
        }
    }
    return count;
}

// Space for the body comes first, then a near candy, then the order of move_names.
static const char *choose_move(void) {
    int best_move = NO_MOVE;
    int best_score = 0;
    for (int move = 0; length && move < MOVES; move++) {
        int cell = neighbour(head, move);
        if (!is_open(cell)) continue;
        int nearest;
        int space = explore(cell, &nearest);
        int score = (space < length ? space : length) * 2 * MAX_CELLS - nearest;
        if (best_move == NO_MOVE || score > best_score) {
            best_score = score;
            best_move = move;
        }
    }
    return best_move == NO_MOVE ? "pass" : move_names[best_move];
}

static int starts_with(const char *line, const char *words) {
    return strncmp(line, words, strlen(words)) == 0;
}

int main(void) {
    static const char field_words[] = "update game field ";
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin)) {
        if (starts_with(line, "settings ")) {
            read_setting(line);
        } else if (starts_with(line, field_words)) {
            read_field(line + strlen(field_words));
        } else if (starts_with(line, "update game snake")) {
            read_snake(line);
        } else if (starts_with(line, "action move")) {
            puts(choose_move());
            fflush(stdout);
        }
    }
    return EXIT_SUCCESS;
}
