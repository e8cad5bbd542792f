"""Shows that each alternative of a grammar decides: `python dev/prove_grammars.py [NAME...]`.

In turn each alternative of each rule is replaced by one that never matches; with `--small` each
character class, literal, repetition, look-ahead, name and priority is changed too. With every such
grammar the examples (tests/syntax/examples.json) are read again: how CANN reads them, and what
rules find. A change that changes no reading is listed, and the exit status is 1. What ends in an
exception shows nothing: it is counted apart, and of an alternative it is not enough.

Some changes cannot be noticed, because the grammar means the same. tests/syntax/same_meaning.json
says why: grammar → reason → the definitions after the change. They may be one in twenty, or one.

`--vectors FOLDER` adds recorded files (`text` or `base64` in the lines of NAME.jsonl), `--files
FOLDER` the lines of all files in it. `--overlaps` lists the lines that more than one alternative of
a rule could take, which one does, and the terminal that decides.
"""

from __future__ import annotations

import argparse
import base64
import importlib
import io
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lark import Lark, Token
from lark.exceptions import LarkError

from changed_terminals import ChangedTerminals
from grammar_mutants import NEVER, Mutant, alternatives, grammar_text, small_changes

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "tests" / "syntax" / "examples.json"
SAME = ROOT / "tests" / "syntax" / "same_meaning.json"
ALTERNATIVES, SMALL = "alternatives", "small changes"
MOST_SAME = 0.05
"""The share of changes that may mean the same."""

LINES = ("customize_dtypes", "op_precision", "keep_dtype", "fusion_switch")
READ_BY_JOBS = ("mslite_config", "yaml_line")
"""Lines of files that hold options: what is shown of them is the alternative with its parts."""
TOKENS = ("json", "prototext")
STARTS = {"customize_dtypes": ("key", "lists")}
"""The rules that a line is one alternative of, if it is not the rule `line`."""
PARTS = {"customize_dtypes": ("dtypes",)}
"""Rules of texts within a line."""

PROBE = {"op_precision": "\nProbe=keep_fp16", "keep_dtype": "\nprobe", "fusion_switch": "\nPp:on"}
"""What follows a line, to show what it does to others."""


class Fault(str):
    """How a reading failed."""

    __slots__ = ()


