// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: g++ -O2 -o any_game any_game.cpp
// Start: ./any_game
// Needs: g++

#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

class Bot {
public:
    std::map<std::string, std::string> settings;  // name -> value, sent once
    std::map<std::string, std::string> updates;   // name -> value, sent in each round

    Bot() {
        std::istringstream words("up right down left");
        moves.assign(std::istream_iterator<std::string>(words), {});
    }

    // The known values are in settings and updates.
    std::string choose_move() {
        std::cerr << "round " << updates["round"] << std::endl;
        std::uniform_int_distribution<std::size_t> draw(0, moves.size() - 1);
        return moves[draw(generator)];
    }

private:
    std::vector<std::string> moves;
    std::mt19937 generator{std::random_device{}()};
};

int main() {
    Bot bot;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string verb, name, value;
        words >> verb >> name;
        if (verb == "settings" && std::getline(words >> std::ws, value)) {
            bot.settings[name] = value;
        } else if (verb == "update" && name == "game") {
            words >> name;
            if (std::getline(words >> std::ws, value)) bot.updates[name] = value;
        } else if (verb == "action" && name == "move") {
            std::cout << bot.choose_move() << std::endl;
        }
    }
}
