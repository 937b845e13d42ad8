// The alpha-beta of gridbots.search over Light Riders with two seats, by hand, for comparison.
//
// The same moves in the same order: so it plays as many rounds and finds the same value. It reads
// positions as "width height rounds depth cells", cells being '.', 'x', '0' and '1' by rows,
// headings being those of the heads, and writes "nodes value" for each; at the end CPU seconds.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "light_riders.hpp"

constexpr double DECISIVE = 1e6;
constexpr int MOST_PLIES = 128, NO_MOVE = -1, SLOTS = 1 << 16;
constexpr int64_t PRIME = (1LL << 40) - 87, BASE = 5867753;

struct Ply {
    int seat, depth;
    double alpha, beta, best;
    int best_move;
    int64_t path;
    int moves, tried, order[4];
};

static int limit;
static State states[MOST_PLIES];
static Ply plies[MOST_PLIES];
static int joint[MOST_PLIES][2];
static int64_t known_paths[SLOTS], often[MOST_PLIES][4], nodes;
static int8_t known_moves[SLOTS];

static double evaluate(const State& state, int seat) {
    static int16_t nearest[MOST_CELLS], waves[MOST_CELLS], queue[MOST_CELLS];
    int counts[4] = {0, 0, 0, 0}, begin = 0, end = 2, met = 0;
    std::memset(nearest, 0, size * sizeof *nearest);
    for (int head = 0; head < 2; head++) {
        queue[head] = state.heads[head];
        nearest[state.heads[head]] = 1 << head;
        waves[state.heads[head]] = 0;
    }
    while (begin < end) {
        int here = queue[begin], mine = nearest[here], wave = waves[here] + 1;
        if (begin >= 2) counts[mine]++;
        begin++;
        for (int step : steps) {
            int there = here + step;
            if (state.cells[there] != 0) continue;
            int theirs = nearest[there];
            if (theirs == 0) {
                nearest[there] = mine;
                waves[there] = wave;
                queue[end++] = there;
            } else if (theirs != mine) {
                met |= theirs | mine;
                if (waves[there] == wave) nearest[there] = theirs | mine;
            }
        }
    }
    return met >> seat & 1 ? counts[1 << seat] - counts[2 >> seat] : 0;
}

static void open_ply(int index, int depth, int seat) {
    Ply& ply = plies[index];
    const State& state = states[depth];
    ply.seat = seat;
    ply.depth = depth;
    ply.best = 0;
    ply.tried = 0;
    int64_t slot = ply.path & (SLOTS - 1);
    int known = known_paths[slot] == ply.path ? known_moves[slot] : NO_MOVE;
    if (known == NO_MOVE) known = ply.best_move;  // the killer move: best when this was open last
    bool stuck = true, allowed[4];
    for (int move = 0; move < 4; move++) {
        allowed[move] = state.cells[state.heads[seat] + steps[move]] == 0;
        if (allowed[move]) stuck = false;
    }
    int count = 0;
    for (int move = 0; move < 4; move++) {
        bool back = state.rounds > 0 && move == ((state.headings[seat] + 2) & 3);
        if (back || !(allowed[move] || stuck)) continue;
        int place = count++;
        while (place > 0) {
            int other = ply.order[place - 1];
            bool before = other != known &&
                          (move == known || often[index][move] > often[index][other]);
            if (!before) break;
            ply.order[place] = other;
            place--;
        }
        ply.order[place] = move;
    }
    ply.moves = count;
}

static void take(Ply& ply, int searching, double value) {
    bool wants_high = ply.seat == searching;
    if ((wants_high ? value > ply.best : value < ply.best) || ply.tried == 1) {
        ply.best = value;
        ply.best_move = ply.order[ply.tried - 1];
    }
    if (wants_high) ply.alpha = std::max(ply.alpha, value);
    else ply.beta = std::min(ply.beta, value);
}

static double search(int searching) {
    for (int index = 0; index < 2 * limit; index++) plies[index].best_move = NO_MOVE;
    plies[0].path = 1;
    plies[0].alpha = -INFINITY;
    plies[0].beta = INFINITY;
    open_ply(0, 0, searching);
    int index = 0;
    while (index >= 0) {
        Ply& ply = plies[index];
        if (ply.tried == ply.moves || ply.alpha >= ply.beta) {
            int64_t slot = ply.path & (SLOTS - 1);
            known_paths[slot] = ply.path;
            known_moves[slot] = ply.best_move;
            if (ply.best_move != NO_MOVE) often[index][ply.best_move]++;
            index--;
            if (index >= 0) take(plies[index], searching, ply.best);
            continue;
        }
        int move = ply.order[ply.tried++], depth = ply.depth;
        joint[depth][ply.seat] = move;
        bool round_is_chosen = ply.seat != searching;
        if (round_is_chosen) {
            nodes++;
            states[depth + 1] = states[depth];
            State& state = states[depth + 1];
            play(state, joint[depth]);
            depth++;
            if (state.over) {
                take(ply, searching, utility(state, searching) * (DECISIVE - depth));
                continue;
            }
            if (depth == limit) {
                take(ply, searching, evaluate(state, searching));
                continue;
            }
        }
        Ply& following = plies[index + 1];
        following.path = (ply.path * BASE + move + 1) % PRIME;
        following.alpha = ply.alpha;
        following.beta = ply.beta;
        open_ply(++index, depth, round_is_chosen ? searching : 1 - searching);
    }
    return plies[0].best;
}

int main() {
    int width, height, depth, rounds, first, second;
    std::vector<char> cells(MOST_CELLS + 1);
    double seconds = 0;
    while (std::scanf("%d %d %d %d %d %d %324s", &width, &height, &rounds, &depth, &first, &second,
                      cells.data()) == 7) {
        const int headings[2] = {first, second};
        set_up(states[0], width, height, rounds, headings, cells.data());
        std::memset(known_paths, 0, sizeof known_paths);
        std::memset(often, 0, sizeof often);
        nodes = 0;
        double value = 0;
        std::clock_t began = std::clock();
        for (limit = 1; limit <= depth; limit++) value = search(0);
        seconds += double(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%lld %.17g\n", (long long)nodes, value);
    }
    std::printf("%.6f\n", seconds);
}
