// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: javac AnyGame.java && jar cfe AnyGame.jar AnyGame AnyGame*.class
// Start: java -jar AnyGame.jar
// Needs: javac jar java

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

public class AnyGame {
    private static final String[] MOVES = "up right down left".split(" ");

    private final Map<String, String> settings = new HashMap<>(); // name -> value, sent once
    private final Map<String, String> updates = new HashMap<>(); // name -> value, sent in each round
    private final Random random = new Random();

    /** The known values are in settings and updates. */
    private String chooseMove() {
        System.err.println("round " + updates.get("round"));
        return MOVES[random.nextInt(MOVES.length)];
    }

    public static void main(String[] args) {
        AnyGame bot = new AnyGame();
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String[] words = input.nextLine().trim().split("\\s+", 4);
            if (words[0].equals("settings") && words.length == 3) {
                bot.settings.put(words[1], words[2]);
            } else if (words[0].equals("update") && words.length == 4 && words[1].equals("game")) {
                bot.updates.put(words[2], words[3]);
            } else if (words[0].equals("action")) {
                System.out.println(bot.chooseMove());
                System.out.flush();
            }
        }
    }
}
