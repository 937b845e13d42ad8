# Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
# Start: ruby snake.rb
# Needs: ruby

# frozen_string_literal: true

MOVES = %w[up right down left].freeze

class Bot
  def initialize
    @width = @height = 30
    @cells = [] # row by row
    @head = nil # where our head is among the cells
  end

  def read_setting(key, value)
    case key
    when 'field_width' then @width = value.to_i
    when 'field_height' then @height = value.to_i
    end
  end

  def read_update(name, value)
    return unless name == 'field'

    @cells = value.split(',')
    @head = @cells.index('0')
  end

  # Nearest to the goal first, then most cells, then the order of MOVES.
  def choose_move
    return 'pass' unless @head

    open = MOVES.zip(neighbours(@head)).select { |_, cell| open?(cell) }
    if open.empty?
      warn 'nowhere to go'
      return 'pass'
    end
    scores = open.map { |_, cell| score(cell) }
    open[scores.index(scores.max)].first
  end

  private

  def score(cell)
    nearest, space = explore(cell)
    space - nearest * @cells.size
  end

  # The four cells around a cell, in the order of MOVES; nil for those off the board.
  def neighbours(cell)
    row, column = cell.divmod(@width)
    [
      (cell - @width if row.positive?),
      (cell + 1 if column < @width - 1),
      (cell + @width if row < @height - 1),
      (cell - 1 if column.positive?)
    ]
  end

  def open?(cell)
    cell && '.a'.include?(@cells[cell])
  end

  def goal?(cell)
    'a'.include?(@cells[cell])
  end

  # Breadth-first search: steps to the nearest goal, and how many cells can be reached.
  def explore(start)
    steps = { start => 0 }
    queue = [start]
    nearest = @cells.size
    queue.each do |cell| # which grows meanwhile
      nearest = [nearest, steps[cell]].min if goal?(cell)
      neighbours(cell).each do |near|
        next if !open?(near) || steps.key?(near)

        steps[near] = steps[cell] + 1
        queue.push(near)
      end
    end
    [nearest, queue.size]
  end
end

$stdout.sync = true # flush after every answer
bot = Bot.new
while (line = $stdin.gets)
  case line.split
  in ['settings', key, value] then bot.read_setting(key, value)
  in ['update', 'game', name, value] then bot.read_update(name, value)
  in ['action', 'move', *] then puts bot.choose_move
  else # any other line
  end
end
