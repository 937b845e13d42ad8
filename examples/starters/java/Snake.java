// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Build: javac Snake.java && jar cfe Snake.jar Snake Snake*.class
// Start: java -jar Snake.jar
// Needs: javac jar java

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

public class Snake {
    private static final String[] MOVES = {"up", "right", "down", "left"};
    private static final int NOWHERE = -1;

    private int width = 30;
    private int height = 30;
    private String[] cells = {}; // row by row
    private int head = NOWHERE; // where our head is among the cells

    private void readSetting(String key, String value) {
        if (key.equals("field_width")) width = Integer.parseInt(value);
        if (key.equals("field_height")) height = Integer.parseInt(value);
    }

    private void readUpdate(String name, String value) {
        if (name.equals("field")) cells = value.split(",");
        if (name.equals("field")) head = Arrays.asList(cells).indexOf("0");
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
        return cell != NOWHERE && ".a".contains(cells[cell]);
    }

    private boolean isGoal(int cell) {
        return "a".contains(cells[cell]);
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

    /** Nearest to the goal first, then most cells, then the order of the moves. */
    private String chooseMove() {
        if (head == NOWHERE) return "pass";
        String bestMove = "pass";
        int bestScore = Integer.MIN_VALUE;
        for (int i = 0; i < MOVES.length; i++) {
            int cell = neighbours(head)[i];
            if (!isOpen(cell)) continue;
            int[] explored = explore(cell);
            int score = explored[1] - explored[0] * cells.length;
            if (score > bestScore) {
                bestScore = score;
                bestMove = MOVES[i];
            }
        }
        if (bestMove.equals("pass")) System.err.println("nowhere to go");
        return bestMove;
    }

    public static void main(String[] args) {
        Snake bot = new Snake();
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
