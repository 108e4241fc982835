"""A migration of 18 ADRs and 13 RFCs as data: pairs, an umbrella, a deferred part, a refused proposal."""

from __future__ import annotations

from datetime import date

from docsync.migrate.model import Action, Kind, Migration, Policy, Question, Reference, Subject, Topic
from docsync.rfc.status.classify import Confidence

ROOT, ADR, RFC = "docs/rfc", "docs/adr", "docs/rfc"
UMBRELLA = f"{RFC}/004-agent-runtime-hardening.md"

# number, slug, first seen (None: the umbrella's day), commit
_DECISIONS = (
    ("0001", "record-architecture-decisions", date(2025, 11, 3), "a41f09c"),
    ("0002", "one-process-per-tool-call", date(2025, 11, 3), "a41f09c"),
    ("0003", "typed-tool-arguments", date(2025, 11, 19), "5be2210"),
    ("0004", "sqlite-as-event-store", date(2025, 12, 1), "90cc3d7"),
    ("0005", "no-global-configuration", date(2025, 12, 4), "d0f1b2e"),
    ("0006", "retry-with-jitter", date(2026, 1, 12), "77ab0e4"),
    ("0007", "review-guide-in-the-repository", date(2026, 1, 20), "c93d5f1"),
    ("0008", "prompt-cache-boundaries", date(2026, 2, 2), "08e5a6b"),
    ("0009", "streaming-over-server-sent-events", date(2026, 2, 9), "b7714c2"),
    ("0010", "checkpoint-every-turn", date(2026, 2, 23), "e1d9920"),
    ("0011", "runtime-argument-validation", None, "3f2a9c1"),
    ("0012", "tool-timeouts", None, "3f2a9c1"),
    ("0013", "sandboxed-file-access", None, "3f2a9c1"),
    ("0015", "cost-limits-per-session", date(2026, 4, 14), "f6b0c38"),
    ("0016", "transcripts-are-append-only", date(2026, 4, 30), "20ce7d9"),
    ("0017", "model-fallback-order", date(2026, 5, 11), "6ad8e05"),
)
_UMBRELLA_DAY = date(2026, 3, 2)

# number, slug, first seen, commit, status as read, folder
_PROPOSALS = (
    ("001", "message-format", date(2025, 11, 12), "1c5d9af", "Implemented", "implemented"),
    ("003", "evaluation-suite", date(2026, 1, 6), "47e0b61", "Draft", "proposed"),
    ("004", "agent-runtime-hardening", _UMBRELLA_DAY, "3f2a9c1", "Partially implemented, see below", "implemented"),
    ("005", "memory-across-sessions", date(2026, 3, 9), "ee10a77", "In review", "proposed"),
    ("006", "remote-execution", date(2026, 3, 16), "9d4f2b8", "Parts 1-2 implemented, part 3 deferred", "implemented"),
    ("007", "plugin-registry", date(2026, 3, 23), "5502cd1", "Withdrawn", "rejected"),
    ("008", "structured-logging", date(2026, 4, 1), "ab3390e", "Implemented", "implemented"),
    ("009", "central-rate-limiter", date(2026, 4, 8), "8e7c1f4", "Implemented (revised), see ADR 0015", "rejected"),
    ("011", "multi-agent-hand-off", date(2026, 5, 4), "d2a65b0", "Draft", "proposed"),
    ("012", "vision-inputs", date(2026, 5, 18), "0f9b7e3", "Deferred", "proposed"),
    ("013", "release-trains", date(2026, 6, 1), "c7d18a2", "Shipped", "implemented"),
)


def decision(number: str, slug: str, day: date | None, commit: str) -> Topic:
    """An ADR that moves; without a day it has that of the umbrella."""
    seen = day or _UMBRELLA_DAY
    evidence = f"{commit}: first added" if day else f"{commit}: {UMBRELLA} first added, which it carries out"
    return Topic(
        Action.MOVE,
        (f"{ADR}/{number}-{slug}.md",),
        f"{ROOT}/implemented/{seen}-{slug}.md",
        title=slug.replace("-", " ").capitalize(),
        date=seen,
        date_evidence=evidence,
        status_read="Accepted",
        status="implemented (accepted)",
        ids=(f"ADR {number}",),
        origin="" if day else UMBRELLA,
        evidence=(f"{ADR}/{number}-{slug}.md:3: `Status: Accepted`",),
    )


