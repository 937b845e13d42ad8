// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Build: mcs -out:Multisnake.exe Multisnake.cs
// Start: mono Multisnake.exe
// Needs: mcs mono
//
// With the .NET SDK: put it in the place of Program.cs in what `dotnet new console` makes.

using System;
using System.Collections.Generic;
using System.Linq;

class Multisnake
{
    static readonly string[] Moves = { "up", "right", "down", "left" };
    const int Nowhere = -1;

    int width = 20;
    int height = 20;
    string own = "0"; // our number
    string[] cells = { }; // row by row
    int head = Nowhere; // where our head is among the cells
    int length = 0; // how many cells we have

    void ReadSetting(string key, string value)
    {
        if (key == "size") width = height = int.Parse(value);
        if (key == "your_botid") own = value;
    }

    void ReadUpdate(string name, string value)
    {
        if (name == "field") cells = value.Split(',');
        if (name == "snake" + own)
        {
            string[] places = value.Split(';');
            string[] first = places[0].Split(',');
            head = int.Parse(first[0]) * width + int.Parse(first[1]);
            length = places.Length;
        }
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
        return cell != Nowhere && ".+*".Contains(cells[cell]);
    }

    bool IsGoal(int cell)
    {
        return "+*".Contains(cells[cell]);
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

    // Space for the body first, then the nearest goal, then the order of the moves.
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
            int score = Math.Min(space, length) * cells.Length - nearest;
            if (score <= bestScore) continue;
            bestScore = score;
            bestMove = Moves[i];
        }
        if (bestMove == "pass") Console.Error.WriteLine("nowhere to go");
        return bestMove;
    }

    static void Main()
    {
        var bot = new Multisnake();
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
