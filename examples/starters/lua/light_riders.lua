-- Light Riders starter bot: it makes the step that leaves the most free cells within reach.
-- Start: lua light_riders.lua
-- Needs: lua

local MOVES = { "up", "right", "down", "left" }
local FREE, WALL = ".", "x"

local settings = { field_width = 16, field_height = 16, your_botid = "0" }
local field = {} -- one cell after the other, row by row, in a frame of walls
local heading -- our last move

local function read_setting(key, value)
  settings[key] = value
end

local function read_field(text)
  local width, height = tonumber(settings.field_width), tonumber(settings.field_height)
  local cells = text:gsub(",", "")
  local edge = WALL:rep(width + 2)
  local rows = { edge }
  for row = 0, height - 1 do
    rows[#rows + 1] = WALL .. cells:sub(row * width + 1, (row + 1) * width) .. WALL
  end
  rows[#rows + 1] = edge
  field = {}
  for cell in table.concat(rows):gmatch(".") do
    field[#field + 1] = cell
  end
end

-- The four cells around a cell, in the order of MOVES.
local function neighbours(cell)
  local stride = settings.field_width + 2
  return { cell - stride, cell + 1, cell + stride, cell - 1 }
end

-- Flood fill: how many free cells can be reached from start, itself included.
local function count_reachable(start)
  local board = table.move(field, 1, #field, 1, {})
  board[start] = WALL
  local stack, count = { start }, 0
  while #stack > 0 do
    count = count + 1
    for _, cell in ipairs(neighbours(table.remove(stack))) do
      if board[cell] == FREE then
        board[cell] = WALL
        stack[#stack + 1] = cell
      end
    end
  end
  return count
end

local function find_head()
  for cell, letter in ipairs(field) do
    if letter == settings.your_botid then return cell end
  end
end

-- Among equals, straight on comes first, then the order of MOVES.
local function choose_move()
  local head = find_head()
  if not head then return "pass" end
  local best_move, best_score = "pass", 0
  for i, cell in ipairs(neighbours(head)) do
    if field[cell] == FREE then
      local score = 2 * count_reachable(cell) + (MOVES[i] == heading and 1 or 0)
      if score > best_score then
        best_move, best_score = MOVES[i], score
      end
    end
  end
  if best_score == 0 then
    io.stderr:write("nowhere to go\n")
    return "pass"
  end
  heading = best_move
  return best_move
end

io.stdout:setvbuf("line") -- flush after every answer
for line in io.lines() do
  local key, value = line:match("^settings (%S+) (%S+)")
  local cells = line:match("^update game field (%S+)")
  if key then
    read_setting(key, value)
  elseif cells then
    read_field(cells)
  elseif line:match("^action move") then
    print(choose_move())
  end
end