def proposal(number: str, slug: str, day: date, commit: str, status: str, folder: str) -> Topic:
    """An RFC that moves."""
    said = "" if status.casefold() == folder else f" ({status.casefold()})"
    return Topic(
        Action.MOVE,
        (f"{RFC}/{number}-{slug}.md",),
        f"{ROOT}/{folder}/{day}-{slug}.md",
        title=slug.replace("-", " ").capitalize(),
        date=day,
        date_evidence=f"{commit}: first added",
        status_read=status,
        status="rejected (revised), in favour of cost limits" if number == "009" else f"{folder}{said}",
        confidence=Confidence.MEDIUM if "mplemented" in status and status != "Implemented" else Confidence.HIGH,
        ids=(f"RFC {number}",),
        evidence=(f"{RFC}/{number}-{slug}.md:3: `Status: {status}`",),
    )


def pair(adr: str, rfc: str, slug: str, day: date) -> Topic:
    """An ADR that takes in the RFC of the same topic."""
    return Topic(
        Action.MERGE,
        (f"{ADR}/{adr}-{slug}.md", f"{RFC}/{rfc}-{slug}.md"),
        f"{ROOT}/implemented/{day}-{slug}.md",
        title=slug.replace("-", " ").capitalize(),
        date=day,
        date_evidence="4b7ce02: the RFC first added",
        status_read="Accepted",
        status="implemented (accepted)",
        ids=(f"ADR {adr}", f"RFC {rfc}"),
        evidence=(f"{RFC}/{rfc}-{slug}.md:5: `Implemented — see [ADR {adr}](../adr/{adr}-{slug}.md)`", "equal slugs"),
    )


_DEFERRED = Topic(
    Action.SPLIT,
    (f"{RFC}/006-remote-execution.md",),
    f"{ROOT}/proposed/2026-03-16-remote-tools-over-ssh.md",
    title="Remote tools over SSH",
    date=date(2026, 3, 16),
    date_evidence="9d4f2b8: RFC 006 first added",
    status_read="part 3 deferred",
    status="proposed (deferred)",
    confidence=Confidence.LOW,
    section="#part-3-remote-tools-over-ssh",
    evidence=(f"{RFC}/006-remote-execution.md:41: `### Part 3: Remote tools over SSH (deferred)`",),
)
_LEFT = (
    Topic(Action.ATTACHMENT, (f"{RFC}/006-topology.svg",), f"{ROOT}/assets/006-topology.svg", evidence=("RFC 006",)),
    Topic(Action.LEAVE, (f"{RFC}/README.md",), f"{RFC}/README.md", evidence=("an index, not a record",)),
)
QUESTIONS = (
    Question(
        "umbrella-rfc-004",
        Subject.UMBRELLA,
        UMBRELLA,
        "RFC 004 points to three ADRs that carry out its parts. Does it stay a record of its own, or does it dissolve"
        " into them?",
        "stay",
        ("stay", "dissolve"),
        (
            f"{UMBRELLA}:18: `Part 1 → [ADR 0011](../adr/0011-runtime-argument-validation.md)`",
            "three pointers, each to one ADR",
        ),
    ),
    Question(
        "split-rfc-006",
        Subject.SPLIT,
        f"{RFC}/006-remote-execution.md",
        "Part 3 of RFC 006 is deferred while parts 1 and 2 are built. Does it become a proposed record of its own?",
        "yes",
        ("yes", "no"),
        (f"{RFC}/006-remote-execution.md:3: `Status: Parts 1-2 implemented, part 3 deferred`",),
    ),
    Question(
        "status-rfc-009",
        Subject.STATUS,
        f"{RFC}/009-central-rate-limiter.md",
        "`Implemented (revised), see ADR 0015`: was the proposal itself refused in favour of something else?",
        "rejected",
        ("proposed", "implemented", "rejected"),
        (f"{RFC}/009-central-rate-limiter.md:3: `Status: Implemented (revised), see ADR 0015`",),
    ),
    Question(
        "title-rfc-001",
        Subject.TITLE,
        f"{RFC}/001-message-format.md",
        "`RFC Proposal` is no title.",
        "Message format",
        answer="Message format",
    ),
)


