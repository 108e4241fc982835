"""Pieces of text that documents of a bench are made of: ready, so that a document costs next to nothing."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass

COLUMNS = 80
WORDS = """the a this each every one that which when where after before while because since until into from with over
    under between through is was has will may must should can returns keeps holds reads writes makes moves needs
    takes gives calls waits retries fails succeeds starts stops changes old new small large safe slow early late
    second first empty shared stable pending private public request response worker queue cache trace lease schema
    session plugin budget replay stream error lock index shard batch token quota clock signal buffer ledger router
    probe mirror vault beacon anchor client server node cluster record value version release feature gate policy
    owner reader writer caller module crate package field method type trait scheduler volume snapshot label""".split()
CODE = ("retry_after", "Option<T>", "--dry-run", "spec.replicas", "u64", "None", "Vec<u8>", "kubectl", "a[i]", "fn()")
LANGUAGES = ("rust", "yaml", "", "go", "text", "python")
# Lines of code, some of which look like links to whoever does not know where code begins.
LINES = (
    "let lease = queue.take(worker)?;",
    "impl<T: Clone> Cache<T> { fn get(&self, key: &str) -> Option<T>; }",
    "apiVersion: v1",
    "  replicas: 3  # at most",
    "if err != nil { return err }",
    "for (index, record) in ledger.iter().enumerate() {",
    '    println!("{}", record);',
    "}",
    "$ curl https://example.org/v1/records?limit=10",
    "def replay(stream: Stream) -> None:",
)
DECOYS = ("handlers[name](request)", "[see the guide](guide.md)", "[part]: ./parts/part.md", '<a href="gone.html">')
PIECES = 300  # of each kind


@dataclass(frozen=True)
class Pool:
    """Ready pieces; ``halves`` are paragraphs with a place for a link in the middle."""

    paragraphs: tuple[str, ...]
    halves: tuple[tuple[str, str], ...]
    lists: tuple[str, ...]
    fences: tuple[str, ...]
    decoys: tuple[str, ...]
    tables: tuple[str, ...]
    names: tuple[str, ...]


def pool(seed: int, *, wrapped: bool) -> Pool:
    """All pieces, the same for the same seed; ``wrapped`` breaks the lines of prose at 80 columns."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    set_off = _wrapped if wrapped else str
    glue = "\n" if wrapped else " "
    prose = [set_off(_prose(chance, chance.randrange(2, 7))) for _ in range(3 * PIECES)]
    halves = zip(prose[PIECES : 2 * PIECES], prose[2 * PIECES :], strict=True)
    return Pool(
        tuple(prose[:PIECES]),
        tuple((f"{before}{glue}See ", f" as well.{glue}{after}") for before, after in halves),
        tuple(_list(chance, wrapped=wrapped) for _ in range(PIECES)),
        tuple(_fence(chance, ()) for _ in range(PIECES)),
        tuple(_fence(chance, DECOYS) for _ in DECOYS),
        tuple(_table(chance) for _ in range(PIECES)),
        tuple(" ".join(chance.sample(WORDS[-60:], 3)) for _ in range(PIECES)),
    )


def _prose(chance: random.Random, sentences: int) -> str:
    return " ".join(_sentence(chance, chance.randrange(8, 24)) for _ in range(sentences))


def _sentence(chance: random.Random, length: int) -> str:
    words = chance.choices(WORDS, k=length)
    words[length // 2] += ","
    if chance.random() < 1 / 4:
        words[length // 3] = f"`{chance.choice(CODE)}`"
    if chance.random() < 1 / 6:
        words[-2] = f"*{words[-2]}*"
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def _wrapped(text: str) -> str:
    return textwrap.fill(text, COLUMNS, break_long_words=False, break_on_hyphens=False)


def _list(chance: random.Random, *, wrapped: bool) -> str:
    marker = chance.choice(("-", "1.", "- [ ]"))
    items = [f"{marker} {_sentence(chance, chance.randrange(5, 20))}" for _ in range(chance.randrange(3, 8))]
    if marker == "-":
        items.insert(2, f"  - {_sentence(chance, 6)}")
    lines = [_hung(item) for item in items] if wrapped else items
    return "\n".join(lines)


def _hung(item: str) -> str:
    body = item.lstrip(" ")
    content = len(item) - len(body) + len(body.split(" ", 1)[0]) + 1
    return textwrap.fill(item, COLUMNS, subsequent_indent=" " * content, break_long_words=False, break_on_hyphens=False)


def _fence(chance: random.Random, decoys: tuple[str, ...]) -> str:
    lines = chance.choices(LINES, k=chance.randrange(3, 15))
    if decoys:
        lines.insert(1, chance.choice(decoys))
    return "\n".join((f"```{chance.choice(LANGUAGES)}", *lines, "```"))


def _table(chance: random.Random) -> str:
    rows = [f"| {' | '.join(chance.choices(WORDS, k=3))} |" for _ in range(chance.randrange(2, 7))]
    return "\n".join(("| Field | Type | Meaning |", "| --- | --- | --- |", *rows))
