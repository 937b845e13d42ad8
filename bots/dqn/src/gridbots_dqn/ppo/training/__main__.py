"""`python -m gridbots_dqn.ppo.training`."""

from gridbots_dqn.ppo.training.script import SCRIPT

raise SystemExit(SCRIPT.main())
