"""`python bench/league`: what it does stands in `league.commands`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from league.commands import main

main()
