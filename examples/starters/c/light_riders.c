// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: gcc -O2 -o light_riders light_riders.c
// Start: ./light_riders
// Needs: gcc

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 64, MAX_CELLS = (MAX_SIDE + 2) * (MAX_SIDE + 2), MAX_LINE = 2 * MAX_CELLS };
enum { FREE = '.', WALL = 'x' };
enum { MOVES = 4, NO_MOVE = -1 };

static const char *const move_names[MOVES] = {"up", "right", "down", "left"};

static int width = 16;
static int height = 16;
static char own_head = '0';
static char field[MAX_CELLS];  // row by row, in a frame of walls, so that a step never leaves it
static int heading = NO_MOVE;  // our last move

static void read_setting(const char *line) {
    sscanf(line, "settings field_width %d", &width);
    sscanf(line, "settings field_height %d", &height);
    sscanf(line, "settings your_botid %c", &own_head);
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

// Flood fill: how many free cells can be reached from start, itself included.
static int count_reachable(int start) {
    char board[MAX_CELLS];
    int stack[MAX_CELLS] = {start};
    int depth = 1;
    int count = 0;
    memcpy(board, field, sizeof board);
    board[start] = WALL;
    while (depth > 0) {
        int cell = stack[--depth];
        count++;
        for (int move = 0; move < MOVES; move++) {
            int next = neighbour(cell, move);
            if (board[next] != FREE) continue;
            board[next] = WALL;
            stack[depth++] = next;
        }
    }
    return count;
}

// Among equals, straight on comes first, then the order of move_names.
static const char *choose_move(void) {
    const char *head = memchr(field, own_head, sizeof field);
    int best_move = NO_MOVE;
    int best_score = 0;
    for (int move = 0; head && move < MOVES; move++) {
        int cell = neighbour((int)(head - field), move);
        if (field[cell] != FREE) continue;
        int score = 2 * count_reachable(cell) + (move == heading);
        if (score > best_score) {
            best_score = score;
            best_move = move;
        }
    }
    if (best_move == NO_MOVE) return "pass";
    heading = best_move;
    return move_names[best_move];
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
