"""Phrases beside the head word of a status that change what it means, as patterns."""

from __future__ import annotations

import re

# Beside "accepted": nothing was built yet, or all of it was.
PENDING = re.compile(
    r"design[- ]only|\bnot (?:yet )?(?:been )?(?:fully )?(?:implemented|started|shipped|built|deployed|done|live)\b"
    r"|\bun-?implemented|pending implementation|implementation (?:is )?(?:pending|planned|in progress|not started)"
    r"|\b(?:yet )?to be (?:implemented|built)|\bawaiting implementation|\bbeing implemented"
    r"|未实现|未实施|待实现|尚未|未実装|미구현|nicht (?:umgesetzt|implementiert)|non implémenté|pas encore"
    r"|no implementado|não implementado|не реализован",
    re.IGNORECASE,
)
BUILT = re.compile(
    r"\b(?:implemented|shipped|done|completed?|in production|landed|released|deployed|live)\b"
    r"|已实现|已实施|已完成|実装済|구현됨|umgesetzt|implémentée?\b|реализовано",
    re.IGNORECASE,
)
_NUMBERS = r"(?:[0-9ivx]{1,4}|one|two|three|[a-d])\b"
_PARTS = rf"(?:parts?|phases?|stages?|steps?|milestones?|sections?|§+)\s*{_NUMBERS}"
IN_PART = re.compile(
    rf"\bpartial|\bpartly\b|\bin part\b|\bmostly\b|\b{_PARTS}|部分(?:实|完)|一部実装|teilweise", re.IGNORECASE
)
PARTS_BUILT = re.compile(
    rf"{_PARTS}[^.;]{{0,40}}?\b(?:shipped|implemented|done|complete|completed|landed)\b", re.IGNORECASE
)
SUPERSEDED = re.compile(
    r"\b(?:super[sc]eded|replaced|obsoleted|supplanted|subsumed) (?:in part |partly |partially )?(?:by|with)\b"
    r"|\bsuper[sc]eded\b"
    r"|被[^。]{0,20}取代|已取代|已替代|置き換え|ersetzt durch|remplacée? par|reemplazado por|substituído por|заменено",
    re.IGNORECASE,
)
NEVER_IN_FORCE = re.compile(
    r"\bnever (?:implemented|accepted|adopted|in force|shipped|built)"
    r"|\bbefore (?:it was |being )?(?:implement|accept|adopt)"
    r"|\bwhile (?:still )?(?:a )?(?:draft|proposed|proposal)|\bwithout (?:having been|being) (?:implemented|accepted)",
    re.IGNORECASE,
)
IN_FAVOUR = re.compile(
    r"\bin favou?r of\b|\bproposal (?:itself )?(?:was |is )?rejected|\binstead of this\b", re.IGNORECASE
)
