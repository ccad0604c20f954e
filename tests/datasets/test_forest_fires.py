from __future__ import annotations

from pathlib import Path

from softprofile.datasets import load_forest_fires


def test_rows_columns_and_zeros(paper_data: Path) -> None:
    fires = load_forest_fires(paper_data)
    assert fires.data.shape == (517, 13)
    assert " ".join(map(str, fires.data)) == "X Y month day FFMC DMC DC ISI temp RH wind rain area"
    assert (fires.data["area"] == 0).sum() == 247
    assert fires.licence == "CC BY 4.0"


def test_the_file_itself_may_be_given(paper_data: Path) -> None:
    assert len(load_forest_fires(str(paper_data / "forestfires.csv")).data) == 517
