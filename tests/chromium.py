"""Chromium without a window, driven by its own protocol over two pipes (chromedevtools.github.io/devtools-protocol)."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
_KEYS = {"Tab": 9, "Escape": 27, "Enter": 13, "/": 191}
_TEXTS = {"Enter": "\r", "/": "/"}


def named_or_found() -> str | None:
    """The program: ``DOC_SYNC_CHROMIUM`` if set, else the first of ``NAMES`` on the path."""
    named = os.environ.get("DOC_SYNC_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def open_browser(program: str, profile: Path) -> Iterator[Browser]:
    """A browser with an empty profile in the folder ``profile``; it ends with the block."""
    to_read, to_write = os.pipe(), os.pipe()
    fds = (to_read[0], to_write[1])
    # The browser reads commands from descriptor 3 and writes to 4; a shell puts ours there.
    line = [f'exec "$0" "$@" 3<&{fds[0]} 4>&{fds[1]}', program, *_switches(profile), "about:blank"]
    with (profile.parent / "chromium.log").open("wb") as log:
        process = subprocess.Popen(["bash", "-c", *line], pass_fds=fds, stdout=log, stderr=log)
    for each in fds:
        os.close(each)
    with process, os.fdopen(to_read[1], "wb", buffering=0) as commands, os.fdopen(to_write[0], "rb") as answers:
        try:
            yield Browser(commands, answers)
        finally:
            process.terminate()


def _switches(profile: Path) -> list[str]:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's sandbox is not for root
    quiet = ["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars"]
    return ["--headless", "--remote-debugging-pipe", f"--user-data-dir={profile}", *quiet, *sandbox]


class Browser:
    """One page. ``events`` are what the browser reported, in its order."""

    def __init__(self, commands: Any, answers: Any) -> None:
        self._commands, self._answers = commands, answers
        self._number, self._session = 0, ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command; an error of the protocol is raised."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session and not method.startswith(("Target", "Browser")):
            message["sessionId"] = self._session
        self._commands.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        """The next message, noted if it is an event."""
        text = bytearray()
        while (byte := self._answers.read(1)) != b"\0":
            assert byte, "the browser has ended"
            text += byte
        message = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, path: Path, width: int = 1400, height: int = 1000, *, scripts: bool = True) -> None:
        """Show a file, up to the end of its ``scripts``, if they may run, and the next frame."""
        self.events.clear()
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url=path.as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass
        self.call("Emulation.setScriptExecutionDisabled", value=False)
        self.settle()

    def settle(self) -> None:
        """Wait until what was put off by the page is done."""
        self.run("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 200))")

    def run(self, expression: str) -> Any:
        """The value of a script, awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key, as a person does."""
        common = {"key": key, "code": key, "windowsVirtualKeyCode": _KEYS[key]}
        text = {"text": _TEXTS[key]} if key in _TEXTS else {}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text: str) -> None:
        """Enter a text into what has the focus."""
        self.call("Input.insertText", text=text)
        self.settle()

    def media(self, medium: str = "", **features: str) -> None:
        """Pretend a medium (``print``) and preferences (``prefers_color_scheme="dark"``)."""
        pairs = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", media=medium, features=pairs)
        self.settle()

    def complaints(self) -> list[str]:
        """Errors and warnings of the console, and scripts that failed, since the page was opened."""
        named = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        return [json.dumps(event["params"]) for event in self.events if event["method"] in named]

    def requests(self) -> list[str]:
        """Addresses that were asked for since the page was opened."""
        sent = (event for event in self.events if event["method"] == "Network.requestWillBeSent")
        return [event["params"]["request"]["url"] for event in sent]

    def screenshot(self, *, whole: bool = False) -> bytes:
        """The window, or the ``whole`` page, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def pdf(self) -> bytes:
        """The page as it prints."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])
