"""When a record's topic first appeared: every trap as a real repository."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import date

import pytest

from docsync.repo import open_source
from docsync.repo.history import Logged, Step
from docsync.rfc.dates import BULK, FirstSeen, first_seen, same_topic, words
from gitrepo import GitRepo


def text(name: str, changed: int = 0) -> str:
    """Forty lines of ``name`` alone, of which ``changed`` are others."""
    lines = [f"{name} line {number}" for number in range(40)]
    lines[:changed] = [f"other {name} {number}" for number in range(changed)]
    return "\n".join(lines) + "\n"


def commit(repo: GitRepo, day: int, *args: str) -> str:
    """Commit everything as written on that day of January 2024; its id."""
    repo.stage()
    repo.git("commit", "--quiet", f"--date=2024-01-{day:02}T12:00:00+0000", "--message", "change", *args)
    return repo.git("rev-parse", "HEAD")


def add(repo: GitRepo, day: int, path: str, content: str = "") -> str:
    repo.write(path, content or text(ascii(path)))
    return commit(repo, day)


def move(repo: GitRepo, day: int, before: str, after: str) -> str:
    (repo.path / after).parent.mkdir(parents=True, exist_ok=True)
    repo.git("mv", before, after)
    return commit(repo, day)


def is_record(path: str) -> bool:
    return path.startswith(("docs/adr/", "docs/rfc/")) and "template" not in path


def all_seen(repo: GitRepo) -> Mapping[str, FirstSeen]:
    with open_source(str(repo)) as source:
        return first_seen(source.log(), source.tree.entries, is_record)


def seen(repo: GitRepo, path: str) -> tuple[int, str, str]:
    """Day of January 2024, name then, and evidence."""
    found = all_seen(repo)[path]
    assert (found.date.year, found.date.month) == (2024, 1)
    return found.date.day, found.path, found.evidence


def test_the_commit_that_added_it(repo: GitRepo) -> None:
    first = add(repo, 2, "docs/adr/0001-x-y.md")
    add(repo, 3, "docs/adr/0001-x-y.md", text("'docs/adr/0001-x-y.md'", 5))
    evidence = f"{first[:7]}: first added as docs/adr/0001-x-y.md"
    assert all_seen(repo) == {
        "docs/adr/0001-x-y.md": FirstSeen(date(2024, 1, 2), first, "docs/adr/0001-x-y.md", evidence, False)
    }


def test_renames_are_followed_from_any_folder_over_several_commits(repo: GitRepo) -> None:
    first = add(repo, 2, "ideas/thing.txt")
    second = move(repo, 3, "ideas/thing.txt", "docs/adr/0001-thing.md")
    third = move(repo, 4, "docs/adr/0001-thing.md", "docs/rfc/0002-other.md")
    evidence = (
        f"{first[:7]}: first added as ideas/thing.txt, then docs/adr/0001-thing.md by {second[:7]}, "
        f"then docs/rfc/0002-other.md by {third[:7]}"
    )
    assert seen(repo, "docs/rfc/0002-other.md") == (2, "ideas/thing.txt", evidence)


def test_a_record_that_is_not_committed_is_not_found(repo: GitRepo) -> None:
    add(repo, 2, "docs/adr/0001-x.md")
    repo.git("mv", "docs/adr/0001-x.md", "docs/adr/0002-x.md")
    assert all_seen(repo) == {}


def test_an_empty_history_has_no_dates(repo: GitRepo) -> None:
    repo.write("docs/adr/0001-x.md", "x")
    repo.stage()
    assert all_seen(repo) == {}


@pytest.mark.parametrize("squash", [False, True])
def test_the_earliest_of_several_branches_counts(repo: GitRepo, squash: bool) -> None:
    add(repo, 2, "README.md")
    repo.git("checkout", "--quiet", "-b", "side")
    add(repo, 3, "docs/adr/draft-thing.md", text("thing"))
    move(repo, 5, "docs/adr/draft-thing.md", "docs/adr/0001-thing.md")
    repo.git("checkout", "--quiet", "main")
    add(repo, 4, "docs/adr/0001-thing.md", text("thing"))
    if not squash:
        repo.git("merge", "--quiet", "side")
    assert seen(repo, "docs/adr/0001-thing.md")[:2] == (
        (4, "docs/adr/0001-thing.md") if squash else (3, "docs/adr/draft-thing.md")
    )


def test_a_rename_on_one_branch_does_not_lose_the_name_on_the_other(repo: GitRepo) -> None:
    add(repo, 1, "README.md")
    repo.git("checkout", "--quiet", "-b", "side")
    add(repo, 2, "docs/adr/0001-thing.md", text("thing"))
    repo.git("checkout", "--quiet", "main")
    add(repo, 3, "docs/adr/first.md", text("thing"))
    move(repo, 4, "docs/adr/first.md", "docs/adr/0001-thing.md")
    repo.git("merge", "--quiet", "side")
    assert seen(repo, "docs/adr/0001-thing.md")[:2] == (2, "docs/adr/0001-thing.md")


@pytest.mark.parametrize("renames", ["main", "side"])
def test_a_rename_on_one_branch_while_the_other_leaves_the_file_alone(repo: GitRepo, renames: str) -> None:
    add(repo, 1, "docs/adr/0001-thing.md")
    repo.git("branch", "side")
    for day, branch in ((2, "main"), (3, "side")):
        repo.git("checkout", "--quiet", branch)
        if branch == renames:
            move(repo, day, "docs/adr/0001-thing.md", "docs/rfc/0002-other.md")
        else:
            add(repo, day, "more.md")
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "side")
    assert seen(repo, "docs/rfc/0002-other.md")[:2] == (1, "docs/adr/0001-thing.md")


def test_of_one_day_the_commit_that_came_first_counts(repo: GitRepo) -> None:
    first = add(repo, 1, "docs/adr/0001-thing.md")
    remove(repo, 1, "docs/adr/0001-thing.md")
    add(repo, 1, "docs/adr/0001-thing.md")
    assert all_seen(repo)["docs/adr/0001-thing.md"].commit == first


def test_a_file_that_a_merge_puts_into_the_renamed_folder(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-a.md")
    repo.git("checkout", "--quiet", "-b", "side")
    add(repo, 2, "docs/adr/0002-thing.md")
    repo.git("checkout", "--quiet", "main")
    repo.git("mv", "docs/adr", "docs/rfc")
    commit(repo, 3)
    repo.git("-c", "merge.directoryRenames=true", "merge", "--quiet", "--no-commit", "side")
    merge = commit(repo, 4)
    assert seen(repo, "docs/rfc/0002-thing.md")[:2] == (2, "docs/adr/0002-thing.md")
    assert f"then docs/rfc/0002-thing.md by {merge[:7]}" in seen(repo, "docs/rfc/0002-thing.md")[2]


def test_a_file_that_a_merge_alone_adds(repo: GitRepo) -> None:
    add(repo, 1, "README.md")
    repo.git("checkout", "--quiet", "-b", "side")
    add(repo, 2, "other.md")
    repo.git("checkout", "--quiet", "main")
    add(repo, 3, "more.md")
    repo.git("merge", "--quiet", "--no-commit", "side")
    merge = add(repo, 4, "docs/adr/0001-evil.md")
    assert all_seen(repo)["docs/adr/0001-evil.md"].commit == merge


def test_a_proposal_that_a_merge_threw_away_counts(repo: GitRepo) -> None:
    add(repo, 1, "README.md")
    repo.git("checkout", "--quiet", "-b", "side")
    add(repo, 2, "docs/adr/0001-thing.md")
    repo.git("checkout", "--quiet", "main")
    add(repo, 3, "more.md")
    repo.git("merge", "--quiet", "--strategy=ours", "side")
    again = add(repo, 5, "docs/adr/0001-thing.md")
    day, _, evidence = seen(repo, "docs/adr/0001-thing.md")
    assert day == 2
    assert f"added again as docs/adr/0001-thing.md by {again[:7]}" in evidence


def test_moved_away_and_back(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-a.md")
    move(repo, 2, "docs/adr/0001-a.md", "old/a.md")
    move(repo, 3, "old/a.md", "docs/adr/0001-a.md")
    assert seen(repo, "docs/adr/0001-a.md")[:2] == (1, "docs/adr/0001-a.md")


def remove(repo: GitRepo, day: int, path: str) -> None:
    repo.remove(path)
    commit(repo, day)


def test_deleted_and_added_again_counts_from_the_first_time(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-thing.md")
    remove(repo, 2, "docs/adr/0001-thing.md")
    again = add(repo, 3, "docs/adr/0001-thing.md", text("rewritten"))
    day, _, evidence = seen(repo, "docs/adr/0001-thing.md")
    assert day == 1
    assert evidence.endswith(
        f"first added as docs/adr/0001-thing.md, added again as docs/adr/0001-thing.md by {again[:7]}"
    )


@pytest.mark.parametrize("path", ["docs/adr/0001.md", "docs/adr/ADR-001.md", "docs/adr/0001/README.md"])
def test_a_number_that_was_used_again_is_another_topic(repo: GitRepo, path: str) -> None:
    add(repo, 1, path)
    remove(repo, 2, path)
    add(repo, 3, path, text("another topic"))
    assert seen(repo, path)[0] == 3


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("before", "after", "day"),
    [
        ("docs/adr/0002-reactive-core.md", "docs/adr/2021-06-06_002-reactive-core.md", 1),
        ("docs/adr/0002-reactive-core.md", "docs/rfc/0007-core-reactive.md", 1),
        ("docs/adr/0002-reactive-core.md", "docs/adr/0002-reactive-core-again.md", 4),
        ("docs/adr/0002-core.md", "docs/adr/0003-core.md", 4),
        ("notes/reactive-core.md", "docs/adr/0002-reactive-core.md", 4),
    ],
)
def test_deleted_and_added_again_under_another_number(
    repo: GitRepo, before: str, after: str, day: int, at_once: bool
) -> None:
    first = add(repo, 1, before)
    repo.remove(before)
    if not at_once:
        commit(repo, 2)
        add(repo, 3, "README.md")
    again = add(repo, 4, after)
    found, _, evidence = seen(repo, after)
    assert found == day
    if day == 1:
        assert evidence == f"{first[:7]}: first added as {before}, added again as {after} by {again[:7]}"


def test_a_record_that_was_deleted_belongs_first_to_the_one_of_its_own_name(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0002-reactive-core.md")
    remove(repo, 2, "docs/adr/0002-reactive-core.md")
    add(repo, 3, "docs/adr/0002-reactive-core.md")
    add(repo, 4, "docs/adr/0005-reactive-core.md")
    assert seen(repo, "docs/adr/0002-reactive-core.md")[0] == 1
    assert seen(repo, "docs/adr/0005-reactive-core.md")[0] == 4


def test_a_record_of_the_same_words_that_is_still_there_is_another_topic(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-single-state.md")
    add(repo, 2, "docs/adr/0002-single-state.md")
    move(repo, 3, "docs/adr/0001-single-state.md", "docs/adr/0001-state.md")
    assert seen(repo, "docs/adr/0002-single-state.md")[0] == 2
    assert seen(repo, "docs/adr/0001-state.md")[0] == 1


def test_a_number_that_another_name_has_now_is_another_topic(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-cats.md")
    remove(repo, 2, "docs/adr/0001-cats.md")
    add(repo, 3, "docs/adr/0001-dogs.md")
    assert seen(repo, "docs/adr/0001-dogs.md")[0] == 3


def test_a_rename_in_letter_case(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-Thing.md")
    move(repo, 2, "docs/adr/0001-Thing.md", "docs/adr/0001-thing.md")
    assert seen(repo, "docs/adr/0001-thing.md")[:2] == (1, "docs/adr/0001-Thing.md")


def test_names_that_were_handed_on_in_one_commit(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-a.md")
    add(repo, 2, "docs/adr/0002-b.md")
    repo.git("mv", "docs/adr/0002-b.md", "docs/adr/0003-b.md")
    repo.git("mv", "docs/adr/0001-a.md", "docs/adr/0002-a.md")
    commit(repo, 3)
    assert seen(repo, "docs/adr/0002-a.md")[:2] == (1, "docs/adr/0001-a.md")
    assert seen(repo, "docs/adr/0003-b.md")[:2] == (2, "docs/adr/0002-b.md")


def test_renames_that_exchange_two_names() -> None:
    swap = (Step("R", "b.md", "a.md"), Step("R", "a.md", "b.md"))
    log = [
        Logged("3" * 40, date(2024, 1, 3), ("2" * 40,), (swap,)),
        Logged("2" * 40, date(2024, 1, 2), ("1" * 40,), ((Step("A", "b.md"),),)),
        Logged("1" * 40, date(2024, 1, 1), (), ((Step("A", "a.md"),),)),
    ]
    found = first_seen(log, ["a.md", "b.md"], is_record)
    assert {path: it.date.day for path, it in found.items()} == {"a.md": 2, "b.md": 1}


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("template", ["docs/adr/template.md", "docs/adr/0000-template.md", "docs/adr/adr-template.md"])
def test_a_record_born_from_a_template_does_not_get_its_date(repo: GitRepo, template: str, kept: bool) -> None:
    add(repo, 1, template, text("template"))
    if kept:
        repo.write("docs/adr/0001-thing.md", text("template"))
        add(repo, 2, template, text("template", 1))  # -C takes only what the same commit changed for an original
    else:
        move(repo, 2, template, "docs/adr/0001-thing.md")
    assert seen(repo, "docs/adr/0001-thing.md")[0] == 2


def test_a_record_about_templates_is_no_template(repo: GitRepo) -> None:
    add(repo, 1, "docs/adr/0001-adopt-template.md")
    move(repo, 2, "docs/adr/0001-adopt-template.md", "docs/adr/0001-madr.md")
    assert seen(repo, "docs/adr/0001-madr.md")[0] == 1


@pytest.mark.parametrize(
    ("original", "copy", "day"),
    [
        ("docs/rfc/005-runtime-validation.md", "docs/adr/0011-runtime-validation.md", 1),
        ("docs/rfc/005-runtime-validation.md", "docs/adr/0011-runtime-arg-validation.md", 1),
        ("docs/rfc/005-runtime-validation.md", "docs/adr/0011-runtime.md", 2),
        ("docs/rfc/005-runtime-validation.md", "docs/adr/0011-other-thing.md", 2),
        ("docs/rfc/005.md", "docs/adr/005.md", 2),
        ("notes/runtime-validation.md", "docs/adr/0011-runtime-validation.md", 2),
    ],
)
def test_a_copy_counts_from_a_record_of_the_same_words(repo: GitRepo, original: str, copy: str, day: int) -> None:
    add(repo, 1, original, text("validation"))
    repo.write(copy, text("validation"))
    add(repo, 2, original, f"graduated to {copy}\n")
    assert seen(repo, copy)[0] == day
    assert seen(repo, original)[0] == 1


@pytest.mark.parametrize(
    ("after", "changed", "day"),
    [
        ("docs/adr/0002-dogs.md", 5, 1),  # much alike
        ("docs/adr/0002-dogs.md", 16, 2),  # as alike as two records from one template
        ("docs/adr/0002-cats-again.md", 16, 1),
    ],
)
def test_a_weak_likeness_needs_a_word_in_common(repo: GitRepo, after: str, changed: int, day: int) -> None:
    add(repo, 1, "docs/adr/0001-cats.md", text("cats"))
    repo.remove("docs/adr/0001-cats.md")
    add(repo, 2, after, text("cats", changed))
    assert seen(repo, after)[0] == day


@pytest.mark.parametrize("name", ["docs/adr/{}-thing.md", "docs/adr/{}-thing/README.md"])
@pytest.mark.parametrize(("count", "is_bulk"), [(BULK - 1, False), (BULK, True)])
def test_many_records_added_at_once_are_weak_evidence(repo: GitRepo, name: str, count: int, is_bulk: bool) -> None:
    for number in range(count):
        repo.write(name.format(number), text(f"record {number}"))
    for number in range(BULK):
        repo.write(f"elsewhere/{number}/other.md", text(f"other {number}"))
    commit(repo, 1)
    add(repo, 2, name.format(99), text("later"))
    found = all_seen(repo)
    assert found[name.format(0)].is_bulk_import is is_bulk
    assert not found[name.format(99)].is_bulk_import
    assert not found["elsewhere/0/other.md"].is_bulk_import


def test_a_folder_that_was_moved_is_no_bulk_import(repo: GitRepo) -> None:
    for number in range(BULK):
        add(repo, number + 1, f"doc/{number}-thing.md", text(f"record {number}"))
    repo.git("mv", "doc", "docs")
    commit(repo, 20)
    found = all_seen(repo)
    assert [found[f"docs/{number}-thing.md"].date.day for number in range(BULK)] == [*range(1, BULK + 1)]
    assert not any(it.is_bulk_import for it in found.values())


def test_the_authors_day_counts_and_not_the_committers(repo: GitRepo) -> None:
    add(repo, 9, "docs/adr/0001-a.md")
    assert repo.git("log", "-1", "--format=%cs") == "2023-11-14"
    assert seen(repo, "docs/adr/0001-a.md")[0] == 9


@pytest.mark.parametrize(("zone", "hour"), [("+1300", 1), ("-1100", 23)])
def test_the_day_is_in_the_authors_zone(repo: GitRepo, zone: str, hour: int) -> None:
    repo.write("docs/adr/0001-a.md", "a")
    repo.stage()
    repo.git("commit", "--quiet", f"--date=2024-01-05T{hour:02}:00:00{zone}", "--message", "a")
    assert seen(repo, "docs/adr/0001-a.md")[0] == 5


@pytest.mark.parametrize("name", ["a b.md", 'q"uote.md', "new\nline.md", "\udcff.md"])
def test_names_of_any_bytes(repo: GitRepo, name: str) -> None:
    add(repo, 1, f"docs/{name}")
    move(repo, 2, f"docs/{name}", f"docs/adr/{name}")
    day, path, evidence = seen(repo, f"docs/adr/{name}")
    assert (day, path) == (1, f"docs/{name}")
    assert evidence.isprintable()
    assert (f"docs/adr/{name} by" in evidence) is name.isprintable()


def test_one_pass_whatever_the_number_of_records(repo: GitRepo) -> None:
    calls = set()
    for count in (1, 60):
        for number in range(count):
            repo.write(f"docs/adr/{number}-thing.md", text(f"record {number}"))
        repo.commit()
        with open_source(str(repo)) as source:
            before = source.git_calls
            assert len(first_seen(source.log(), source.tree.entries, is_record)) == count
            calls.add(source.git_calls - before)
    assert calls == {3}  # the commit checked out, is it shallow, log


def test_linear_histories_agree_with_a_plain_model() -> None:
    """Against names followed forward in time; a name that is given again counts from the file that had it last."""
    chance = random.Random(7)
    for _ in range(300):
        log: list[Logged] = []
        born: dict[str, int] = {}
        left: dict[str, int] = {}
        for day in range(1, 13):
            free = [name for name in ("a.md", "b.md", "c.md", "d.md") if name not in born]
            parents = (log[0].id,) if log else ()
            if born and free and chance.random() < 0.6:
                before, after = chance.choice(sorted(born)), chance.choice(free)
                born[after] = left[before] = born.pop(before)
                step = Step("R", after, before)
            elif free:
                path = chance.choice(free)
                born[path] = left.get(path, day)
                step = Step("A", path)
            elif chance.random() < 0.5:
                path = chance.choice(sorted(born))
                left[path] = born.pop(path)
                step = Step("D", path)
            else:
                continue
            log.insert(0, Logged(f"{day:040}", date(2024, 1, day), parents, ((step,),)))
        found = first_seen(log, born, is_record)
        assert {path: it.date.day for path, it in found.items()} == born


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs/adr/0011-use-C++-and-go.md", "use c and go"),
        ("docs/rfc/2024-01-02-use-x.md", "use x"),
        ("docs/rfc/0003-thing/README.md", "thing"),
        ("docs/rfc/adr-0003.md", ""),
        ("README.md", ""),
        ("docs/adr/0001-größe.md", "größe"),
    ],
)
def test_words_of_a_name(path: str, expected: str) -> None:
    assert words(path) == set(expected.split())


@pytest.mark.parametrize(
    ("path", "other", "expected"),
    [
        ("1-a-b.md", "2-b-a.md", True),
        ("1-a.md", "2-a.md", True),
        ("1-a-b.md", "2-a-b-c.md", True),
        ("1-a.md", "2-a-b.md", False),
        ("1-a-b-c.md", "2-a-b-d.md", False),
        ("1.md", "2.md", False),
    ],
)
def test_same_topic(path: str, other: str, expected: bool) -> None:
    assert same_topic(path, other) is same_topic(other, path) is expected
