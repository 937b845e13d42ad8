// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Build: javac Multisnake.java && jar cfe Multisnake.jar Multisnake Multisnake*.class
// Start: java -jar Multisnake.jar
// Needs: javac jar java

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

public class Multisnake {
    private static final String[] MOVES = {"up", "right", "down", "left"};
    private static final int NOWHERE = -1;

    private int width = 20;
    private int height = 20;
    private String own = "0"; // our number
    private String[] cells = {}; // row by row
    private int head = NOWHERE; // where our head is among the cells
    private int length = 0; // how many cells we have

    private void readSetting(String key, String value) {
        if (key.equals("size")) width = height = Integer.parseInt(value);
        if (key.equals("your_botid")) own = value;
    }

    private void readUpdate(String name, String value) {
        if (name.equals("field")) cells = value.split(",");
        if (name.equals("snake" + own)) {
            String[] places = value.split(";");
            String[] first = places[0].split(",");
            head = Integer.parseInt(first[0]) * width + Integer.parseInt(first[1]);
            length = places.length;
        }
    }

    /** The four cells around a cell, in the order of MOVES; NOWHERE for those off the board. */
    private int[] neighbours(int cell) {
        int row = cell / width;
        int column = cell % width;
        return new int[] {
            row > 0 ? cell - width : NOWHERE,
            column < width - 1 ? cell + 1 : NOWHERE,
            row < height - 1 ? cell + width : NOWHERE,
            column > 0 ? cell - 1 : NOWHERE,
        };
    }

    private boolean isOpen(int cell) {
        return cell != NOWHERE && ".+*".contains(cells[cell]);
    }

    private boolean isGoal(int cell) {
        return "+*".contains(cells[cell]);
    }

    /** Breadth-first search: steps to the nearest goal, and how many cells can be reached. */
    private int[] explore(int start) {
        int[] steps = new int[cells.length];
        Arrays.fill(steps, NOWHERE);
        List<Integer> queue = new ArrayList<>(List.of(start));
        int nearest = cells.length;
        steps[start] = 0;
        for (int i = 0; i < queue.size(); i++) {
            int cell = queue.get(i);
            if (isGoal(cell)) nearest = Math.min(nearest, steps[cell]);
            for (int next : neighbours(cell)) {
                if (!isOpen(next) || steps[next] != NOWHERE) continue;
                steps[next] = steps[cell] + 1;
                queue.add(next);
            }
        }
        return new int[] {nearest, queue.size()};
    }

    /** Space for the body first, then the nearest goal, then the order of the moves. */
    private String chooseMove() {
        if (head == NOWHERE) return "pass";
        String bestMove = "pass";
        int bestScore = Integer.MIN_VALUE;
        for (int i = 0; i < MOVES.length; i++) {
            int cell = neighbours(head)[i];
            if (!isOpen(cell)) continue;
            int[] explored = explore(cell);
            int score = Math.min(explored[1], length) * cells.length - explored[0];
            if (score > bestScore) {
                bestScore = score;
                bestMove = MOVES[i];
            }
        }
        if (bestMove.equals("pass")) System.err.println("nowhere to go");
        return bestMove;
    }

    public static void main(String[] args) {
        Multisnake bot = new Multisnake();
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String[] words = input.nextLine().trim().split("\\s+");
            if (words[0].equals("settings") && words.length == 3) {
                bot.readSetting(words[1], words[2]);
            } else if (words[0].equals("update") && words[1].equals("game") && words.length == 4) {
                bot.readUpdate(words[2], words[3]);
            } else if (words[0].equals("action")) {
                System.out.println(bot.chooseMove());
                System.out.flush();
            }
        }
    }
}
