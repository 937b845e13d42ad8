// Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
// Build: mcs -out:Paperio.exe Paperio.cs
// Start: mono Paperio.exe
// Needs: mcs mono
//
// With the .NET SDK: put it in the place of Program.cs in what `dotnet new console` makes.

using System;
using System.Collections.Generic;
using System.Linq;

class Paperio
{
    static readonly string[] Moves = { "up", "right", "down", "left" };
    const int Nowhere = -1;
    const int LongestTrail = 3; // a longer one takes more, and is cut more often

    int width = 7;
    int height = 7;
    string own = "0"; // our number
    string[] cells = { }; // row by row
    int head = Nowhere; // where our head is among the cells
    bool goesHome = false;

    void ReadSetting(string key, string value)
    {
        if (key == "field_width") width = height = int.Parse(value);
        if (key == "your_botid") own = value;
    }

    void ReadUpdate(string name, string value)
    {
        if (name == "field") cells = value.Split(',');
        if (name == "heads")
        {
            string place = value.Split(',')[int.Parse(own)];
            head = place == "?" ? Nowhere : int.Parse(place);
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

    bool IsOwnTrail(int cell)
    {
        return cells[cell].Substring(1).Contains(own);
    }

    bool IsOpen(int cell)
    {
        return cell != Nowhere && !IsOwnTrail(cell);
    }

    bool IsGoal(int cell)
    {
        return cells[cell].StartsWith(own) == goesHome;
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

    // Nearest to the goal first, then the order of the moves.
    string ChooseMove()
    {
        if (head == Nowhere) return "pass";
        int trail = Enumerable.Range(0, cells.Length).Count(IsOwnTrail);
        goesHome = trail >= LongestTrail;
        string bestMove = "pass";
        int bestScore = int.MinValue;
        for (int i = 0; i < Moves.Length; i++)
        {
            int cell = Neighbours(head)[i];
            if (!IsOpen(cell)) continue;
            int nearest, space;
            Explore(cell, out nearest, out space);
            int score = -nearest;
            if (score <= bestScore) continue;
            bestScore = score;
            bestMove = Moves[i];
        }
        if (bestMove == "pass") Console.Error.WriteLine("nowhere to go");
        return bestMove;
    }

    static void Main()
    {
        var bot = new Paperio();
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
