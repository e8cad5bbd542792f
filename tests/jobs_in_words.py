"""Compile jobs in a few words, for the tests of the plan: options, and the text of their files."""

from __future__ import annotations

import json

from cannlint.data import read_data
from cannlint.engine.read import read
from cannlint.jobs.chosen_release import choose_releases
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.linking import file_kind
from cannlint.jobs.model import LinkedFile
from cannlint.jobs.settings import FrontEnd
from cannlint.library.snapshot import embedded
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from cannlint.text.source import Source

SOC = "Ascend910B3"
WITHOUT_HF32 = "Ascend310P3"

_CONFIGURATION = json.loads(read_data("schemas", "cannlint.schema.json"))
OF_JOBS = [FrontEnd(name) for name in _CONFIGURATION["$defs"]["front-end"]["enum"]]
"""The front ends that a job in cannlint.toml may have."""


def job(options=None, files=None, front_end="ge"):
    """A job of options; `files` has option → the text of its file."""
    files = files or {}
    settings = {**(options or {}), **{option: f"{option}.txt" for option in files}}
    made = job_of(FrontEnd(front_end), [f"{key}={value}" for key, value in settings.items()])
    for option, text in files.items():
        setting = made.get(option)
        data = text if isinstance(text, bytes) else text.encode()
        reading = read(Source(f"{option}.txt", data), file_kind(setting))
        made.files[option] = LinkedFile(f"{option}.txt", reading, setting)
    return made


def plan(
    options=None, files=None, front_end="ge", soc=SOC, graph=None, types=(), nodes=(), release=None
):
    """The plan of such a job on the embedded 8.1.RC1; `release` is that of the front end."""
    wanted = Wanted()
    wanted.types, wanted.nodes, wanted.graph = list(types), list(nodes), graph
    target = Target(embedded("8.1.RC1"), soc)
    made = job(options, files, front_end)
    if release is not None:
        choose_releases([made], {front_end: release})
    return make_plan(made, target, wanted)


def mode_of(op_type, name=None, **given):
    """The implementation mode of one operator in a job."""
    wanted = {"nodes": [(op_type, name)]} if name is not None else {"types": [op_type]}
    [row] = plan(**given, **wanted).rows
    return row.mode


def row_of(op_type, **given):
    """The row of one operator type."""
    [row] = plan(**given, types=[op_type]).rows
    return row
