-- Any-game starter bot: it draws its moves from all that the game has: teach it the rules.
-- Start: lua any_game.lua
-- Needs: lua

local settings = {} -- name -> value, told once
local updates = {} -- name -> value, told anew in each round

local moves = {}
for move in ("up right down left"):gmatch("%S+") do
  moves[#moves + 1] = move
end

-- What is known stands in settings and updates.
local function choose_move()
  io.stderr:write("round ", updates.round or "unknown", "\n")
  return moves[math.random(#moves)]
end

math.randomseed(os.time())
io.stdout:setvbuf("line") -- flush after every answer
for line in io.lines() do
  local setting, told = line:match("^settings (%S+) (.*%S)")
  local name, value = line:match("^update game (%S+) (.*%S)")
  if setting then
    settings[setting] = told
  elseif name then
    updates[name] = value
  elseif line:match("^action move") then
    print(choose_move())
  end
end