class Reader:
    """Reads examples with a grammar in place of the one that the project has."""

    def __init__(self, name: str) -> None:
        self.name = name
        sys.path.insert(0, str(ROOT / "lint"))
        self._terminals: ChangedTerminals | None = None
        self._imported = ""

    def some_verdicts(self, text: str, examples: list[str]) -> Iterator[tuple[int, object]]:
        """The numbers of the examples that a change may touch, and what is said of them then."""
        if self.name not in LINES:
            yield from enumerate(self.verdicts(text, examples))
            return
        if self._terminals is None:
            self._terminals = ChangedTerminals(
                self.name, (*STARTS.get(self.name, ("line",)), *PARTS.get(self.name, ()))
            )
        if not self._terminals.takes(text):
            yield from enumerate(self.verdicts(text, examples))
            return
        if self._imported != grammar_text(self.name):
            self._import(grammar_text(self.name))
            self._verdict("")  # all that reads a line is imported by it
        wrong = _module("syntax.grammar_file").GrammarError
        try:
            self._terminals.put(text)
        except (wrong, LarkError, re.error) as error:
            yield 0, Fault(error)
            return
        for number in self._terminals.touched(text, examples):
            yield number, self._verdict(examples[number])

    def verdicts(self, text: str, examples: list[str]) -> Iterator[object]:
        """What is said of each example where the grammar has this text."""
        if self.name not in (*LINES, *READ_BY_JOBS, *TOKENS):
            return self._of_values(text, examples)
        self._import(text)
        return map(self._verdict, examples)

    def _import(self, text: str) -> None:
        """Import the product anew, with this text of the grammar."""
        self._imported = text
        for module in [module for module in sys.modules if module.startswith("cannlint")]:
            del sys.modules[module]
        data = importlib.import_module("cannlint.data")
        read = data.read_data
        changed = f"{self.name}.lark"
        data.read_data = lambda folder, file: text if file == changed else read(folder, file)
        grammar = _module("syntax.grammar")
        grammar.parser = _built_once(grammar.parser)
        grammar.own_grammar, grammar.own_parser = grammar.grammar, grammar.parser

    def _of_values(self, text: str, values: list[str]) -> Iterator[object]:
        """Whether each value is written as the grammar says."""
        grammar = _module("syntax.grammar")
        try:
            match = grammar.Recogniser(grammar.Grammar(self.name, text), "value").match
        except (grammar.GrammarError, re.error) as error:
            return itertools.repeat(Fault(error), len(values))
        return (match(value) is not None for value in values)

    def _verdict(self, example: str) -> object:
        judge: Callable[[str], object] = self._of_line
        if self.name in READ_BY_JOBS:
            judge = _module("syntax.grammar").line_reader(self.name).read
        elif self.name in TOKENS:
            judge = self._of_json if self.name == "json" else self._of_prototext
        wrong = _module("syntax.grammar_file").GrammarError
        try:
            return judge(example)
        except (wrong, LarkError, re.error, LookupError, TypeError, ValueError) as error:
            return Fault(f"{type(error).__name__}: {error}")

    def _of_line(self, line: str) -> object:
        probed = [line + PROBE.get(self.name, "")]
        if self.name == "op_precision":
            probed.append(f"[ByNodeName]\n{probed[0]}")
        return [self._of_file(text) for text in probed]

    def _of_file(self, text: str) -> object:
        source = _module("text.source").Source("file", text.encode("utf-8", "surrogateescape"))
        reading = _module(f"formats.{self.name}.reading").read(source)
        accounts = _module(f"formats.{self.name}.shown").accounts(reading)
        rows = [(row.line, row.what, str(row.outcome)) for row in accounts]
        rules = _module("rules.loading").rules_about(reading.kind, reading.facts)
        found = [
            (finding.code, finding.span, *map(str, (finding.message, finding.help, finding.label)))
            for rule in rules
            for finding in rule.run(reading)
        ]
        said = rows, str(found), self._lists(reading)
        return reading.accepted, reading.codes, reading.crash, *said

    def _lists(self, reading: object) -> str:
        """Where the names and the items of lists stand: look-ups, fixes and editors need it."""
        if self.name != "customize_dtypes":
            return ""
        items, text = _module("formats.customize_dtypes.lines").items, reading.source.text
        entries = [entry for _, entry in reading.entries()]
        spans = ((one.key, one.gap, one.inputs_span, one.outputs_span) for one in entries)
        return str([(key, gap, i, o, items(text, i), items(text, o)) for key, gap, i, o in spans])

    def _of_json(self, text: str) -> object:
        document = _module("syntax.json_scanner").parse_json(text)
        plain = document.root.plain if document.root is not None else None
        faults = [(str(fault.slip), fault.span.start, fault.span.end) for fault in document.faults]
        return plain, faults, str(_module("syntax.json_outline").outline(text, 9).fault)

    def _of_prototext(self, text: str) -> object:
        prototext, errors = _module("graphs.prototext"), _module("errors")
        try:
            return list(prototext.parts("file", io.BytesIO(text.encode()), ()))
        except errors.CannlintError as error:
            return str(error)


def _built_once(build: Callable[..., Lark]) -> Callable[..., Lark]:
    """Builds a parser, or fails, once: else a grammar with a conflict is built for each example."""
    built: dict[tuple[str, ...], Lark | LarkError] = {}

    def parser(*asked: str) -> Lark:
        if asked not in built:
            try:
                built[asked] = build(*asked)
            except LarkError as error:
                built[asked] = error
        found = built[asked]
        if isinstance(found, LarkError):
            raise found
        return found

    return parser


def _module(name: str) -> object:
    return importlib.import_module(f"cannlint.{name}")


