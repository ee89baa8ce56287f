"""The types of the native part."""

import pathlib
import runpy

STUBS = pathlib.Path(__file__).parent.parent / "stubs.py"


def test_types_are_those_of_the_module():
    made = runpy.run_path(str(STUBS))
    assert made["FILE"].read_text(encoding="utf-8") == made["text"](), "the native part has changed: run `python gpm-python/stubs.py` with the package as it was just built"
