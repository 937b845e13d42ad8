"""An agent of Kaggle's Hungry Geese: goes to the nearest food and avoids all geese.

referee install ./hungry_geese
referee run --game hungry-geese kaggle:geese_agent.py random random random
"""

from kaggle_environments.envs.hungry_geese.hungry_geese import (
    Action,
    Configuration,
    Observation,
    adjacent_positions,
    min_distance,
    translate,
)

last = None


def agent(obs_dict: dict, config_dict: dict) -> str:
    global last  # noqa: PLW0603  what an agent remembers
    observation, configuration = Observation(obs_dict), Configuration(config_dict)
    columns, rows = configuration.columns, configuration.rows
    head = observation.geese[observation.index][0]
    bodies = {cell for goose in observation.geese for cell in goose}
    others = [
        goose[0]
        for index, goose in enumerate(observation.geese)
        if goose and index != observation.index
    ]
    reached = {cell for other in others for cell in adjacent_positions(other, columns, rows)}
    best, least = last or Action.NORTH, 1000
    for action in Action:
        there = translate(head, action, columns, rows)
        if there in bodies or (last is not None and action == last.opposite()):
            continue
        far = min_distance(there, observation.food, columns) + 100 * (there in reached)
        if far < least:
            best, least = action, far
    last = best
    return best.name