class Proof:
    """What the changes of one grammar do, counted: `changed`, `failed`, or `same`."""

    def __init__(self, name: str, examples: list[str]) -> None:
        self.name = name
        self._reader = Reader(name)
        right = self._reader.verdicts(grammar_text(name), examples)
        self._examples = list(zip(examples, right, strict=True))
        failed = [pair for pair in self._examples if isinstance(pair[1], Fault)]
        assert not failed, failed[0]
        same = json.loads(SAME.read_text(encoding="utf-8")).get(name, {})
        self._reasons = {after: why for why, changes in same.items() for after in changes}

    def is_given(self, mutants: Iterable[Mutant], sort: str) -> bool:
        """Whether enough changes of a sort are noticed, and the others are known; prints them."""
        results: dict[str, list[str]] = {"changed": [], "failed": [], "same": []}
        for mutant in mutants:
            result = self._judged(mutant)
            results[result].append(mutant.after)
            is_known = mutant.after in self._reasons or (result == "failed" and sort == SMALL)
            if result != "changed" and not is_known:
                print(f"{self.name}, {result}: {mutant.before}\n  → {mutant.after}")
        counts = {result: len(changes) for result, changes in results.items()}
        most_same = max(1, MOST_SAME * (counts["changed"] + counts["same"]))
        print(f"{self.name}, {sort}: {counts}", flush=True)
        stale = self._reasons.keys() & {*results["changed"], *results["failed"]}
        for change in stale:
            print(f"{self.name} is another grammar with this: {change}")
        needed = {*results["same"], *(() if sort == SMALL else results["failed"])}
        is_known = self._reasons.keys() >= needed
        return is_known and not stale and counts["same"] <= most_same

    def _judged(self, mutant: Mutant) -> str:
        has_failed = False
        examples = [example for example, _ in self._examples]
        for number, verdict in self._reader.some_verdicts(mutant.text, examples):
            if isinstance(verdict, Fault):
                has_failed = True
            elif verdict != self._examples[number][1]:
                # what notices a change may notice the next: it is read first
                self._examples.insert(0, self._examples.pop(number))
                return "changed"
        return "failed" if has_failed else "same"


def examples_of(name: str, arguments: argparse.Namespace) -> list[str]:
    """The project's own examples, and the lines or values that are recorded."""
    found = dict.fromkeys(json.loads(EXAMPLES.read_text(encoding="utf-8"))[name])
    recorded = arguments.vectors / f"{name}.jsonl" if arguments.vectors else None
    if recorded is not None and recorded.is_file() and name in LINES:
        for row in map(json.loads, recorded.read_text(encoding="utf-8").splitlines()):
            data = (
                base64.b64decode(row["base64"]) if "base64" in row else row.get("text", "").encode()
            )
            found |= dict.fromkeys(data.decode("utf-8", "surrogateescape").split("\n"))
    for folder in arguments.files if name in LINES else ():
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            text = path.read_bytes().decode("utf-8", "surrogateescape")
            found |= dict.fromkeys(text.split("\n"))
    return list(found)


def varied(name: str, examples: list[str]) -> list[str]:
    """The examples, and each with other blanks around it and around its first sign."""
    sign = {"op_precision": "=", "keep_dtype": "#"}.get(name, ":")
    found = dict.fromkeys(examples)
    for example in examples if name in LINES else ():
        before, middle, after = example.partition(sign)
        for blank in " \t\v\f\r":
            found |= dict.fromkeys((blank + example, example + blank, example + 2 * blank))
            found[f"{before}{blank}{middle}{blank}{after}"] = None
    return list(found)


def overlaps(name: str, examples: list[str]) -> Iterator[str]:
    """The lines that several alternatives could take, with the one that does and why."""
    for start in STARTS.get(name, ("line",)):
        whole = Lark(grammar_text(name), parser="lalr", start=start)
        alone = {}
        for rule in sorted({str(tree.data) for tree in map(whole.parse, examples)}):
            text = f"{NEVER}\nonly: {rule}\n{grammar_text(name)}"
            alone[rule] = Lark(text, parser="lalr", start="only")
        for line in examples:
            tree = whole.parse(line)
            takers = []
            for rule, parser in alone.items():
                try:
                    parser.parse(line)
                except LarkError:
                    continue
                takers.append(rule)
            if len(takers) > 1:
                tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
                first = f"{tokens[0].type} comes first" if tokens else "nothing is in it"
                others = ", ".join(rule for rule in takers if rule != tree.data)
                yield f"{name} {start}: {line!r} is {tree.data}, not {others}: {first}"


def main() -> int:
    """Prove the grammars that are asked for; 1 if an alternative decides nothing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = sorted(path.stem for path in (ROOT / "grammars").iterdir())
    parser.add_argument("names", nargs="*", default=names)
    parser.add_argument("--small", action="store_true", help="change small things, too")
    parser.add_argument("--overlaps", action="store_true", help="list lines with several takers")
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--files", type=Path, action="append", default=[])
    arguments = parser.parse_args()
    is_proven = True
    for name in arguments.names or names:
        examples = examples_of(name, arguments)
        if arguments.overlaps:
            print(*overlaps(name, examples) if name in LINES else (), sep="\n")
            continue
        proof = Proof(name, varied(name, examples) if arguments.small else examples)
        is_proven &= proof.is_given(alternatives(name), ALTERNATIVES)
        if arguments.small:
            is_proven &= proof.is_given(small_changes(name), SMALL)
    return not is_proven


if __name__ == "__main__":
    sys.exit(main())
