"""The commands ``doc-sync migrate …``: arguments and options of each step."""

from __future__ import annotations

from typing import Any

import click

from docsync.cli.options import CONTEXT, change_options, configuration_options

_PLAN = "rfc-migration.toml"
_OF_PLAN = (
    click.option("--adr", multiple=True, metavar="DIR", help="Folder of ADRs that is not found by its name."),
    click.option("--rfc", multiple=True, metavar="DIR", help="Folder of RFCs that is not found by its name."),
    click.option("--root", default="docs/rfc", show_default=True, metavar="DIR", help="Where all records come to."),
    click.option("-o", "--output", default=_PLAN, show_default=True, metavar="FILE", help="The plan to write."),
    click.option("--answer", "answers", multiple=True, metavar="ID=VALUE", help="Answer a question of the plan."),
    click.option("--slug", type=click.Choice(("title", "file")), default="file", show_default=True),
    click.option("--link-text", type=click.Choice(("title", "keep")), default="title", show_default=True),
    click.option(
        "--code-mentions",
        type=click.Choice(("path", "topic", "link", "leave")),
        default="path",
        show_default=True,
        help="What an old id in source code becomes.",
    ),
    click.option(
        "--superseded",
        type=click.Choice(("implemented", "rejected")),
        default="implemented",
        show_default=True,
        help="Where a record goes that was in force and is replaced.",
    ),
)


@click.group("migrate", context_settings=CONTEXT)
def migrate() -> None:
    """Bring numbered ADRs and RFCs to one folder of records, dated by git and sorted by status.

    `plan` writes what it would do, with questions; `show` lets you look at that, `apply` does it, `verify` proves it,
    and `undo` takes it back.
    """


@migrate.command(context_settings=CONTEXT)
@configuration_options
def plan(**given: Any) -> int:
    """Read the folders and their history, and write an editable plan; answers and edits in it are kept."""
    from docsync.cli import migrate_planning  # noqa: PLC0415 - help needs none of it

    return migrate_planning.plan(given)


for _option in reversed(_OF_PLAN):
    plan = _option(plan)


@migrate.command(context_settings=CONTEXT)
@click.argument("plan", default=_PLAN, metavar="[PLAN]")
@click.option("--html", metavar="FILE", help="Write a page for reviewers instead.")
def show(plan: str, html: str | None) -> int:
    """Show the plan: open questions first, then topics and references."""
    from docsync.cli import migrate_planning  # noqa: PLC0415

    return migrate_planning.show(plan, html)


@migrate.command(context_settings=CONTEXT)
@click.argument("plan", default=_PLAN, metavar="[PLAN]")
@change_options
def apply(plan: str, **given: Any) -> int:
    """Do what the plan says, all or nothing; it runs when no question is open."""
    from docsync.cli import migrate_applying  # noqa: PLC0415

    return migrate_applying.apply(plan, given)


@migrate.command(context_settings=CONTEXT)
@click.argument("moves", required=False, metavar="[MOVES.JSON]")
@configuration_options
def verify(moves: str | None, **given: Any) -> int:
    """Compare the repository before and after: gates, links, blocks and names; exit code 1 when something is amiss."""
    from docsync.cli import migrate_applying  # noqa: PLC0415

    return migrate_applying.verify(moves, given)


@migrate.command(context_settings=CONTEXT)
def undo() -> int:
    """Restore every byte that the migration wrote, unless it was edited since, or another change came after it."""
    from docsync.cli import migrate_applying  # noqa: PLC0415

    return migrate_applying.undo()


@migrate.command("apply-map", context_settings=CONTEXT)
@click.argument("moves", metavar="MOVES.JSON")
@click.argument("directory", default=".", metavar="[DIR]")
@change_options
def apply_map(moves: str, directory: str, **given: Any) -> int:
    """Rewrite links, ids and paths by the map of a migration, in another branch or in the repository DIR."""
    from docsync.cli import migrate_applying  # noqa: PLC0415

    return migrate_applying.apply_map(moves, directory, given)
