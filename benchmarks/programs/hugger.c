/* A trivial Light Riders bot for the benchmarks: it thinks for about a microsecond.
 * It stays in its half of the board and goes to the free neighbour with the fewest free neighbours,
 * so matches are long. Boards of at most 64x64 cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char input[1 << 16];
static char cells[64 * 64];
static int width = 16, height = 16, seat, head;
static const char *words[] = {"up\n", "right\n", "down\n", "left\n"};
static const int rows[] = {-1, 0, 1, 0}, columns[] = {0, 1, 0, -1};

static int is_free(int row, int column) {
    int low = seat % 2 ? width / 2 : 0, high = seat % 2 ? width : width / 2;
    return row >= 0 && row < height && column >= low && column < high &&
           cells[row * width + column] == '.';
}

static int liberties(int row, int column) {
    int count = 0;
    for (int side = 0; side < 4; side++) count += is_free(row + rows[side], column + columns[side]);
    return count;
}

static void read_number(const char *name, int *value) {
    const char *found = strstr(input, name);
    if (found) *value = atoi(found + strlen(name));
}

static void read_field(void) {
    const char *letter = strstr(input, "game field ") + strlen("game field ");
    for (int index = 0; index < width * height; letter++) {
        if (*letter == ',') continue;
        if (*letter == '0' + seat) head = index;
        cells[index++] = *letter;
    }
}

static const char *choose(void) {
    int best = 0, fewest = 9;
    for (int side = 0; side < 4; side++) {
        int row = head / width + rows[side], column = head % width + columns[side];
        if (!is_free(row, column)) continue;
        int count = liberties(row, column);
        if (count < fewest) fewest = count, best = side;
    }
    return words[best];
}

int main(void) {
    for (;;) {
        size_t length = 0;
        do {
            ssize_t got = read(0, input + length, sizeof input - length - 1);
            if (got <= 0) return 0;
            input[length += got] = 0;
        } while (!strstr(input, "action move") || input[length - 1] != '\n');
        read_number("your_botid ", &seat);
        read_number("field_width ", &width);
        read_number("field_height ", &height);
        read_field();
        const char *word = choose();
        if (write(1, word, strlen(word)) < 0) return 1;
    }
}
