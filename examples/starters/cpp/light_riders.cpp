// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: g++ -O2 -o light_riders light_riders.cpp
// Start: ./light_riders
// Needs: g++

#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const std::array<std::string, 4> moves = {"up", "right", "down", "left"};
const char free_cell = '.';
const char wall = 'x';

class Bot {
public:
    void read_setting(const std::string& key, const std::string& value) {
        if (key == "field_width") width = std::stoi(value);
        if (key == "field_height") height = std::stoi(value);
        if (key == "your_botid") own_head = value;
    }

    void read_field(std::string cells) {
        cells.erase(std::remove(cells.begin(), cells.end(), ','), cells.end());
        field.assign((width + 2) * (height + 2), wall);
        for (int row = 0; row < height; row++)
            field.replace((row + 1) * (width + 2) + 1, width, cells, row * width, width);
    }

    // Among equals, straight on comes first, then the order of moves.
    std::string choose_move() {
        const auto head = field.find(own_head);
        if (head == std::string::npos) return "pass";
        std::string best_move = "pass";
        int best_score = 0;
        for (int i = 0; i < 4; i++) {
            const int cell = neighbours(head)[i];
            if (field[cell] != free_cell) continue;
            const int score = 2 * count_reachable(cell) + (moves[i] == heading);
            if (score > best_score) {
                best_score = score;
                best_move = moves[i];
            }
        }
        if (best_score > 0) heading = best_move;
        return best_move;
    }

private:
    int width = 16;
    int height = 16;
    std::string own_head = "0";
    std::string field;    // row by row, in a frame of walls, so that a step never leaves it
    std::string heading;  // our last move

    // The four cells around a cell, in the order of moves.
    std::array<int, 4> neighbours(int cell) const {
        const int stride = width + 2;
        return {cell - stride, cell + 1, cell + stride, cell - 1};
    }

    // Flood fill: how many free cells can be reached from start, itself included.
    int count_reachable(int start) const {
        std::string board = field;
        board[start] = wall;
        std::vector<int> stack = {start};
        int count = 0;
        while (!stack.empty()) {
            const int cell = stack.back();
            stack.pop_back();
            count++;
            for (int next : neighbours(cell)) {
                if (board[next] != free_cell) continue;
                board[next] = wall;
                stack.push_back(next);
            }
        }
        return count;
    }
};

int main() {
    Bot bot;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string verb, first, second, third;
        std::istringstream(line) >> verb >> first >> second >> third;
        if (verb == "settings") {
            bot.read_setting(first, second);
        } else if (verb == "update" && first == "game" && second == "field") {
            bot.read_field(third);
        } else if (verb == "action" && first == "move") {
            std::cout << bot.choose_move() << std::endl;
        }
    }
}
