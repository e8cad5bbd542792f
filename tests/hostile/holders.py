"""Files that hold code of other languages, as examples for the fuzzer: subject → name and bytes."""

from __future__ import annotations

import json

ATC = (
    "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend910B3"
    " --precision_mode=fp33 --keep_dtype=k.cfg"
)
_TORCH = (
    "import torch_npu\n"
    "torch_npu.npu.set_option({'ACL_PRECISION_MODE': 'fp33', 'ACL_OP_SELECT_IMPL_MODE': 1})\n"
)


def _cell(kind: str, source: object) -> dict[str, object]:
    return {"cell_type": kind, "metadata": {}, "source": source}


_NOTEBOOK = {
    "cells": [
        _cell("markdown", ["# Convert\n", f"`{ATC}`"]),
        _cell("code", [f"{line}\n" for line in _TORCH.split("\n")]),
        _cell("code", f"A = 'x'\n!{ATC} \\\n  --log=\u00e9$A\n%time print(1)\n"),
        _cell("code", f"%%bash\nM=a\n{ATC} --output=$M\n"),
    ],
    "nbformat": 4,
}

_WORKFLOW = f"""on: [push]
jobs:
  convert:
    env: {{A: b}}
    steps:
    - name: convert
      run: |
        M=${{{{ matrix.model }}}}
        {ATC} --output=$M
    - run: >-
        {ATC}
          --log=debug
    - run: "{ATC} --log=\\"x\\""
    - run: '{ATC} --input_shape=''a:1'''
script:
  - {ATC}
  - cd a  # there
  - &a {ATC}
"""

_DOCKERFILE = f"""FROM ubuntu
ENV MODE=fp33 B="c d"
ARG SOC=Ascend910B3
RUN --mount=type=cache,target=/x source set_env.sh && \\
    # between
    {ATC} --precision_mode=$MODE
RUN ["atc", "--model=a"]
CMD {ATC} --soc_version=$SOC
"""

_MAKEFILE = f"""SOC := Ascend910B3
%.om: %.onnx
\t@{ATC} --soc_version=$(SOC) \\
\t\t--output=$@ --log=$$HOME
\t-rm $<
all:
\t+{ATC}
"""

_BATCH = f"""@echo off
rem {ATC}
set MODEL=a.onnx
{ATC} ^
  --output=%MODEL% --log=!LOG! --op_debug_level=%~dp0
"""

_PATCH = f"""diff --git a/run.sh b/run.sh
--- a/run.sh
+++ b/run.sh
@@ -1,3 +1,4 @@
 M=a
-atc --model=$M
+{ATC} \\
+  --output=$M
 echo
--- a/t.py
+++ b/t.py
@@ -10 +10,2 @@ def f():
+{_TORCH.replace(chr(10), chr(10) + "+")}
"""

_RST = f"""Convert
=======

.. code-block:: bash

   $ {ATC} \\
       --log=debug

Then::

    >>> import torch_npu
    >>> torch_npu.npu.set_option({{'ACL_PRECISION_MODE': 'fp33'}})
    ...

``{ATC}``
"""

_OTHER_COMMANDS = """cat > lite.ini <<EOF
[ascend_context]
precision_mode=fp33
EOF
converter_lite --fmk=ONNX --modelFile=a.onnx --outputFile=o --configFile=lite.ini --device=Ascend
aoe --framework=5 --model=a.onnx --job_type=1 --precision_mode=fp33
msit convert aoe -m a.onnx --job_type 2
vllm serve a --additional-config '{"ascend_compilation_config": {"enable_npugraph_ex": 1}}'
sed -i "s/precision_mode = .*/precision_mode = 'fp33'/" a.py
"""

_FRONT_ENDS = """from vllm import LLM
llm = LLM(model="a", additional_config={"npugraph_ex_config": {"enable": 1}, "x": {}})
import onnxruntime as ort
ort.InferenceSession("a.onnx", providers=[("CANNExecutionProvider", {"precision_mode": "fp33"})])
import mindspore_lite as mslite
context = mslite.Context()
context.ascend.precision_mode = "fp33"
c = mslite.Converter()
c.convert(fmk_type=mslite.FmkType.ONNX, model_file="a.onnx", output_file="o", config_file="l.ini")
"""

FILES = {
    "notebook": ("a.ipynb", json.dumps(_NOTEBOOK, indent=1).encode()),
    "workflow": ("a.yml", _WORKFLOW.encode()),
    "dockerfile": ("Dockerfile", _DOCKERFILE.encode()),
    "makefile": ("Makefile", _MAKEFILE.encode()),
    "batch": ("a.bat", _BATCH.encode()),
    "patch": ("a.patch", _PATCH.encode()),
    "rst": ("a.rst", _RST.encode()),
    "commands": ("other.sh", _OTHER_COMMANDS.encode()),
    "front_ends": ("serve.py", _FRONT_ENDS.encode()),
}
