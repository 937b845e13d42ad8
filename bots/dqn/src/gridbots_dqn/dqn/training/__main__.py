"""`python -m gridbots_dqn.dqn.training`."""

from gridbots_dqn.dqn.training.script import SCRIPT

raise SystemExit(SCRIPT.main())
