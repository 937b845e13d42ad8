// The roll-outs of gridbots.search.rollout over Light Riders with two seats, by hand, for comparison.
//
// The same generator and the same draws: so it plays as many rounds, and as many matches are won. It
// reads "width height rounds headings cells count", and writes "rounds won seconds".

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "light_riders.hpp"

// MRG32k3a, as gridbots.game.chance.
struct Generator {
    int64_t words[6];

    int64_t next() {
        constexpr int64_t first_modulus = 4294967087, second_modulus = 4294944443;
        int64_t first = (1403580 * words[1] - 810728 * words[0]) % first_modulus;
        if (first < 0) first += first_modulus;
        int64_t second = (527612 * words[5] - 1370589 * words[3]) % second_modulus;
        if (second < 0) second += second_modulus;
        words[0] = words[1], words[1] = words[2], words[2] = first;
        words[3] = words[4], words[4] = words[5], words[5] = second;
        int64_t number = (first - second) % first_modulus;
        return number < 0 ? number + first_modulus : number;
    }

    int64_t below(int64_t bound) { return next() * bound / 4294967087; }
};

static int random_move(const State& state, int seat, Generator& generator) {
    bool mask[4], is_stuck = true;
    for (int move = 0; move < 4; move++)
        if (state.cells[state.heads[seat] + steps[move]] == 0) is_stuck = false;
    int count = 0;
    for (int move = 0; move < 4; move++) {
        bool back = state.rounds > 0 && move == ((state.headings[seat] + 2) & 3);
        bool is_empty = state.cells[state.heads[seat] + steps[move]] == 0;
        mask[move] = !back && (is_stuck || is_empty);
        count += mask[move];
    }
    int64_t left = count > 1 ? generator.below(count) : 0;
    for (int move = 0; move < 4; move++)
        if (mask[move] && left-- == 0) return move;
    return -1;
}

int main() {
    int width, height, headings[2], begun;
    long count;
    std::vector<char> cells(MOST_CELLS + 1);
    if (std::scanf("%d %d %d %d %d %324s %ld", &width, &height, &begun, &headings[0], &headings[1],
                   cells.data(), &count) != 7)
        return 1;
    State root, state;
    set_up(root, width, height, begun, headings, cells.data());
    Generator generator;
    std::fill_n(generator.words, 6, 12345);
    int64_t rounds = 0, won = 0;
    std::clock_t began = std::clock();
    for (long match = 0; match < count; match++) {
        state = root;
        for (int word = 0; word < 6; word++) generator.below(1 << 30);  // of the state's generator
        while (!state.over) {
            int moves[2];
            for (int seat = 0; seat < 2; seat++) moves[seat] = random_move(state, seat, generator);
            play(state, moves);
            rounds++;
        }
        won += state.out[1] && !state.out[0];
    }
    double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%lld %lld %.6f\n", (long long)rounds, (long long)won, seconds);
}
