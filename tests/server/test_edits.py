"""Random edits: the server's text stays the editor's, its findings those of `check`."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from hypothesis import settings
from lsprotocol.types import Position, PositionEncodingKind, Range

from cannlint.diagnostics import Diagnostic, Message, Phrase, Severity
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.kinds import Kind
from cannlint.language import ENGLISH, use
from cannlint.server.convert import Positions, _texts, diagnostic, message_of
from cannlint.server.documents import Document
from cannlint.text.span import Span
from server.client import Editor
from work import work_of

PIECES = (
    "OpType::Relu:InputDtype:float16,OutputDtype:float16", "conv1::InputDtype:float32",
    "\n", "\r\n", "\n\n", "\r", "# ", "fp16", ":", ",", " ", "\t", "é", "节点", "\U0001f600",
    "\u2028", "\x0b", "\x85", "\ufeff", "OpType::", "InputDtype", "OutputDtype:", "float16,", "x",
)  # fmt: skip
UNITS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
UNIT_BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


def position(text: str, offset: int, encoding: str) -> dict[str, int]:
    """Line and column as the protocol defines them, counted the slow way.

    A place between a carriage return and its line feed is none: it counts as before both.
    """
    if text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1
    lines = re.split("\r\n|\r|\n", text[:offset])
    column = len(lines[-1].encode(UNITS[encoding])) // UNIT_BYTES[encoding]
    return {"line": len(lines) - 1, "character": column}


def random_edit(text: str, chance: random.Random) -> tuple[int, int, str]:
    """Where an edit starts and ends, and what it puts there; never inside a line end of two."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 0, 0, 1, 3, 20)))
    start, end = (at - (text[at - 1 : at + 1] == "\r\n") for at in (start, end))
    pieces = chance.choices(PIECES, k=chance.randint(0, 3))
    return start, end, "".join(pieces)


@pytest.mark.parametrize("encoding", UNITS)
def test_a_document_follows_every_edit(encoding):
    chance = random.Random(encoding)
    text = "a::InputDtype:float16\r\nb\U0001f600:InputDtype:float16\n"
    document = Document("file:///a", text, 1, PositionEncodingKind(encoding))
    for _ in range(1000):
        start, end, new = random_edit(text, chance)
        places = [Position(**position(text, at, encoding)) for at in (start, end)]
        assert [document.offset(place) for place in places] == [start, end]
        assert [document.position(at) for at in (start, end)] == places
        document.change(new, Range(*places))
        text = text[:start] + new + text[end:]
        assert document.text == text


def of_check(text: str, kind: Kind | None, name: str) -> list[tuple[object, ...]]:
    """What `cannlint check` finds, in the places of the protocol."""
    options = Options()
    options.kind, options.isolated = kind, True
    options.stdin_data, options.stdin_filename = text.encode(), name
    found = check_paths(["-"], options).findings
    return sorted(
        (
            finding.code,
            *position(text, finding.span.start, "utf-16").values(),
            *position(text, finding.span.end, "utf-16").values(),
            message_of(finding),
        )
        for finding in found
    )


def of_server(diagnostics: list[dict]) -> list[tuple[object, ...]]:
    return sorted(
        (
            found["code"],
            *found["range"]["start"].values(),
            *found["range"]["end"].values(),
            found["message"],
        )
        for found in diagnostics
    )


COMMAND = "atc --model=net.onnx --framework=5 --output=out --soc_version=Ascend910B3"
KINDS = {
    "customize_dtypes.cfg": PIECES[:2],
    "op_precision.ini": (
        "[ByOpType]",
        "[ByNodeName]",
        "Gelu=high_precision",
        "Gelu=high_performance # why",
        "Tanh=fast",
        "; Tanh = high_precision",
        "# cannlint: ignore[OP105] as it was",
        "# cannlint: ignore[OP101, OP106]",
    ),
    "keep_dtype.cfg": ("OpType::Gelu", "OpType::not_a_type", "encoder/Gelu", "Gelu # why", "Gelu"),
    "ops_info.json": (
        '{"white-list": {"to-add": ["Relu",',
        '"Gelu", "Tanh",',
        '"NoSuch"',
        "]}}",
        '"black-list": {"to-remove": [',
        "// why",
    ),
    "fusion_switch.cfg": (
        '{"Switch": {"GraphFusion": {',
        '"SoftmaxFusionPass": "off",',
        '"SoftmaxFusionPas": "of"',
        "}}}",
        "SoftmaxFusionPass:off",
        "ALL:on",
    ),
    "convert.sh": (
        f"{COMMAND} \\\n    --precision_mode=fp8",
        f"{COMMAND} --precision_mode=force_fp16 # cannlint: ignore[JB002] not yet",
        f"# cannlint: ignore[JB011]\n{COMMAND} --output=a",
        "cd build",
    ),
}
"""What each kind of file consists of; the name tells the kind."""

