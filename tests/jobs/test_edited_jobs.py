"""Files with jobs that are read again after edits: the jobs are those of a new reading."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

from cannlint.jobs import read
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.edited_page import EditedPage
from cannlint.jobs.edited_script import EditedScript
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.kinds import Kind
from cannlint.text.source import Source

EDITS = 8 * settings.default.max_examples

COMMAND = "atc --model=net{}.onnx --framework=5 \\\n    --output=out{} --precision_mode={} # {}\n"
BODIES = (
    COMMAND,
    "# net {}\natc --model=a.onnx --framework 5 --output {} --op_select_implmode {} {}\n",
    "echo net {}\n/usr/local/bin/atc --mode=1 --om=net{}.om --json={}.json -x {}\n",
    "atc --model=$DIR/net{}.onnx --soc_version=$SOC {} --weight {} {}\n",
    "if [ -f net{} ]; then\n  atc --model=net{} --framework=3 {} {}\nfi\n",
    "atc --model=net{} && echo done {} || exit 1 {} {}\n",
    "mkdir -p out{} {} && cd out{} {}\n",
    "atc --model=net{} \\ \n  --output={} {} {}\n",
)
HEADS = ("", "#!/bin/bash\nset -e\n", "SOC=Ascend310\nDIR='my models'\n", 'A="atc --x=1 --y"\n')
PIECES = (
    "x", "\n", " ", "\\", "\\\n", '"', "'", "$SOC", "--output=o ", "#", "=", ";", "&&", "atc ",
    "fp16", "--", "<<E\n", "E\n", "|", "$(date)", "SOC=b\n", "for x in 1 2; do\n", "done\n",
    "é", "模型", "f() {\n", "}\n", "source a.sh\n", "$?", "sed -i s/a/b/ x.py\n", "{a b}", "<n>",
)  # fmt: skip


def script(chance: random.Random) -> str:
    """A script of some commands, most of one form."""
    forms = chance.choices(BODIES, weights=(20, 3, 3, 3, 1, 1, 1, 1), k=12)
    bodies = (form.format(*chance.choices(("1", "fp8", "a", ""), k=4)) for form in forms)
    return chance.choice(HEADS) + "".join(bodies)


def edited(text: str, chance: random.Random) -> str:
    """A text after one edit: something typed, taken away, or copied from elsewhere."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 0, 0, 1, 5, 60)))
    copied = chance.randint(0, len(text))
    new = chance.choice((chance.choice(PIECES), "", "x", text[copied : copied + 80]))
    return text[:start] + new + text[end:]


def shown(setting: Setting) -> tuple[object, ...]:
    spans = setting.span, setting.key_span, setting.value_span
    places = [(span.start, span.end) for span in spans]
    return setting.key, setting.value, setting.option, setting.type, setting.via, places


def seen(reading: JobsReading, source: Source) -> list[tuple[object, ...]]:
    """All that a rule sees of the jobs of a file."""
    return [seen_of(job, source) for job in reading.jobs]


def seen_of(job: Job, source: Source) -> tuple[object, ...]:
    assert job.source is source
    assert all(setting.source is source for setting in job.settings)
    own: tuple[object, ...] = job.front_end, job.name, job.complete, job.span.start, job.span.end
    if isinstance(job, AtcJob):
        slips = [(slip.kind, slip.span.start, slip.span.end, slip.text) for slip in job.slips]
        own = (*own, slips, list(map(shown, job.lost)))
    return (*own, list(map(shown, job.settings)))


@pytest.mark.parametrize("seed", range(3))
def test_the_jobs_of_a_script_are_those_of_a_new_reading(seed):
    chance = random.Random(seed)
    reader, text, kept = EditedScript(), "", 0
    for number in range(EDITS):
        text = edited(text, chance) if number % 15 else script(chance)
        source = Source("run.sh", text.encode("utf-8", "surrogatepass"))
        before = set(map(id, reader.jobs))
        now = reader.read(source)
        assert seen(now, source) == seen(read(source, Kind.ATC_SCRIPT), source), repr(text)
        kept += not before.isdisjoint(map(id, now.jobs))
    assert kept > EDITS // 4  # most edits leave jobs as they are


def test_a_job_is_read_again_only_when_its_text_changes():
    lines = [COMMAND.format(number, number, "fp8", "") for number in range(20)]
    reader = EditedScript()
    first = reader.read(Source("run.sh", "".join(lines).encode())).jobs
    lines[10] = COMMAND.format("x", "y", "force_fp16", "another")
    now = reader.read(Source("run.sh", "".join(lines).encode())).jobs
    again = [number for number, job in enumerate(now) if job is not first[number]]
    assert again == [9, 10]  # and the one in front, which may go on


def test_an_open_quote_is_taken_back_without_reading_all_again():
    text = "".join(COMMAND.format(number, number, "fp8", "") for number in range(20))
    reader = EditedScript()
    first = reader.read(Source("run.sh", text.encode())).jobs
    open_quote = text.replace("out7 ", 'out7" ')
    for broken in (open_quote, open_quote.replace('out7"', 'out7"x')):
        source = Source("run.sh", broken.encode())
        assert seen(reader.read(source), source) == seen(read(source, Kind.ATC_SCRIPT), source)
    source = Source("run.sh", text.encode())
    now = reader.read(source)
    assert seen(now, source) == seen(read(source, Kind.ATC_SCRIPT), source)
    assert sum(job in first for job in now.jobs) == 18


BLOCKS = (
    "## Model {}\n\n```bash\natc --model={}.onnx --framework=5 --precision_mode={} \\\n  {}\n```\n",
    "Run `atc --model={} --framework=5 --output={}` and `{}` or {}.\n\n",
    "> ```\n> $ atc --model={} \\\n> > --framework={} {}\n> ```\n{}\n",
    "    atc --model={} \\\n    --output={} {} \\ \n\n{}\n",
    "```python\nx = {}\n# atc --model={} --output={} {}\n```\n",
)
MARKS = ("```\n", "```", "~~~\n", ">", "    ", "<!--", "-->", "`", "$ ", "1|2", "(py) ")


@pytest.mark.parametrize("seed", range(2))
def test_the_jobs_of_a_page_are_those_of_a_new_reading(seed):
    chance = random.Random(seed)
    reader, text, before = EditedPage(), "", ""
    for number in range(EDITS):
        if number % 15 == 0:
            forms = chance.choices(BLOCKS, k=8)
            new = "".join(form.format(*chance.choices(("1", "a", "--x"), k=4)) for form in forms)
        elif chance.random() < 0.3:
            new = before
        else:
            at = chance.randint(0, len(text))
            marked = text[:at] + chance.choice(MARKS) + text[at:]
            new = chance.choice((marked, edited(text, chance)))
        before, text = text, new
        source = Source("README.md", text.encode())
        expected = seen(read(source, Kind.ATC_SCRIPT), source)
        assert seen(reader.read(source), source) == expected, repr(text)
