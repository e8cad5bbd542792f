"""A cannlint.toml that is read again after edits: jobs and tables are those of a new reading."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import settings

from cannlint.config.errors import BrokenConfigError
from cannlint.jobs import read
from cannlint.jobs.edited_configuration import EditedConfiguration
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.toml import TomlError, read_toml
from cannlint.text.toml_tables import read_tables
from jobs.test_edited_jobs import seen

EDITS = 3 * settings.default.max_examples
JOBS = (
    '[job.n{}]\nprecision_mode = "{}" # why\n\n',
    '[job.n{}]\nfront-end = "tf1"\ngraph = "{}.json"\n',
    "[job.n{}] # {}\nallow_hf32 = true\n",
)
ODD = (
    "[files]\n", '"*.cfg" = "keep_dtype"\n', "[[ignore]]\n", 'rules = ["JB"]\n', '"""\n', "'''\n",
    "[", "]\n", "x = [\n", "[job]\n", "job.a.x = 1\n", "[job.a.b]\n", '["job".a]\n', "=", '"', "x",
    'soc = "Ascend310"\n', "{", "#", "\r\n", "é",
)  # fmt: skip


def configuration(chance: random.Random) -> str:
    """A configuration of more jobs than are read at once."""
    forms = chance.choices(JOBS, weights=(9, 1, 1), k=60)
    text = "".join(form.format(at, chance.choice(("fp8", "a"))) for at, form in enumerate(forms))
    return chance.choice(('soc = "Ascend310"\n', "", '[files]\n"a" = "mixlist"\n')) + text


def edited(text: str, chance: random.Random) -> str:
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 0, 0, 1, 60)))
    return text[:start] + chance.choice((*ODD, "")) + text[end:]


@pytest.mark.parametrize("seed", range(2))
def test_the_jobs_are_those_of_a_new_reading(seed):
    chance = random.Random(seed)
    reader, text, before = EditedConfiguration(), "", ""
    for number in range(EDITS):
        new = before if chance.random() < 0.4 else edited(text, chance)
        before, text = text, new if number % 12 else configuration(chance)
        source = Source("cannlint.toml", text.encode())
        try:
            expected = seen(read(source, Kind.JOB), source)
        except BrokenConfigError as error:
            with pytest.raises(BrokenConfigError) as found:
                reader.read(source)
            assert str(found.value) == str(error)
        else:
            assert seen(reader.read(source), source) == expected, text


@pytest.mark.parametrize("seed", range(2))
def test_tables_that_are_read_one_by_one_are_those_of_the_whole_text(seed):
    chance = random.Random(seed)
    for _ in range(EDITS):
        text = configuration(chance)
        for _ in range(chance.randrange(4)):
            text = edited(text, chance)
        try:
            expected = read_toml(text)
        except TomlError as error:
            with pytest.raises(TomlError, match="^" + re.escape(str(error)) + "$"):
                read_tables(text)
        else:
            assert read_tables(text) == expected, text


def test_a_string_that_looks_like_tables_is_a_string():
    jobs = "".join(f"[job.n{at}]\nx = 1\n" for at in range(60))
    text = f'a = """\n{jobs}[files]\n"""\n'
    assert read_tables(text) == {"a": f"{jobs}[files]\n"}


def test_a_job_is_read_again_only_when_its_text_changes():
    jobs = [f'[job.n{at}]\nprecision_mode = "fp8"\n' for at in range(60)]
    reader = EditedConfiguration()
    first = reader.read(Source("cannlint.toml", "".join(jobs).encode())).jobs
    jobs[10] += "allow_hf32 = true\n"
    now = reader.read(Source("cannlint.toml", "".join(jobs).encode())).jobs
    assert [at for at, job in enumerate(now) if job is not first[at]] == [10]