EDITS = 250 * settings.default.max_examples // 100
"""Of a file: 250 in CI, where property tests have 100 examples."""


def lines_edit(
    text: str, lines: tuple[str, ...], before: list[str], chance: random.Random
) -> tuple[int, int, str]:
    """An edit of whole lines: some more, some fewer, other line ends, or back to what was."""
    starts = [0, *(found.end() for found in re.finditer("\n", text)), len(text)]
    start, end = sorted(chance.choices(starts, k=2))
    end = min(end, start + 300)
    end -= text[end - 1 : end + 1] == "\r\n"
    ending = chance.choice(("\n", "\r\n"))
    match chance.randrange(4):
        case 0:
            return start, max(start, end), ""
        case 1:
            return 0, len(text), chance.choice(before)
        case 2:
            return 0, len(text), ending.join(re.split("\r\n|\n", text))
    several = chance.choices((*lines, "", "  "), k=chance.randint(1, 5))
    return start, start, "".join(line + ending for line in several)


EVERY_DAY = ("customize_dtypes.cfg", "convert.sh")
"""A config file and a script; the others are slow, as each is a new server."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in EVERY_DAY else pytest.mark.slow) for name in KINDS],
)
def test_the_findings_are_those_of_check_after_each_edit(tmp_path, name):
    chance = random.Random(name)
    file, lines = (tmp_path / name).as_uri(), KINDS[name]
    kind = (
        None
        if name == "convert.sh"
        else Kind(name.partition(".")[0].replace("ops_info", "mixlist"))
    )
    language = f"cann-{kind.value.replace('_', '-')}" if kind is not None else "shellscript"
    text = "\n".join(lines)
    before = [text]
    with Editor(tmp_path) as editor:
        editor.open(file, text, language)
        for number in range(EDITS):
            if chance.random() < 0.6:
                start, end, new = random_edit(text, chance)
            else:
                start, end, new = lines_edit(text, lines, before, chance)
            if len(text) > 3000:
                start, end, new = 0, len(text), before[0]
            places = [position(text, at, "utf-16") for at in (start, end)]
            editor.change(file, {"range": {"start": places[0], "end": places[1]}, "text": new})
            text = text[:start] + new + text[end:]
            before.append(text)
            found = of_server(editor.diagnostics(file))
            assert found == of_check(text, kind, name), f"edit {number}: {text!r}"


def finding_of(value: object, start: int = 0) -> Diagnostic:
    span = Span(start, start + 1)
    found = Diagnostic("CD002", "blank-line", Severity.ERROR, span, "this is {value}", {})
    found.values["value"] = value
    return found


def told(*findings: Diagnostic) -> list[dict[str, Any]]:
    """What an editor gets of findings in a text of one line."""
    document = Document("file:///a", "a" * 100, 1, PositionEncodingKind.Utf16)
    positions = Positions([document], PositionEncodingKind.Utf16)
    return [json.loads(diagnostic(finding, document, positions)) for finding in findings]


def test_a_finding_that_an_edit_has_moved_is_not_put_into_words_again():
    def publish(start: int) -> None:
        told(*(finding_of(f"value {at}", start) for at in range(50)))

    publish(1)
    _texts.clear()
    first = work_of(lambda: publish(1))
    assert work_of(lambda: publish(2)) < 0.7 * first


@pytest.mark.parametrize(
    "value", ["x" * 1_000, ("x" * 1_000, "y"), ["x"], Message("{a}", {"a": 1.5})]
)
def test_what_is_long_or_rare_is_told_and_not_kept(value):
    _texts.clear()
    [found] = told(finding_of(value))
    assert found["message"].startswith("this is ") and not _texts


def test_findings_with_the_same_words_are_told_apart():
    word = "a document of cannlint, not a config file"
    first, second = told(finding_of(word, 1), finding_of(word, 2))
    assert first.pop("range") != second.pop("range")
    assert first == second
    use("zh-CN")
    try:
        quoted, phrase = told(finding_of(word), finding_of(Phrase(word)))
    finally:
        use(ENGLISH)
    assert word in quoted["message"] and word not in phrase["message"]
