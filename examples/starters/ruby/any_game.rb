# Any-game starter bot: it plays random moves of the game; teach it the rules.
# Start: ruby any_game.rb
# Needs: ruby

# frozen_string_literal: true

MOVES = %w[up right down left].freeze

class Bot
  attr_reader :settings, :updates

  def initialize
    @settings = {} # name -> value, sent once
    @updates = {} # name -> value, sent in each round
  end

  # The known values are in settings and updates.
  def choose_move
    warn "round #{updates['round']}"
    MOVES.sample
  end
end

$stdout.sync = true # flush after every answer
bot = Bot.new
while (line = $stdin.gets)
  case line.split
  in ['settings', name, *value] then bot.settings[name] = value.join(' ')
  in ['update', 'game', name, *value] then bot.updates[name] = value.join(' ')
  in ['action', 'move', *] then puts bot.choose_move
  else # any other line
  end
end
