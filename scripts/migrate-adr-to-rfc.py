"""``migrate-adr-to-rfc`` from a checkout."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from docsync.cli import entry

entry("migrate-adr-to-rfc")
