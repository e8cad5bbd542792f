"""Which functions of a package are called: by this process, and by those that it starts.

Processes with this folder on their PYTHONPATH listen too: `sitecustomize.py` beside this module.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any


class Calls:
    """Appends each function that is called, once, to $CALLS_FILE: of modules in $CALLS_IN, folders.

    At once, since a process may end in any way; as `module file:name of the function`.
    """

    def __init__(self) -> None:
        self.folders = tuple(os.environ["CALLS_IN"].split(os.pathsep))
        self.file = os.open(os.environ["CALLS_FILE"], os.O_RDWR | os.O_APPEND | os.O_CREAT)
        self.seen: dict[int, CodeType] = {}

    def start(self) -> None:
        """Listen to all threads of this process from now on."""
        threading.settrace(self._on_call)
        sys.settrace(self._on_call)

    def taken(self) -> set[str]:
        """What was called since it was last asked."""
        os.lseek(self.file, 0, os.SEEK_SET)
        size = os.fstat(self.file).st_size
        text = os.read(self.file, size).decode()
        os.ftruncate(self.file, 0)
        self.seen = {}
        return set(text.splitlines())

    def _on_call(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if id(code) not in self.seen and code.co_filename.startswith(self.folders):
            self._tell(code)

    def _tell(self, code: CodeType) -> None:
        self.seen[id(code)] = code
        os.write(self.file, f"{code.co_filename}:{code.co_name}\n".encode())

    def remember_through_caches(self) -> None:
        """Let a call that a cache answers count as all the calls that answers in it have taken."""
        make = functools.lru_cache

        def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
            if callable(maxsize):
                return self._remembering(maxsize, make(128))
            return lambda function: self._remembering(function, make(maxsize, typed))

        functools.lru_cache = lru_cache  # type: ignore[assignment]
        functools.cache = lru_cache(maxsize=None)

    def _remembering(self, function: Callable[..., Any], make: Callable[..., Any]) -> Any:
        taken: dict[int, CodeType] = {}

        @make
        def answer(*positional: Any, **named: Any) -> Any:
            before, self.seen = self.seen, {}
            try:
                return function(*positional, **named)
            finally:
                taken.update(self.seen)
                self.seen = {**before, **self.seen}

        @functools.wraps(function)
        def ask(*positional: Any, **named: Any) -> Any:
            try:
                return answer(*positional, **named)
            finally:
                for code in taken.values():
                    if id(code) not in self.seen:
                        self._tell(code)

        ask.cache_clear, ask.cache_info = answer.cache_clear, answer.cache_info  # type: ignore
        return ask
