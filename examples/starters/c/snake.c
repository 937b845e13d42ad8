// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Build: gcc -O2 -o snake snake.c
// Start: ./snake
// Needs: gcc

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 60, MAX_CELLS = (MAX_SIDE + 2) * (MAX_SIDE + 2), MAX_LINE = 2 * MAX_CELLS };
enum { FREE = '.', APPLE = 'a', HEAD = '0', WALL = 'x' };
enum { MOVES = 4, NO_MOVE = -1 };

static const char *const move_names[MOVES] = {"up", "right", "down", "left"};

static int width = 30;
static int height = 30;
static char field[MAX_CELLS];  // row by row, in a frame of walls, so that a step never leaves it

static void read_setting(const char *line) {
    sscanf(line, "settings field_width %d", &width);
    sscanf(line, "settings field_height %d", &height);
    if (width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE) {
        fprintf(stderr, "expected sides from 1 to %d, got %d x %d\n", MAX_SIDE, width, height);
        exit(EXIT_FAILURE);
    }
}

// Every cell is one character, and a comma stands between two cells.
static void read_field(const char *cells) {
    memset(field, WALL, sizeof field);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            field[(row + 1) * (width + 2) + column + 1] = cells[2 * (row * width + column)];
}

static int neighbour(int cell, int move) {
    const int stride = width + 2;
    const int steps[MOVES] = {-stride, 1, stride, -1};
    return cell + steps[move];
}

static int is_open(int cell) {
    return field[cell] == FREE || field[cell] == APPLE;
}

// How good it is to go to start: nearest to the apple first, then most cells within reach.
static int score(int start) {
    static int distance[MAX_CELLS];  // steps from start, counted from 1; 0 where not yet reached
    int queue[MAX_CELLS] = {start};
    int count = 1;
    int apple = MAX_CELLS;
    memset(distance, 0, sizeof distance);
    distance[start] = 1;
    for (int next = 0; next < count; next++) {
        int cell = queue[next];
        if (field[cell] == APPLE) apple = distance[cell];
        for (int move = 0; move < MOVES; move++) {
            int near = neighbour(cell, move);
            if (distance[near] || !is_open(near)) continue;
            distance[near] = distance[cell] + 1;
            queue[count++] = near;
        }
    }
    return (MAX_CELLS - apple) * MAX_CELLS + count;
}

// Among equals, the order of move_names decides.
static const char *choose_move(void) {
    const char *head = memchr(field, HEAD, sizeof field);
    int best_move = NO_MOVE;
    int best_score = 0;
    for (int move = 0; head && move < MOVES; move++) {
        int cell = neighbour((int)(head - field), move);
        if (!is_open(cell) || score(cell) <= best_score) continue;
        best_score = score(cell);
        best_move = move;
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
        } else if (starts_with(line, "action move")) {
            puts(choose_move());
            fflush(stdout);
        }
    }
    return EXIT_SUCCESS;
}
