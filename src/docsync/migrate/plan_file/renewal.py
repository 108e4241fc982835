"""A plan made again: what a person wrote into the old one is kept, the rest is as the new one says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from docsync.migrate.plan_file.blocks import KINDS, Block, written

Table: TypeAlias = Mapping[str, Any]
_Key: TypeAlias = tuple[Any, ...]


def renewed(old: Sequence[Block], fresh: Mapping[str, Sequence[Table]]) -> tuple[list[Block], list[str]]:
    """The blocks of the new plan, those of the old one in their order, and sentences on what was kept or is gone."""
    blocks: list[Block] = []
    notes: list[str] = []
    for kind in KINDS:
        mine = [block for block in old if block.kind == kind]
        made, said = _renewed(kind, mine, fresh[kind])
        blocks += made
        notes += said
    return blocks, notes


def _renewed(kind: str, old: Sequence[Block], fresh: Sequence[Table]) -> tuple[list[Block], list[str]]:
    keys, wanted = _keys(kind, (block.table for block in old)), _keys(kind, fresh)
    tables = dict(zip(wanted, fresh, strict=True))
    present = {member for table in fresh for member in table.get("members", ())}
    kept: dict[_Key, Block] = {}
    notes: list[str] = []
    for key, block in zip(keys, old, strict=True):
        if key in tables:
            kept[key] = _kept(kind, block, tables[key])
            if kind == "topic" and block.is_edited and kept[key].table != tables[key]:
                notes.append(f"{block.table['members'][0]}: its topic was edited by hand, and stays so")
        elif kind != "question" and block.is_edited and (kind == "topic" or block.table.get("policy")):
            if present & set(block.table.get("members", ())):
                kept[key] = block
            else:
                kept[key] = _commented(block)
                notes.append(f"{_name(block.table)}: is gone; what was edited about it stands behind `#` in the plan")
    claimed = {
        member for block in kept.values() if block.kind == "topic" and block.is_edited for member in _mine(block)
    }
    new = [(key, table) for key, table in tables.items() if key not in kept and not _is_claimed(table, claimed)]
    homes = {member for block in kept.values() for member in _mine(block)} | {
        member for _, table in new for member in table.get("members", ())
    }
    new += [(("left", member), _left(member)) for member in sorted(present - homes)]
    return list(_in_order(kind, kept, list(tables), dict(new))), notes


def _mine(block: Block) -> Iterable[str]:
    """The members of a topic that is still one."""
    return block.table.get("members", ()) if block.kind == "topic" and block.table.get("action") != "split" else ()


def _is_claimed(table: Table, claimed: set[str]) -> bool:
    """Whether a person put all members of a new topic into another one."""
    members = table.get("members", ())
    return bool(members) and table.get("action") != "split" and claimed.issuperset(members)


def _left(member: str) -> Table:
    """A topic for a file that the tool would put into a topic which was edited by hand."""
    why = "the topic that it would belong to was edited by hand; add it there, or say here what becomes of it"
    return {"action": "leave", "members": [member], "target": member, "evidence": [why]}


def _kept(kind: str, block: Block, table: Table) -> Block:
    """An old block with what is new; edited topics stay as they are, edited references but move in their file."""
    if kind == "question":
        return updated(block, {**table, "answer": block.table.get("answer", "")}).marked()
    if not block.is_edited:
        return block if block.table == table else updated(block, table).marked()
    if kind == "reference":
        return updated(block, {**block.table, "line": table["line"], "column": table["column"]})
    return block


def updated(block: Block, table: Table) -> Block:
    """A block that says ``table``, its comments and order kept; what it says already is not written anew."""
    if block.table == table:
        return block
    if block.kind and block.is_plain:
        return Block(block.kind, written(block.kind, table))
    import tomlkit  # noqa: PLC0415 - only a plan that a person edited needs it

    document = tomlkit.parse(block.text)
    place: Any = document[block.kind][0] if block.kind else document
    for key in [key for key in place if key not in table and block.kind]:
        del place[key]
    for key, value in table.items():
        if key not in place or place[key] != value:
            place[key] = value
    return Block(block.kind, tomlkit.dumps(document))


def _commented(block: Block) -> Block:
    """A block that says nothing any more, its text kept behind ``#``."""
    lines = block.text.rstrip().splitlines()
    return Block("", "\n".join(line if line.startswith("#") else f"# {line}".rstrip() for line in lines) + "\n\n")


def _name(table: Table) -> str:
    return str(table["members"][0]) if table.get("members") else f"{table.get('file')}: {table.get('old')}"


def _keys(kind: str, tables: Iterable[Table]) -> list[_Key]:
    """What makes a table of one plan that of another; equal references of a file count in order."""
    counts: Counter[_Key] = Counter()
    found: list[_Key] = []
    for table in tables:
        if kind == "question":
            key: _Key = (table.get("id"),)
        elif kind == "topic":
            is_split = table.get("action") == "split"
            key = (is_split, *table.get("members", ())[:1], table.get("section") if is_split else "")
        else:
            key = (table.get("file"), table.get("kind"), table.get("old"))
        counts[key] += 1
        found.append((*key, counts[key]))
    return found


def _in_order(
    kind: str, kept: Mapping[_Key, Block], wanted: Sequence[_Key], new: Mapping[_Key, Table]
) -> Iterator[Block]:
    """The kept blocks in their order, each new one behind what is before it in the new plan."""
    behind: dict[_Key | None, list[_Key]] = {}
    last: _Key | None = None
    for key in dict.fromkeys((*wanted, *new)):
        if key in kept:
            last = key
        elif key in new:
            behind.setdefault(last, []).append(key)
    for place in (None, *kept):
        yield from [kept[place]] if place is not None else []
        yield from (Block(kind, written(kind, new[key])) for key in behind.get(place, ()))
