// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: javac LightRiders.java && jar cfe LightRiders.jar LightRiders LightRiders*.class
// Start: java -jar LightRiders.jar
// Needs: javac jar java

import java.util.ArrayDeque;
import java.util.Scanner;

public class LightRiders {
    private static final String[] MOVES = {"up", "right", "down", "left"};
    private static final char FREE = '.';
    private static final char WALL = 'x';

    private int width = 16;
    private int height = 16;
    private String ownHead = "0";
    private String field = ""; // row by row, in a frame of walls, so that a step never leaves it
    private String heading = ""; // our last move

    private void readSetting(String key, String value) {
        switch (key) {
            case "field_width" -> width = Integer.parseInt(value);
            case "field_height" -> height = Integer.parseInt(value);
            case "your_botid" -> ownHead = value;
            default -> { }
        }
    }

    private void readField(String text) {
        String cells = text.replace(",", "");
        String edge = String.valueOf(WALL).repeat(width + 2);
        StringBuilder framed = new StringBuilder(edge);
        for (int row = 0; row < height; row++) {
            framed.append(WALL).append(cells, row * width, (row + 1) * width).append(WALL);
        }
        field = framed.append(edge).toString();
    }

    /** The four cells around a cell, in the order of MOVES. */
    private int[] neighbours(int cell) {
        int stride = width + 2;
        return new int[] {cell - stride, cell + 1, cell + stride, cell - 1};
    }

    /** Flood fill: how many free cells can be reached from start, itself included. */
    private int countReachable(int start) {
        char[] board = field.toCharArray();
        board[start] = WALL;
        var stack = new ArrayDeque<Integer>();
        stack.push(start);
        int count = 0;
        while (!stack.isEmpty()) {
            count++;
            for (int cell : neighbours(stack.pop())) {
                if (board[cell] != FREE) continue;
                board[cell] = WALL;
                stack.push(cell);
            }
        }
        return count;
    }

    /** Among equals, straight on comes first, then the order of MOVES. */
    private String chooseMove() {
        int head = field.indexOf(ownHead);
        if (head < 0) return "pass";
        String bestMove = "pass";
        int bestScore = 0;
        for (int i = 0; i < MOVES.length; i++) {
            int cell = neighbours(head)[i];
            if (field.charAt(cell) != FREE) continue;
            int score = 2 * countReachable(cell) + (MOVES[i].equals(heading) ? 1 : 0);
            if (score > bestScore) {
                bestScore = score;
                bestMove = MOVES[i];
            }
        }
        if (bestScore > 0) heading = bestMove;
        return bestMove;
    }

    public static void main(String[] args) {
        LightRiders bot = new LightRiders();
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine();
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("settings") && words.length == 3) {
                bot.readSetting(words[1], words[2]);
            } else if (line.startsWith("update game field ")) {
                bot.readField(words[3]);
            } else if (line.startsWith("action move")) {
                System.out.println(bot.chooseMove());
                System.out.flush();
            }
        }
    }
}
