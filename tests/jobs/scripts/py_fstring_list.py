import subprocess
from pathlib import Path

SOC_VERSION = "Ascend310P3"
PRECISION = "allow_mix_precisoin"


def convert(onnx: Path, om: Path) -> None:
    """Convert with atc --model=xxx."""
    subprocess.run(
        [
            "atc",
            f"--model={onnx}",
            "--framework=5",
            f"--output={om.with_suffix('')}",
            f"--soc_version={SOC_VERSION}",
            f"--precision_mode={PRECISION}",
        ],
        check=True,
    )
#> JB002 {PRECISION}
