"""`python -m gridbots_td.training`."""

from gridbots_td.training.script import SCRIPT

raise SystemExit(SCRIPT.main())
