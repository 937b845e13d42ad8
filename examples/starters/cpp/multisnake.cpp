// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Build: g++ -O2 -o multisnake multisnake.cpp
// Start: ./multisnake
// Needs: g++

#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

const std::array<std::string, 4> moves = {"up", "right", "down", "left"};
const int nowhere = -1;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream input(text);
    for (std::string part; std::getline(input, part, separator);) parts.push_back(part);
    return parts;
}

class Bot {
public:
    void read_setting(const std::string& key, const std::string& value) {
        if (key == "size") width = height = std::stoi(value);
        if (key == "your_botid") own = value;
    }

    void read_update(const std::string& name, const std::string& value) {
        if (name == "field") cells = split(value, ',');
        if (name == "snake" + own) {
            const auto places = split(value, ';');
            const auto first = split(places[0], ',');
            head = std::stoi(first[0]) * width + std::stoi(first[1]);
            length = places.size();
        }
    }

    // Space for the body first, then the nearest goal, then the order of the moves.
    std::string choose_move() {
        if (head == nowhere) return "pass";
        std::string best_move = "pass";
        int best_score = std::numeric_limits<int>::min();
        for (int i = 0; i < 4; i++) {
            const int cell = neighbours(head)[i];
            if (!is_open(cell)) continue;
            const auto [nearest, space] = explore(cell);
            const int score = std::min(space, length) * static_cast<int>(cells.size()) - nearest;
            if (score > best_score) {
                best_score = score;
                best_move = moves[i];
            }
        }
        if (best_move == "pass") std::cerr << "nowhere to go" << std::endl;
        return best_move;
    }

private:
    int width = 20;
    int height = 20;
    std::string own = "0";           // our number
    std::vector<std::string> cells;  // row by row
    int head = nowhere;              // where our head is among the cells
    int length = 0;                  // how many cells we have

    // The four cells around a cell, in the order of moves; nowhere for those off the board.
    std::array<int, 4> neighbours(int cell) const {
        const int row = cell / width;
        const int column = cell % width;
        return {
            row > 0 ? cell - width : nowhere,
            column < width - 1 ? cell + 1 : nowhere,
            row < height - 1 ? cell + width : nowhere,
            column > 0 ? cell - 1 : nowhere,
        };
    }

    bool is_open(int cell) const {
        return cell != nowhere && std::string(".+*").find(cells[cell]) != std::string::npos;
    }

    bool is_goal(int cell) const {
        return std::string("+*").find(cells[cell]) != std::string::npos;
    }

    // Breadth-first search: steps to the nearest goal, and how many cells can be reached.
    std::pair<int, int> explore(int start) const {
        std::vector<int> steps(cells.size(), nowhere);
        std::vector<int> queue = {start};
        int nearest = cells.size();
        steps[start] = 0;
        for (std::size_t i = 0; i < queue.size(); i++) {
            const int cell = queue[i];
            if (is_goal(cell)) nearest = std::min(nearest, steps[cell]);
            for (int next : neighbours(cell)) {
                if (!is_open(next) || steps[next] != nowhere) continue;
                steps[next] = steps[cell] + 1;
                queue.push_back(next);
            }
        }
        return {nearest, static_cast<int>(queue.size())};
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
        } else if (verb == "update" && first == "game") {
            bot.read_update(second, third);
        } else if (verb == "action" && first == "move") {
            std::cout << bot.choose_move() << std::endl;
        }
    }
}
