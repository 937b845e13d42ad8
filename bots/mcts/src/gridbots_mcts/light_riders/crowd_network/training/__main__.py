"""`python -m gridbots_mcts.light_riders.crowd_network.training`."""

from gridbots_mcts.light_riders.crowd_network.training.script import SCRIPT

raise SystemExit(SCRIPT.main())
