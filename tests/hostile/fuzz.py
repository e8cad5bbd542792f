"""A coverage-guided fuzzer of all that is read.

`python tests/hostile/fuzz.py [SUBJECT] [--collect FOLDER] [OPTION]...` needs `pip install atheris`.
A subject is a kind of file, or one of readers.py; where none is named the first byte of an input
chooses it. Without OPTIONs it runs until it finds something; libFuzzer's own, such as
`-max_total_time=20` or `-runs=100000`, may follow, and the folder of a corpus, or an input that
failed, which is run once more. With `--collect` it goes on after a failure, and saves one input of
each to the folder; fuzz_all.py does that for all subjects. It begins with the examples of the
rules' pages, and changes words for other words as well as bytes for bytes. What must hold is in
promises.py, and how much time and memory an input may take in effort.py.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "lint"), str(ROOT / "tests")]

import atheris  # noqa: E402

FOLLOWED = (
    "cannlint.config",
    "cannlint.discovery",
    "cannlint.engine",
    "cannlint.explain",
    "cannlint.formats",
    "cannlint.library",
    "cannlint.reading",
    "cannlint.report",
    "cannlint.rewriting",
    "cannlint.verify",
    "cannlint.syntax",
    "cannlint.jobs",
    "cannlint.graphs",
    "cannlint.resolve",
    "cannlint.rules",
    "cannlint.text",
)

with atheris.instrument_imports(include=["cannlint"]):
    import cannlint

    # what the product imports when it is needed has to be imported here to be followed
    for module in pkgutil.walk_packages(cannlint.__path__, "cannlint."):
        if module.name.startswith(FOLLOWED):
            importlib.import_module(module.name)

    from hostile import readers
    from hostile.effort import within_bounds
    from hostile.promises import SUBJECTS, hold

from cases import RULE_PAGES, cases_of  # noqa: E402
from hostile.collected import Collected  # noqa: E402
from test_properties import FRAGMENTS  # noqa: E402

_WORD = re.compile(rb"\w+|\s+|[^\w\s]+")


def examples() -> Iterator[tuple[str, str, bytes]]:
    """What to begin with, each as its name, its subject and its bytes."""
    for page in sorted(RULE_PAGES.glob("*.md")):
        for case in cases_of(page):
            yield case.name, case.input.kind.value, case.input.data
    yield from readers.examples()


class Words:
    """Changes inputs by whole words, as people do; words are those of the examples."""

    def __init__(self, subject: str | None) -> None:
        self.head = 0 if subject else 1
        self.words: dict[str, list[bytes]] = {
            name: [fragment.encode("utf-8", "surrogatepass") for fragment in FRAGMENTS]
            for name in SUBJECTS
        }
        for _, name, data in examples():
            self.words[name] += dict.fromkeys(_WORD.findall(data))
        self.subject = subject

    def change(self, data: bytes, max_size: int, seed: int) -> bytes:
        """An input with some words put in, left out, doubled or replaced; or libFuzzer's idea."""
        chance = random.Random(seed)
        if chance.random() < 0.4 or len(data) <= self.head:
            changed: bytes = atheris.Mutate(data, max_size)
            return changed
        subject = self.subject or SUBJECTS[data[0] % len(SUBJECTS)]
        words: list[bytes] = _WORD.findall(data[self.head :])
        for _ in range(chance.randint(1, 4)):
            at = chance.randint(0, len(words))
            cut = chance.choice((0, 1, 1, 2, 8))
            words[at : at + cut] = chance.choice(
                (
                    [],
                    [chance.choice(self.words[subject])],
                    [chance.choice(self.words[subject])],
                    words[at : at + cut] * 2,
                    words[(begin := chance.randint(0, len(words))) : begin + 8],
                )
            )
        return (data[: self.head] + b"".join(words))[:max_size]


def main() -> None:
    """Run libFuzzer."""
    options = sys.argv[1:]
    subject = options.pop(0) if options and options[0] in SUBJECTS else None
    collected = Collected.of(options)
    with tempfile.TemporaryDirectory() as name:
        folder, seeds = Path(name, "files"), Path(name, "seeds")
        seeds.mkdir()
        for example, of, data in examples():
            if subject in (None, of):
                chosen = b"" if subject else bytes([SUBJECTS.index(of)])
                (seeds / example).write_bytes(chosen + data)

        def one(data: bytes) -> None:
            of, rest = subject, data
            if of is None:
                if not data:
                    return
                of, rest = SUBJECTS[data[0] % len(SUBJECTS)], data[1:]
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            try:
                within_bounds(lambda: hold(of, rest, folder), len(rest))
            except Exception as error:
                if collected is None:
                    raise
                collected.add(of, rest, error)

        words = Words(subject)
        if not any(Path(option).is_file() for option in options):
            options.append(str(seeds))
        atheris.Setup([sys.argv[0], *options], one, custom_mutator=words.change)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
