// Light Riders with two seats, by hand: what programs in C++ are compared by.

#pragma once

#include <cstdint>
#include <cstring>
#include <string>

constexpr int MOST_CELLS = 18 * 18;

struct State {
    int32_t heads[2], headings[2];
    bool out[2], over;
    int32_t rounds;
    uint8_t cells[MOST_CELLS];
};

static int stride, size, steps[4];

static void play(State& state, const int* moves) {
    for (int seat = 0; seat < 2; seat++) {
        int& heading = state.headings[seat];
        if (state.rounds == 0 || moves[seat] != ((heading + 2) & 3)) heading = moves[seat];
        state.cells[state.heads[seat]] = 1;
        state.heads[seat] += steps[heading];
    }
    state.rounds++;
    bool met = state.heads[0] == state.heads[1];
    for (int seat = 0; seat < 2; seat++)
        state.out[seat] = state.cells[state.heads[seat]] != 0 || met;
    for (int seat = 0; seat < 2; seat++)
        state.cells[state.heads[seat]] = state.out[seat] ? 1 : 2 + seat;
    state.over = state.out[0] || state.out[1];
}

static double utility(const State& state, int seat) {
    return state.out[1 - seat] - state.out[seat];
}

// A position told as "width height rounds headings cells"; the board is set up for it.
static void set_up(State& state, int width, int height, int rounds, const int* headings,
                   const char* cells) {
    stride = width + 2;
    size = stride * (height + 2);
    const int around[4] = {-stride, 1, stride, -1};
    std::memcpy(steps, around, sizeof steps);
    std::memset(&state, 0, sizeof state);
    std::memset(state.cells, 1, sizeof state.cells);
    state.rounds = rounds;
    for (int seat = 0; seat < 2; seat++) state.headings[seat] = headings[seat];
    for (int place = 0; place < width * height; place++) {
        int index = (place / width + 1) * stride + place % width + 1;
        char letter = cells[place];
        state.cells[index] = letter == '.' ? 0 : letter == 'x' ? 1 : 2 + (letter - '0');
        if (letter == '0' || letter == '1') state.heads[letter - '0'] = index;
    }
}
