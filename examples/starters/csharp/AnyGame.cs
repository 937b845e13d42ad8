// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: mcs -out:AnyGame.exe AnyGame.cs
// Start: mono AnyGame.exe
// Needs: mcs mono
//
// With the .NET SDK: put it in the place of Program.cs in what `dotnet new console` makes.

using System;
using System.Collections.Generic;

class AnyGame
{
    static readonly string[] Moves = "up right down left".Split(' ');

    readonly Dictionary<string, string> settings = new Dictionary<string, string>(); // sent once
    readonly Dictionary<string, string> updates = new Dictionary<string, string>(); // sent in each round
    readonly Random random = new Random();

    // The known values are in settings and updates.
    string ChooseMove()
    {
        string round;
        if (updates.TryGetValue("round", out round)) Console.Error.WriteLine("round " + round);
        return Moves[random.Next(Moves.Length)];
    }

    static void Main()
    {
        var bot = new AnyGame();
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            string[] words = line.Trim().Split(new[] { ' ' }, 4);
            if (words[0] == "settings" && words.Length == 3)
                bot.settings[words[1]] = words[2];
            else if (words[0] == "update" && words.Length == 4 && words[1] == "game")
                bot.updates[words[2]] = words[3];
            else if (words[0] == "action")
            {
                Console.WriteLine(bot.ChooseMove());
                Console.Out.Flush();
            }
        }
    }
}
