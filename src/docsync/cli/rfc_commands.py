"""The commands ``doc-sync rfc …``: arguments and options of each verb."""

from __future__ import annotations

from typing import Any

import click

from docsync.cli.options import CONTEXT, change_options, configuration_options

_SLUG = click.option("--slug", metavar="WORDS", help="The part of the file name after the date; made of the title.")
_NOTE = click.option("--note", metavar="TEXT", help="What the status line says after the status.")
_FORMAT = click.option("--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True)


@click.group("rfc", context_settings=CONTEXT)
def rfc() -> None:
    """Work with the decision records of this repository.

    RECORD is a path, a file name with or without the day, the first words behind the day, or an old id such as
    'ADR 12'. What changes a record moves it, relinks the whole repository, and keeps the index of the folder's README
    current.
    """


@rfc.command(context_settings=CONTEXT)
@click.argument("title")
@_SLUG
@change_options
def new(title: str, slug: str | None, **given: Any) -> int:
    """Write a proposal called TITLE, dated today, from the folder's template."""
    from docsync.cli import rfcs  # noqa: PLC0415 - help needs none of it

    return rfcs.new(title, slug, given)


@rfc.command("list", context_settings=CONTEXT)
@click.option("--status", type=click.Choice(("proposed", "implemented", "rejected")), help="Only these.")
@_FORMAT
@configuration_options
def list_(**given: Any) -> int:
    """List the records, newest first."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.list_records(given)


@rfc.command(context_settings=CONTEXT)
@click.argument("record")
@_FORMAT
@configuration_options
def show(record: str, **given: Any) -> int:
    """Show what RECORD says of itself, and when git first saw it."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.show(record, given)


@rfc.command(context_settings=CONTEXT)
@click.argument("words", nargs=-1, required=True)
@_FORMAT
@configuration_options
def find(words: tuple[str, ...], **given: Any) -> int:
    """Find records by an old id, an old path, or words of their titles; the best first."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.find(" ".join(words), given)


def _status_command(name: str, word: str, text: str) -> click.Command:
    def callback(record: str, note: str | None, **given: Any) -> int:
        from docsync.cli import rfcs  # noqa: PLC0415

        return rfcs.set_status(name, word, record, note, given)

    argument = click.argument("record")
    return click.command(name, context_settings=CONTEXT, help=text)(argument(_NOTE(change_options(callback))))


rfc.add_command(_status_command("propose", "proposed", "Move RECORD to proposed/ and say so in it."))
rfc.add_command(_status_command("implement", "implemented", "Move RECORD to implemented/ and say so in it."))
rfc.add_command(_status_command("reject", "rejected", "Move RECORD to rejected/ and say so in it."))


@rfc.command(context_settings=CONTEXT)
@click.argument("record")
@click.option("--by", required=True, metavar="RECORD", help="The record that takes its place.")
@change_options
def supersede(record: str, by: str, **given: Any) -> int:
    """Say in both records that another one supersedes RECORD."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.supersede(record, by, given)


@rfc.command(context_settings=CONTEXT)
@click.argument("record")
@click.argument("title")
@_SLUG
@change_options
def rename(record: str, title: str, slug: str | None, **given: Any) -> int:
    """Give RECORD another TITLE, and the file name that follows from it."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.rename(record, title, slug, given)


@rfc.command(context_settings=CONTEXT)
@click.argument("record")
@click.argument("other")
@change_options
def merge(record: str, other: str, **given: Any) -> int:
    """Merge OTHER into RECORD: every block of both is kept, under the earlier date."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.merge(record, other, given)


@rfc.command(context_settings=CONTEXT)
@click.argument("record")
@click.option("--section", required=True, metavar="TEXT", help="Its heading, number or anchor.")
@_SLUG
@change_options
def split(record: str, section: str, slug: str | None, **given: Any) -> int:
    """Move a section of RECORD to a proposal of its own, with links both ways."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.split(record, section, slug, given)


@rfc.command(context_settings=CONTEXT)
@change_options
def index(**given: Any) -> int:
    """Write the generated parts of the folder's README anew."""
    from docsync.cli import rfcs  # noqa: PLC0415

    return rfcs.index(given)
