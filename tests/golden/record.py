"""Write the numbers of all cases to ``values.json``: ``python -m tests.golden.record``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.golden.cases import cases

VALUES = Path(__file__).parent / "values.json"


if __name__ == "__main__":
    VALUES.write_text(json.dumps({name: case() for name, case in cases().items()}, indent=1) + "\n")
