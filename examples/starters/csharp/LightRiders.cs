// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: mcs -out:LightRiders.exe LightRiders.cs
// Start: mono LightRiders.exe
// Needs: mcs mono
//
// With the .NET SDK: put it in the place of Program.cs in what `dotnet new console` makes.

using System;
using System.Collections.Generic;

class LightRiders
{
    static readonly string[] Moves = { "up", "right", "down", "left" };
    const char Free = '.';
    const char Wall = 'x';

    int width = 16;
    int height = 16;
    char ownHead = '0';
    string field = ""; // row by row, in a frame of walls, so that a step never leaves it
    string heading = ""; // our last move

    void ReadSetting(string key, string value)
    {
        if (key == "field_width") width = int.Parse(value);
        if (key == "field_height") height = int.Parse(value);
        if (key == "your_botid") ownHead = value[0];
    }

    void ReadField(string text)
    {
        string cells = text.Replace(",", "");
        string edge = new string(Wall, width + 2);
        field = edge;
        for (int row = 0; row < height; row++)
            field += Wall + cells.Substring(row * width, width) + Wall;
        field += edge;
    }

    // The four cells around a cell, in the order of Moves.
    int[] Neighbours(int cell)
    {
        int stride = width + 2;
        return new[] { cell - stride, cell + 1, cell + stride, cell - 1 };
    }

    // Flood fill: how many free cells can be reached from start, itself included.
    int CountReachable(int start)
    {
        char[] board = field.ToCharArray();
        board[start] = Wall;
        var stack = new Stack<int>();
        stack.Push(start);
        int count = 0;
        while (stack.Count > 0)
        {
            count++;
            foreach (int cell in Neighbours(stack.Pop()))
            {
                if (board[cell] != Free) continue;
                board[cell] = Wall;
                stack.Push(cell);
            }
        }
        return count;
    }

    // Among equals, straight on comes first, then the order of Moves.
    string ChooseMove()
    {
        int head = field.IndexOf(ownHead);
        if (head < 0) return "pass";
        string bestMove = "pass";
        int bestScore = 0;
        for (int i = 0; i < Moves.Length; i++)
        {
            int cell = Neighbours(head)[i];
            if (field[cell] != Free) continue;
            int score = 2 * CountReachable(cell) + (Moves[i] == heading ? 1 : 0);
            if (score <= bestScore) continue;
            bestScore = score;
            bestMove = Moves[i];
        }
        if (bestScore > 0) heading = bestMove;
        else Console.Error.WriteLine("nowhere to go");
        return bestMove;
    }

    static void Main()
    {
        var bot = new LightRiders();
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            string[] words = line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 3 && words[0] == "settings")
                bot.ReadSetting(words[1], words[2].Trim());
            else if (line.StartsWith("update game field ") && words.Length == 4)
                bot.ReadField(words[3].Trim());
            else if (line.StartsWith("action move"))
            {
                Console.WriteLine(bot.ChooseMove());
                Console.Out.Flush();
            }
        }
    }
}