def topics() -> tuple[Topic, ...]:
    """All topics: 31 records become 30, two files are no records."""
    return (
        *(decision(*each) for each in _DECISIONS),
        pair("0014", "010", "tool-result-truncation", date(2026, 4, 10)),
        pair("0018", "002", "session-replay", date(2025, 12, 15)),
        *(proposal(*each) for each in _PROPOSALS),
        _DEFERRED,
        *_LEFT,
    )


def references() -> tuple[Reference, ...]:
    """Links among the records, ids in prose and in code, and what is left alone."""
    return (*_links(), *_MENTIONS, *_LEFT_ALONE)


def _links() -> tuple[Reference, ...]:
    found = []
    for line, (number, slug, day, _) in enumerate(_DECISIONS, start=12):
        old, new = f"{ADR}/{number}-{slug}.md", f"{ROOT}/implemented/{day or _UMBRELLA_DAY}-{slug}.md"
        title = slug.replace("-", " ").capitalize()
        found += [
            Reference("README.md", line, 3, Kind.TEXT, f"ADR {number}", title, Policy.REWRITE, new),
            Reference("README.md", line, 13, Kind.LINK, old, new, Policy.REWRITE, new),
        ]
    return tuple(found)


_FALLBACK = f"{ROOT}/implemented/2026-05-11-model-fallback-order.md"
_TYPED = f"{ROOT}/implemented/2025-11-19-typed-tool-arguments.md"
_MENTIONS = (
    Reference(
        "docs/review-guide.md",
        31,
        9,
        Kind.MENTION,
        "ADRs 0003 and 0017",
        "[Typed tool arguments](rfc/implemented/2025-11-19-typed-tool-arguments.md) and [Model fallback order]"
        "(rfc/implemented/2026-05-11-model-fallback-order.md)",
        Policy.REWRITE,
        _TYPED,
    ),
    Reference(".github/workflows/check.yml", 8, 22, Kind.CODE, "ADR 0017", _FALLBACK, Policy.REWRITE, _FALLBACK),
    Reference("src/runtime/router.py", 114, 7, Kind.CODE, "ADR 0017", _FALLBACK, Policy.REWRITE, _FALLBACK),
    Reference(
        "src/runtime/memory.py",
        9,
        31,
        Kind.CODE,
        "RFC 005 pt 2",
        f"{ROOT}/proposed/2026-03-09-memory-across-sessions.md pt 2",
        Policy.REWRITE,
    ),
    Reference(
        ".github/CODEOWNERS",
        4,
        1,
        Kind.PATH,
        "/docs/adr/",
        "/docs/rfc/",
        Policy.REWRITE,
        reason="a folder: covers all records now",
    ),
)
_LEFT_ALONE = (
    Reference("CHANGELOG.md", 77, 14, Kind.MENTION, "ADR 0004", "", Policy.LEAVE, reason="changelog"),
    Reference("CHANGELOG.md", 92, 3, Kind.MENTION, "RFC 001", "", Policy.LEAVE, reason="changelog"),
    Reference("src/runtime/http.py", 22, 19, Kind.CODE, "RFC 3339", "", Policy.LEAVE, reason="an IETF number"),
    Reference("src/runtime/http.py", 61, 5, Kind.CODE, "RFC 2119", "", Policy.LEAVE, reason="an IETF number"),
    Reference("src/runtime/errors.py", 40, 12, Kind.CODE, '"ADR 0012"', "", Policy.LEAVE, reason="a string literal"),
    Reference("db/migrations/0007.sql", 1, 4, Kind.CODE, "ADR 0004", "", Policy.LEAVE, reason="a checksummed file"),
)


def sample() -> Migration:
    """The whole, planned but for three questions."""
    return Migration(
        ROOT,
        (ADR, RFC),
        "3c91f7e04b2d5a6f",
        topics(),
        QUESTIONS,
        references(),
        ("docs/adr/template.md is no record; it is left, and a new one is written to docs/rfc/template.md",),
    )
