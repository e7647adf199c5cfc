from __future__ import annotations

import sys
from pathlib import Path

# The tables of the attacks lie beside the tests.
sys.path.insert(0, str(Path(__file__).parent))
