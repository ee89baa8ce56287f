"""The notebooks of `examples/python` run, cell by cell. What they show is not compared."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

NEEDS = {
    "cluster": ["pandas", "pyarrow"],
    "features": ["numpy", "pandas", "networkx", "scipy", "sklearn", "matplotlib"],
    "fraud": ["numpy", "pandas", "networkx", "matplotlib"],
    "labels": ["numpy", "pandas", "polars", "matplotlib"],
    "motifs": ["numpy", "pandas", "networkx", "scipy", "matplotlib"],
}
"""What each notebook imports beside gpmine, or has others import."""

NOTEBOOKS = sorted((EXAMPLES / "python").glob("*.ipynb"))

pytestmark = pytest.mark.skipif(not NOTEBOOKS, reason="the notebooks are not beside these tests")


def cells_of(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def test_requirements_are_known():
    assert [notebook.stem for notebook in NOTEBOOKS] == sorted(NEEDS)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
def test_notebook_runs(notebook, tmp_path, monkeypatch):
    for module in NEEDS[notebook.stem]:
        pytest.importorskip(module, reason=f"{notebook.name} needs {module}")
    # Whatever it writes beside itself is written into a copy.
    shutil.copytree(EXAMPLES / "graphs", tmp_path / "graphs")
    (tmp_path / "python").mkdir()
    monkeypatch.chdir(tmp_path / "python")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("MPLBACKEND", "agg")
    known = set(sys.modules)
    namespace = {"__name__": notebook.stem}
    try:
        for number, cell in enumerate(cells_of(notebook), start=1):
            exec(compile("".join(cell["source"]), f"{notebook.name}, code cell {number}", "exec"), namespace)
    finally:
        if "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")
        # A module that it wrote is gone.
        for name in sys.modules.keys() - known:
            file = getattr(sys.modules[name], "__file__", None)
            if file and not Path(file).exists():
                del sys.modules[name]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_stored_outputs_are_complete_and_name_no_machine(notebook):
    cells = cells_of(notebook)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1)), "run all cells from the first one on, and save"
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert all(output["output_type"] != "error" and output.get("name") != "stderr" for output in outputs)
    text = json.dumps([{**output, "data": {**output.get("data", {}), "image/png": ""}} for output in outputs])
    assert not re.search(r"/(home|Users|root|tmp|var)/|site-packages", text)
    assert notebook.stat().st_size < 300_000
