-- Any-game starter bot: it plays random moves of the game; teach it the rules.
-- Start: lua any_game.lua
-- Needs: lua

local settings = {} -- name -> value, sent once
local updates = {} -- name -> value, sent in each round

local moves = {}
for move in ("up right down left"):gmatch("%S+") do
  moves[#moves + 1] = move
end

-- The known values are in settings and updates.
local function choose_move()
  io.stderr:write("round ", updates.round or "unknown", "\n")
  return moves[math.random(#moves)]
end

math.randomseed(os.time())
io.stdout:setvbuf("line") -- flush after every answer
for line in io.lines() do
  local setting, fields = line:match("^settings (%S+) (.*%S)")
  local name, value = line:match("^update game (%S+) (.*%S)")
  if setting then
    settings[setting] = fields
  elseif name then
    updates[name] = value
  elseif line:match("^action move") then
    print(choose_move())
  end
end
