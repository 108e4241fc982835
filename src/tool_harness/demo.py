"""A scripted model works through two turns: a call fails, it reads why, and corrects itself.

Run ``python -m tool_harness.demo``. In the middle of the first turn, while a call is waiting for its result, the log is
read back from disk and the invariants are applied anew.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

from tool_harness import invariants
from tool_harness.args import Args, prop
from tool_harness.errors import HarnessError, error_data
from tool_harness.events import Event
from tool_harness.plugins import Context, use
from tool_harness.session import Session
from tool_harness.store import JsonlStore
from tool_harness.tools import Tool, ToolCall, define_tool


class Edit(Args):
    """One replacement."""

    old = prop(str, required=True)
    new = prop(str, required=True)
    count = prop(int, description="how often at most", default=1)


class EditFile(Args):
    """The parameters of ``edit_file``."""

    path = prop(str, required=True, description="file to edit")
    mode = prop(Literal["text", "binary"], required=True)
    edits = prop(list[Edit], required=True)
    dry_run = prop(bool)


def make_edit_file(files: dict[str, str]) -> Tool[EditFile]:
    """Make the tool ``edit_file`` over ``files``."""

    @define_tool(name="edit_file", description="Edit one file.", parameters=EditFile)
    async def edit_file(args: EditFile, call: ToolCall) -> str:  # noqa: ARG001 - every tool gets its call
        if args.path not in files:
            raise HarnessError(f"there is no file {args.path}", code="NO_FILE")
        text = files[args.path]
        for edit in args.edits:
            text = text.replace(edit.old, edit.new, edit.count or 1)
        if not args.dry_run:
            files[args.path] = text
        return f"{args.path}: {text}"

    return edit_file


_LONG_FIELDS = ("text", "arguments")


class Reply(NamedTuple):
    """What the model says in one step, and the arguments of the call that it makes, if any."""

    text: str
    arguments: str = ""


class Turn(NamedTuple):
    """What the user asks, and what the model says to it step by step."""

    prompt: str
    replies: tuple[Reply, ...]


SCRIPT = (
    Turn(
        "Mend the typo in notes.md.",
        (
            Reply("I edit it.", '{"path": "notes.md", "mode": "txt", "edits": [{"old": "teh", "count": "all"}]}'),
            Reply(
                "The mode must be text, the edit lacks new, and count is a number.",
                '{"path": "notes.md", "mode": "text", "edits": [{"old": "teh", "new": "the"}]}',
            ),
            Reply("Mended."),
        ),
    ),
    Turn(
        "And in todo.md?",
        (
            Reply("I look.", '{"path": "todo.md", "mode": "text", "edits": [{"old": "teh", "new": "the"}]}'),
            Reply("There is no todo.md."),
        ),
    ),
)


class Demo:
    """A harness with one session in the file at ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.calls = 0
        self.context = Context()
        self.context.tools.register(make_edit_file({"notes.md": "teh first of teh notes"}))
        self.context.tools.on_call(self.reload_at_second_call)
        self.open()

    def open(self) -> None:
        """Read the session from disk and guard it."""
        self.store = JsonlStore(self.path)
        self.session: Session = self.context.sessions.open("demo", self.store)
        self.session.listen(show)
        self.stop_invariants = use(self.context, invariants)

    def close(self) -> None:
        """Let go of session and file."""
        self.stop_invariants()
        self.context.sessions.close("demo")
        self.store.close()

    async def reload_at_second_call(self, call: ToolCall) -> None:
        """Open everything anew while ``call`` waits for its result."""
        self.calls += 1
        if self.calls == 2:  # noqa: PLR2004 - the docstring's second call
            before = self.session.events()
            self.close()
            self.open()
            print(f"-- reloaded while {call.id} waits: {len(before)} events, same log: {self.reads_back(before)}")

    def reads_back(self, events: tuple[Event, ...]) -> bool:
        """Whether the log from disk is ``events``, and none of it was refused."""
        return self.session.events() == events and self.session.quarantine is None

    async def turn(self, number: int, turn: Turn) -> None:
        """Run one turn: a step for each reply."""
        self.session.emit("turn/start", turn=number, prompt=turn.prompt)
        for step, reply in enumerate(turn.replies, 1):
            place = {"turn": number, "step": step}
            self.session.emit("step/start", **place)
            self.session.emit("message", role="assistant", text=reply.text, **place)
            if reply.arguments:
                await self.call(ToolCall(f"call-{number}-{step}", "edit_file", reply.arguments), place)
            self.session.emit("step/end", **place)
        self.session.emit("turn/end", turn=number)

    async def call(self, call: ToolCall, place: dict[str, int]) -> None:
        """Execute a call between its two events."""
        self.session.emit("tool/call", call_id=call.id, name=call.name, arguments=call.arguments, **place)
        result = await self.context.tools.execute(call)
        self.session.emit(
            "tool/result", call_id=call.id, text=result.text, is_error=result.is_error, error=result.error, **place
        )

    async def run(self) -> None:
        """Run the script; what breaks the loop itself is logged before it comes through."""
        self.session.emit("status", status="running")
        try:
            for number, turn in enumerate(SCRIPT, 1):
                await self.turn(number, turn)
        except Exception as error:
            self.session.emit("error", **error_data(error))
            raise
        self.session.emit("status", status="idle")


def show(event: Event) -> None:
    """Print an event for people: number, type and short data, then the long texts, a line each."""
    short = {key: value for key, value in event.data.items() if value is not None and key not in _LONG_FIELDS}
    print(f"{event.seq:3} {event.type:12} {json.dumps(short)[1:-1]}".rstrip())
    for key in _LONG_FIELDS:
        for line in event.data.get(key, "").splitlines():
            print(f"{'':16} | {line}")


def main() -> None:
    """Run the demo, whose events are printed as they are logged, and read the log back."""
    with tempfile.TemporaryDirectory() as folder:
        demo = Demo(Path(folder) / "session.jsonl")
        asyncio.run(demo.run())
        events = demo.session.events()
        demo.close()
        demo.open()
        print(f"-- read back from disk: {len(events)} events, same log: {demo.reads_back(events)}")
        demo.close()


if __name__ == "__main__":
    main()
