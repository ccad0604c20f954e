from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from softprofile.datasets import PARKINSON_FEATURES, load_parkinson
from softprofile.util.errors import InputError


def test_both_parts(paper_data: Path) -> None:
    speech = load_parkinson(paper_data)
    assert list(speech.train) == ["subject", *PARKINSON_FEATURES, "updrs", "class"]
    assert list(speech.test) == ["subject", *PARKINSON_FEATURES, "class"]
    assert speech.train.shape == (1040, 29)
    assert speech.test.shape == (168, 28)
    assert speech.train["class"].value_counts().to_dict() == {0: 520, 1: 520}
    assert (speech.test["class"] == 1).all()


def test_features_are_named_correctly(paper_data: Path) -> None:
    train = load_parkinson(paper_data).train
    assert len(set(PARKINSON_FEATURES)) == 26
    # By definition ddp and dda are three times rap and apq3, up to the rounding in the file.
    assert (train["jitter_ddp"] - 3 * train["jitter_rap"]).abs().max() < 0.0021
    assert (train["shimmer_dda"] - 3 * train["shimmer_apq3"]).abs().max() < 0.0021
    assert (train["minimum_pitch"] <= train["median_pitch"]).all()
    assert (train["median_pitch"] <= train["maximum_pitch"]).all()
    assert (train["number_of_periods"] <= train["number_of_pulses"]).all()
    assert train["fraction_of_locally_unvoiced_frames"].between(0, 100).all()


def test_names_of_the_archive_are_accepted(paper_data: Path, tmp_path: Path) -> None:
    for part in ("train", "test"):
        shutil.copyfile(paper_data / f"parkinson_{part}_data.txt", tmp_path / f"{part}_data.txt")
    assert len(load_parkinson(tmp_path).test) == 168


def test_one_file_is_not_enough(paper_data: Path) -> None:
    with pytest.raises(InputError, match="parkinson has 2 files: give the folder that holds parkinson_train_data"):
        load_parkinson(paper_data / "parkinson_train_data.txt")
