from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from softprofile.datasets import TrainTest, load_mnist


@pytest.fixture(scope="module")
def digits(paper_data: Path) -> TrainTest:
    return load_mnist(paper_data)


def test_shapes_and_types(digits: TrainTest) -> None:
    assert digits.train.shape == (60_000, 785)
    assert digits.test.shape == (10_000, 785)
    assert (digits.train.dtypes == np.uint8).all()
    assert [digits.test.columns[i] for i in (0, 1, 784)] == ["label", "pixel_0", "pixel_783"]


def test_label_counts(digits: TrainTest) -> None:
    train = [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]
    test = [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]
    assert digits.train["label"].value_counts().sort_index().to_list() == train
    assert digits.test["label"].value_counts().sort_index().to_list() == test


def test_pixels_are_in_the_right_order(digits: TrainTest) -> None:
    pixels = digits.train.drop(columns="label").to_numpy()
    # The well-known mean and standard deviation of grey values on a scale from 0 to 1.
    assert pixels.mean() / 255 == pytest.approx(0.1307, abs=5e-5)
    assert pixels.std() / 255 == pytest.approx(0.3081, abs=5e-5)
    image = pixels[digits.train["label"] == 1].mean(axis=0).reshape(28, 28)
    assert image[14, 14] > 200  # the stroke of a one passes through the centre
    assert image[:, :4].max() < 5
    assert image[:2].max() < 5


def test_files_may_be_in_the_folder_itself(paper_data: Path) -> None:
    assert len(load_mnist(paper_data / "mnist").test) == 10_000
