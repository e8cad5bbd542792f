"""An editor's side of the protocol, over the real server's standard input and output."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from command_server import CommandServer, Started
from conftest import ROOT

PATIENCE = 20.0
"""Seconds to wait for an answer before the test fails."""


class Editor:
    """Starts a server, says hello, and keeps the last diagnostics of each file.

    `program` is its command. Without one, it is a fork of the process `forks`, or a new Python.
    """

    forks: CommandServer | None = None

    def __init__(
        self,
        folder: Any,
        encodings: tuple[str, ...] = ("utf-16",),
        arguments: tuple[str, ...] = (),
        program: tuple[str, ...] = (),
        **hello: Any,
    ) -> None:
        self._process = self._started(folder, program, arguments)
        self._ids = itertools.count(1)
        self._versions: dict[str, int] = {}
        self._arrived: queue.Queue[dict[str, Any]] = queue.Queue()
        self.messages: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()
        general = {"positionEncodings": list(encodings)}
        answer = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None,
                "capabilities": {"general": general},
                **hello,
            },
        )
        self.capabilities = answer["capabilities"]
        self.tell("initialized", {})

    def _started(
        self, folder: Any, program: tuple[str, ...], arguments: tuple[str, ...]
    ) -> subprocess.Popen[bytes] | Started:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "lint")}
        if self.forks is not None and not program:
            return self.forks.start(["server", *arguments], folder, environment)
        return subprocess.Popen(
            [*(program or (sys.executable, "-m", "cannlint", "server")), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=environment,
        )

    @property
    def process_id(self) -> int:
        """The process of the server."""
        return self._process.pid

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        self._process.wait(PATIENCE)
        self._process.stdin.close()
        self._process.stdout.close()

    def _listen(self) -> None:
        stream = self._process.stdout
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self._arrived.put(json.loads(stream.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        answer = self._answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def refused(self, method: str, params: Any) -> int:
        """The code of the error that a request is answered with."""
        return self._answer(method, params)["error"]["code"]

    def _answer(self, method: str, params: Any) -> dict[str, Any]:
        number = next(self._ids)
        self._send({"id": number, "method": method, "params": params})
        return self._until(lambda message: message.get("id") == number)

    def _until(self, wanted: Any) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                message = self._arrived.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"nothing came; the last: {self.messages[-3:]}") from None
            self.messages.append(message)
            if wanted(message):
                return message

    def open(self, uri: str, text: str, language: str = "plaintext") -> list[dict[str, Any]]:
        self.tell_opened(uri, text, language)
        return self.diagnostics(uri)

    def tell_opened(self, uri: str, text: str, language: str = "plaintext") -> None:
        """Open a file, and wait for nothing."""
        self._versions[uri] = 1
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def expect(self, method: str) -> None:
        """Wait until the server asks for something."""
        self._until(lambda message: message.get("method") == method)

    def change(self, uri: str, *changes: dict[str, Any]) -> None:
        self._versions[uri] += 1
        document = {"uri": uri, "version": self._versions[uri]}
        self.tell(
            "textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)}
        )

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """What is published about the text as it is now."""
        found = self._until(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and message["params"].get("version") == self._versions[uri]
            )
        )
        return found["params"]["diagnostics"]

    def wait_for(self, uri: str, codes: list[str]) -> list[dict[str, Any]]:
        """Wait until just these findings of a file are published; they may be so already.

        The summaries of closed files, which have no code, are left aside.
        """
        return self.wait_until(
            uri, lambda shown: [found["code"] for found in shown if "code" in found] == codes
        )

    def wait_until(
        self, uri: str, is_wanted: Callable[[list[dict[str, Any]]], bool]
    ) -> list[dict[str, Any]]:
        """Wait until what is published of a file is what is wanted; it may be so already."""
        method = "textDocument/publishDiagnostics"

        def is_it(message: dict[str, Any]) -> bool:
            if message.get("method") != method or message["params"]["uri"] != uri:
                return False
            return is_wanted(message["params"]["diagnostics"])

        published = [m for m in self.messages if m.get("method") == method]
        of_file = [m for m in published if m["params"]["uri"] == uri]
        found = of_file[-1] if of_file and is_it(of_file[-1]) else self._until(is_it)
        return found["params"]["diagnostics"]

    def type(self, uri: str, text: str) -> None:
        """Replace all of a file's text."""
        self.change(uri, {"text": text})

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a position; both numbers count from 0."""
        position = {"line": line, "character": character}
        return self.ask(
            f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position, **more}
        )
