"""Many jobs with models: each is planned once, and one model is rewritten once for all jobs."""

from __future__ import annotations

from pathlib import Path

from cannlint import api
from cannlint.graphs.read import read_graph
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.settings import FrontEnd
from cannlint.library.choose import choose
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import target_of
from cannlint.resolve.wanted import Wanted
from cannlint.rewriting.run import rewritten
from onnx_models import Model
from work import calls_of

LINE = "atc --model=m{}.onnx --framework=5 --output=o --soc_version=Ascend910B3 --keep_dtype=k{}\n"


def _folder(folder: Path, jobs: int, models: int) -> None:
    """Jobs in scripts of their own, each with a file that names a node."""
    for number in range(models):
        m = Model(13)
        name = m.add("Relu", m.input("x", 1, 4), name="relu")
        (folder / f"m{number}.onnx").write_bytes(m.bytes(name))
    for number in range(jobs):
        (folder / f"{number}.sh").write_text(LINE.format(number % models, number))
        (folder / f"k{number}").write_text("relu\n")


def test_a_job_is_planned_once_for_its_script_and_its_files(tmp_path):
    _folder(tmp_path, jobs=300, models=1)
    assert calls_of(make_plan, lambda: api.check([str(tmp_path)])) == 300


def test_passes_are_done_once_for_jobs_that_differ_in_what_they_do_not_ask_for(tmp_path):
    _folder(tmp_path, jobs=0, models=1)
    wanted = Wanted()
    wanted.graph = read_graph(str(tmp_path / "m0.onnx"))
    target = target_of(choose(None), "Ascend910B3")

    def plan(*options: str):
        job = job_of(FrontEnd.ATC, options)
        return make_plan(job, target, wanted)

    def plans():
        for mode in ("force_fp16", "force_fp32", "must_keep_origin_dtype"):
            plan(f"precision_mode={mode}")

    assert calls_of(rewritten, plans) == 1
    assert calls_of(rewritten, lambda: plan("input_shape=x:2,4")) == 1
    assert plan().graph is not plan().graph  # each has its own notes
