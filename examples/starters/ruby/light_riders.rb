# Light Riders starter bot: it makes the step that leaves the most free cells within reach.
# Start: ruby light_riders.rb
# Needs: ruby

# frozen_string_literal: true

MOVES = %w[up right down left].freeze
FREE = '.'
WALL = 'x'

class Bot
  def initialize
    @width = 16
    @height = 16
    @own_head = '0'
    @field = '' # row by row, in a frame of walls, so that a step never leaves it
    @heading = '' # our last move
  end

  def read_setting(key, value)
    case key
    when 'field_width' then @width = value.to_i
    when 'field_height' then @height = value.to_i
    when 'your_botid' then @own_head = value
    end
  end

  def read_field(text)
    rows = text.delete(',').scan(/.{#{@width}}/)
    edge = WALL * @width
    @field = [edge, *rows, edge].map { |row| WALL + row + WALL }.join
  end

  # Among equals, straight on comes first, then the order of MOVES.
  def choose_move
    head = @field.index(@own_head)
    return 'pass' unless head

    open = MOVES.zip(neighbours(head)).select { |_, cell| @field[cell] == FREE }
    if open.empty?
      warn 'nowhere to go'
      return 'pass'
    end
    scores = open.map { |move, cell| 2 * count_reachable(cell) + (move == @heading ? 1 : 0) }
    @heading = open[scores.index(scores.max)].first
  end

  private

  # The four cells around a cell, in the order of MOVES.
  def neighbours(cell)
    stride = @width + 2
    [cell - stride, cell + 1, cell + stride, cell - 1]
  end

  # Flood fill: how many free cells can be reached from start, itself included.
  def count_reachable(start)
    board = @field.dup
    board[start] = WALL
    stack = [start]
    count = 0
    while (here = stack.pop)
      count += 1
      neighbours(here).each do |cell|
        next if board[cell] != FREE

        board[cell] = WALL
        stack.push(cell)
      end
    end
    count
  end
end

$stdout.sync = true # flush after every answer
bot = Bot.new
while (line = $stdin.gets)
  case line.split
  in ['settings', key, value] then bot.read_setting(key, value)
  in ['update', 'game', 'field', cells] then bot.read_field(cells)
  in ['action', 'move', *] then puts bot.choose_move
  else # any other line
  end
end
