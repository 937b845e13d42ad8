// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Build: mcs -out:Snake.exe Snake.cs
// Start: mono Snake.exe
// Needs: mcs mono
//
// With the .NET SDK: put it in the place of Program.cs in what `dotnet new console` makes.

using System;
using System.Collections.Generic;
using System.Linq;

class Snake
{
    static readonly string[] Moves = { "up", "right", "down", "left" };
    const int Nowhere = -1;

    int width = 30;
    int height = 30;
    string[] cells = { }; // row by row
    int head = Nowhere; // where our head is among the cells

    void ReadSetting(string key, string value)
    {
        if (key == "field_width") width = int.Parse(value);
        if (key == "field_height") height = int.Parse(value);
    }

    void ReadUpdate(string name, string value)
    {
        if (name == "field") cells = value.Split(',');
        if (name == "field") head = Array.IndexOf(cells, "0");
    }

    // The four cells around a cell, in the order of Moves; Nowhere for those off the board.
    int[] Neighbours(int cell)
    {
        int row = cell / width;
        int column = cell % width;
        return new[]
        {
            row > 0 ? cell - width : Nowhere,
            column < width - 1 ? cell + 1 : Nowhere,
            row < height - 1 ? cell + width : Nowhere,
            column > 0 ? cell - 1 : Nowhere,
        };
    }

    bool IsOpen(int cell)
    {
        return cell != Nowhere && ".a".Contains(cells[cell]);
    }

    bool IsGoal(int cell)
    {
        return "a".Contains(cells[cell]);
    }

    // Breadth-first search: steps to the nearest goal, and how many cells can be reached.
    void Explore(int start, out int nearest, out int space)
    {
        int[] steps = Enumerable.Repeat(Nowhere, cells.Length).ToArray();
        var queue = new List<int> { start };
        nearest = cells.Length;
        steps[start] = 0;
        for (int i = 0; i < queue.Count; i++)
        {
            int cell = queue[i];
            if (IsGoal(cell)) nearest = Math.Min(nearest, steps[cell]);
            foreach (int next in Neighbours(cell))
            {
                if (!IsOpen(next) || steps[next] != Nowhere) continue;
                steps[next] = steps[cell] + 1;
                queue.Add(next);
            }
        }
        space = queue.Count;
    }

    // Nearest to the goal first, then most cells, then the order of the moves.
    string ChooseMove()
    {
        if (head == Nowhere) return "pass";
        string bestMove = "pass";
        int bestScore = int.MinValue;
        for (int i = 0; i < Moves.Length; i++)
        {
            int cell = Neighbours(head)[i];
            if (!IsOpen(cell)) continue;
            int nearest, space;
            Explore(cell, out nearest, out space);
            int score = space - nearest * cells.Length;
            if (score <= bestScore) continue;
            bestScore = score;
            bestMove = Moves[i];
        }
        if (bestMove == "pass") Console.Error.WriteLine("nowhere to go");
        return bestMove;
    }

    static void Main()
    {
        var bot = new Snake();
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            string[] words = line.Trim().Split(' ');
            if (words[0] == "settings" && words.Length == 3)
                bot.ReadSetting(words[1], words[2]);
            else if (words[0] == "update" && words.Length == 4 && words[1] == "game")
                bot.ReadUpdate(words[2], words[3]);
            else if (words[0] == "action")
            {
                Console.WriteLine(bot.ChooseMove());
                Console.Out.Flush();
            }
        }
    }
}
