// Paper.io starter bot: it goes round small rectangles of cells that are not its own.
// Build: gcc -O2 -o paperio paperio.c
// Start: ./paperio
// Needs: gcc

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 64, MAX_CELLS = MAX_SIDE * MAX_SIDE, MAX_LINE = 9 * MAX_CELLS, MAX_SEATS = 6 };
enum { MOVES = 4, NO_MOVE = -1, NOWHERE = -1, FAR = 2 * MAX_CELLS };
enum { LONGEST_TRAIL = 6 };  // steps away from home at most; a longer trail is cut more often

static const char *const move_names[MOVES] = {"up", "right", "down", "left"};

static int side = 7;
static int own = 0;
static int heads[MAX_SEATS];     // place of each head in the field, NOWHERE where it is not seen
static int seats;                // how many there are
static char owners[MAX_CELLS];   // the number of a player, '.' for none, '?' for not seen
static int trails[MAX_CELLS];    // the players whose trail lies there, a bit each
static int distance[MAX_CELLS];  // filled by measure()

static void read_setting(const char *line) {
    sscanf(line, "settings field_width %d", &side);
    sscanf(line, "settings your_botid %d", &own);
    if (side < 1 || side > MAX_SIDE || own < 0 || own >= MAX_SEATS) {
        fprintf(stderr, "expected a side up to %d, got %d\n", MAX_SIDE, side);
        exit(EXIT_FAILURE);
    }
}

static void read_heads(char *places) {
    seats = 0;
    for (char *place = strtok(places, ","); place && seats < MAX_SEATS; place = strtok(NULL, ","))
        heads[seats++] = *place == '?' ? NOWHERE : atoi(place);
}

// Every cell is its owner, then the numbers of those whose trail it is; a comma between two cells.
static void read_field(const char *cells) {
    for (int cell = 0; cell < side * side; cell++) {
        owners[cell] = *cells++;
        trails[cell] = 0;
        for (; *cells >= '0' && *cells <= '9'; cells++) trails[cell] |= 1 << (*cells - '0');
        if (*cells == ',') cells++;
    }
}

// The cell that a move leads to, or NOWHERE if it leaves the board.
static int neighbour(int cell, int move) {
    const int rows[MOVES] = {-1, 0, 1, 0};
    const int columns[MOVES] = {0, 1, 0, -1};
    int row = cell / side + rows[move];
    int column = cell % side + columns[move];
    int inside = row >= 0 && row < side && column >= 0 && column < side;
    return inside ? row * side + column : NOWHERE;
}

static int is_own(int cell) { return owners[cell] == '0' + own; }

static int is_own_trail(int cell) { return trails[cell] >> own & 1; }

// How far it is to each cell from our land, or else from what is not ours, around our own trail.
static void measure(int from_own) {
    int queue[MAX_CELLS];
    int end = 0;
    for (int cell = 0; cell < side * side; cell++) {
        distance[cell] = is_own(cell) == from_own ? 0 : FAR;
        if (distance[cell] == 0) queue[end++] = cell;
    }
    for (int begin = 0; begin < end; begin++)
        for (int move = 0; move < MOVES; move++) {
            int there = neighbour(queue[begin], move);
            if (there == NOWHERE || distance[there] != FAR || is_own_trail(there)) continue;
            distance[there] = distance[queue[begin]] + 1;
            queue[end++] = there;
        }
}

// Whether we see another head.
static int is_watched(void) {
    int seen = 0;
    for (int seat = 0; seat < seats; seat++) seen += heads[seat] != NOWHERE;
    return seen > 1;
}

static int count_trail(void) {
    int count = 0;
    for (int cell = 0; cell < side * side; cell++) count += is_own_trail(cell);
    return count;
}

static const char *choose_move(void) {
    int head = heads[own];
    if (head == NOWHERE) return "pass";
    int trail = count_trail();
    measure(trail > 0);
    int goes_home = trail > 0 && (trail + distance[head] > LONGEST_TRAIL || is_watched());
    int best_move = NO_MOVE;
    int best_score = 0;
    for (int move = 0; move < MOVES; move++) {
        int there = neighbour(head, move);
        if (there == NOWHERE || is_own_trail(there)) continue;
        int near = distance[there] < 2 ? distance[there] : 2;
        // Out of our land by the shortest way; then on, but not too far from home; then home.
        int score = trail == 0 || goes_home ? -distance[there] : 10 * !is_own(there) + near;
        if (trail > 0 && distance[there] == FAR) score = -FAR;
        if (trails[there] & ~(1 << own)) score = FAR;
        if (best_move == NO_MOVE || score > best_score) {
            best_score = score;
            best_move = move;
        }
    }
    return best_move == NO_MOVE ? "pass" : move_names[best_move];
}

// What follows these words in a line, or NULL if it does not start with them.
static char *after(char *line, const char *words) {
    size_t length = strlen(words);
    return strncmp(line, words, length) == 0 ? line + length : NULL;
}

int main(void) {
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin)) {
        char *rest;
        if (after(line, "settings ")) {
            read_setting(line);
        } else if ((rest = after(line, "update game heads "))) {
            read_heads(rest);
        } else if ((rest = after(line, "update game field "))) {
            read_field(rest);
        } else if (after(line, "action move")) {
            puts(choose_move());
            fflush(stdout);
        }
    }
    return EXIT_SUCCESS;
}
