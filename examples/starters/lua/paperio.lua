-- Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
-- Start: lua paperio.lua
-- Needs: lua

local MOVES = { "up", "right", "down", "left" }
local LONGEST_TRAIL = 3 -- a longer one takes more, and is cut more often

local width, height = 7, 7
local own = "0" -- our number
local cells = {} -- row by row
local head -- where our head is among the cells
local goes_home = false

local function read_setting(key, value)
  if key == "field_width" then
    width = tonumber(value)
    height = width
  end
  if key == "your_botid" then own = value end
end

local function read_field(text)
  cells = {}
  for cell in text:gmatch("[^,]+") do
    cells[#cells + 1] = cell
  end
end

local function read_heads(text)
  local places = {}
  for place in text:gmatch("[^,]+") do
    places[#places + 1] = tonumber(place) or false
  end
  local place = places[own + 1]
  head = place and place + 1
end

-- The four cells around a cell, in the order of MOVES; false for those off the board.
local function neighbours(cell)
  local row, column = (cell - 1) // width, (cell - 1) % width
  return {
    row > 0 and cell - width,
    column < width - 1 and cell + 1,
    row < height - 1 and cell + width,
    column > 0 and cell - 1,
  }
end

local function is_own_trail(cell)
  return cells[cell]:find(own, 2, true) ~= nil
end

local function is_open(cell)
  return cell and not is_own_trail(cell)
end

local function is_goal(cell)
  return (cells[cell]:sub(1, 1) == own) == goes_home
end

-- Breadth-first search: steps to the nearest goal, and how many cells can be reached.
local function explore(start)
  local steps, queue, nearest = { [start] = 0 }, { start }, #cells
  local i = 1
  while i <= #queue do
    local cell = queue[i]
    if is_goal(cell) then nearest = math.min(nearest, steps[cell]) end
    for _, near in ipairs(neighbours(cell)) do
      if is_open(near) and not steps[near] then
        steps[near] = steps[cell] + 1
        queue[#queue + 1] = near
      end
    end
    i = i + 1
  end
  return nearest, #queue
end

-- Nearest to the goal first, then the order of MOVES.
local function choose_move()
  if not head then return "pass" end
  local trail = 0
  for cell = 1, #cells do
    if is_own_trail(cell) then trail = trail + 1 end
  end
  goes_home = trail >= LONGEST_TRAIL
  local best_move, best_score = "pass", -math.huge
  for i, cell in ipairs(neighbours(head)) do
    if is_open(cell) then
      local score = -explore(cell)
      if score > best_score then
        best_move, best_score = MOVES[i], score
      end
    end
  end
  if best_move == "pass" then io.stderr:write("nowhere to go\n") end
  return best_move
end

io.stdout:setvbuf("line") -- flush after every answer
for line in io.lines() do
  local key, value = line:match("^settings (%S+) (%S+)")
  local name, fields = line:match("^update game (%S+) (%S+)")
  if key then
    read_setting(key, value)
  elseif name == "field" then
    read_field(fields)
  elseif name == "heads" then
    read_heads(fields)
  elseif line:match("^action move") then
    print(choose_move())
  end
end
