"""MNIST: presets, interrupted and resumed runs, and the page of a surface."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile import InputError
from softprofile.datasets import SURFACES, load_surface
from softprofile.reproduction import digit_surface, mnist
from softprofile.reproduction.digit_surface import PRESETS, Preset
from softprofile.reproduction.dropout_network import Digits, Errors, Schedule
from softprofile.reproduction.page import point
from softprofile.reproduction.pair import Pair
from softprofile.reproduction.surface import computed_surface
from tests.reproduction.helpers import assert_page_is_whole, assert_points_are_on_page, need_data, read_fits

DATA = tuple(
    f"mnist/{name}"
    for name in (
        "train-images-idx3-ubyte.gz",
        "train-labels-idx1-ubyte.gz",
        "t10k-images-idx3-ubyte.gz",
        "t10k-labels-idx1-ubyte.gz",
    )
)


def half_trained(checkpoints: Path) -> list[Path]:
    """Find the checkpoints of unfinished networks."""
    return [file for file in checkpoints.glob("*.pt") if not file.with_suffix(".json").exists()]


def need_torch() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")


def made_up(preset: str = "desk") -> pd.DataFrame:
    """Simulate a surface over the grid of a preset: the training error rises beyond a curve near (0.5, 1.4)."""
    table = pd.DataFrame(PRESETS[preset].grid(), columns=["r", "c"])
    beyond = 3 * np.log(table["r"] / 0.5) - 2 * np.log(table["c"] / 1.4)
    train_error = 1.5 + 0.1 * beyond + np.where(beyond > 0, 1.5, 0)
    return table.assign(train_error=train_error, test_error=train_error + 0.5)


class TestPresets:
    def test_paper_is_the_papers(self) -> None:
        preset = PRESETS["paper"]
        assert preset.schedule == Schedule()
        assert preset.images is None

    def test_nearest_point_of_the_papers_grid_is_the_papers(self) -> None:
        grid = np.array(PRESETS["paper"].grid())
        # Log, then standardise, Eq. (13).
        logs = np.log(grid)
        V = (logs - logs.mean(axis=0)) / logs.std(axis=0, ddof=1)
        v = (np.log([0.54, 2.2]) - logs.mean(axis=0)) / logs.std(axis=0, ddof=1)
        assert tuple(grid[np.argmin(np.linalg.norm(V - v, axis=1))]) == (0.5, 2.0)

    def test_desk(self) -> None:
        schedule = PRESETS["desk"].schedule
        assert schedule == Schedule(hidden=256, steps=15_000, momentum_ramp=2_500, half_life=2_500)
        assert PRESETS["desk"].images is None
        assert len(PRESETS["desk"].grid()) == 36
        assert schedule.remaining_learning_rate(0) == pytest.approx(36, rel=3e-3)

    def test_initial_norms_would_exceed_every_bound_if_read_as_variances(self) -> None:
        assert all(max(preset.norms) < 784**0.25 for preset in PRESETS.values())

    @pytest.mark.parametrize("preset", ["paper", "smoke"])
    def test_only_desk_without_recompute(self, tmp_path: Path, preset: str) -> None:
        with pytest.raises(
            InputError, match=rf"contains only the surface of the preset 'desk': add --recompute to .* '{preset}'\.$"
        ):
            mnist.reproduce(tmp_path, preset=preset)
        assert not list(tmp_path.iterdir())

    def test_unknown(self, tmp_path: Path) -> None:
        sentence = r"^unknown preset 'quick': choose one of 'paper', 'full', 'desk', 'smoke'\.$"
        with pytest.raises(InputError, match=sentence):
            mnist.reproduce(tmp_path, recompute=True, preset="quick")


class TestSurface:
    def test_bundled_is_of_the_desk_grid(self) -> None:
        table = load_surface("mnist-dropout").table
        assert list(table) == ["r", "c", "train_error", "test_error"]
        places = [PRESETS["desk"].grid().index(each) for each in table[["r", "c"]].itertuples(index=False, name=None)]
        assert places == list(range(36))
        assert table[["train_error", "test_error"]].to_numpy().min() > 0
        assert table[["train_error", "test_error"]].to_numpy().max() < 100

    def test_bundled_errors_are_whole_numbers_of_images(self) -> None:
        table = load_surface("mnist-dropout").table
        for column, images in (("train_error", 60_000), ("test_error", 10_000)):
            wrong = table[column] * images / 100
            np.testing.assert_allclose(wrong, wrong.round(), atol=1e-6)

    def test_description_is_of_the_desk_preset(self) -> None:
        described, preset = SURFACES["mnist-dropout"].description, PRESETS["desk"]
        for words in (
            f"784-{preset.schedule.hidden}-{preset.schedule.hidden}-10",
            f"{preset.schedule.steps:,} steps",
            f"{len(preset.rates)} dropout rates",
            f"{len(preset.norms)} max-norms",
        ):
            assert words in described


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mnist.write(tmp_path_factory.mktemp("mnist"), replace(load_surface(digit_surface.BUNDLED), table=made_up()))


class TestPage:
    def test_comparison_with_the_paper(self, page: Path) -> None:
        text = assert_page_is_whole(page)
        fits = read_fits(page)
        assert_points_are_on_page(text, fits)
        table = pd.read_csv(page.parent / "mnist.csv")
        pd.testing.assert_frame_equal(table, made_up(), rtol=1e-15)
        for kind, fitted in fits.items():
            found, nearest = fitted.representative_point, table.iloc[fitted.nearest_index()]
            assert f"| r of the representative point, {kind} | 0.54 | {found['r']:.4f}".rstrip("0") in text
            assert f"| c of the nearest evaluated point, {kind} | 2.0 | {nearest['c']:g} |" in text
            assert f"| test error there, {kind} | 1.18 % | {nearest['test_error']:.4g} % |" in text
            assert f"| largest r on side 1, {kind} | 0.55 | " in text

    def test_states_differences_from_the_paper(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        assert "| units per hidden layer | 2,048 | 256 |" in text
        assert "| steps, T | 1,000,000 | 15,000 |" in text
        assert "| sum of all learning rates | 144 | 35.5 |" in text
        assert "softprofile reproduce mnist\n" in text
        # The simulated error increases with r and decreases with c, in all 5 x 6 and 6 x 5 grid steps.
        assert "in 30 of 30 grid steps to the next larger r and in 30 of 30 grid steps to the next smaller c" in text

    def test_states_how_many_steps_are_needed(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        total = 0.01 / (1 - 0.5**1e-4)
        for t in (0, 100_000, 200_000):
            assert f"| {t:,} | " in text
            assert f" | {total * 0.5 ** (t / 1e4):.3g} |" in text
        # 0.01 x 0.5^((t - 1) / 10,000) x 0.01 / 0.05 is half of 2^-29, the unit in the last place of 1 / sqrt(2048).
        t = 1 + 1e4 * np.log2(0.01 * 0.2 * 2 * 2**29)
        assert f"T = 1,000,000 could be reduced to {int(np.ceil(t)):,}, about a fifth of it" in text
        assert "6 halvings, with 1.6 % of the sum of learning rates still to come" in text

    def test_states_the_sensitivity_to_the_range(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        inner = made_up().query("r < 0.8 and c > 0.5").reset_index(drop=True)
        for name, table in (("all", made_up()), ("without either", inner)):
            points = [sp.fit(table[["r", "c"]], table["train_error"], boundary=kind) for kind in Pair._fields]
            shown = " | ".join(point(fitted.representative_point) for fitted in points)
            assert f"| {name} | {len(table)} | {shown} |" in text

    def test_too_few_for_a_smaller_range(self) -> None:
        rows = mnist._ranges(made_up().query("r > 0.6 and c < 1"))[1].splitlines()
        assert rows[-1] == "| without either | 1 | none: too few configurations | none: too few configurations |"

    def test_another_surface_gives_another_page(self, page: Path, tmp_path: Path) -> None:
        nearest = read_fits(page)["quadratic"].nearest_index()
        changed = made_up().assign(
            c=2 * made_up()["c"], test_error=made_up()["test_error"].mask(made_up().index == nearest, 1.1777)
        )
        surface = computed_surface(
            changed,
            digit_surface.BUNDLED,
            "python",
            preset="paper",
            device="cuda",
            command="softprofile reproduce mnist --recompute --preset paper",
        )
        text = assert_page_is_whole(mnist.write(tmp_path, surface))
        assert_points_are_on_page(text, read_fits(tmp_path / "mnist.md"))
        assert "| test error there, quadratic | 1.18 % | 1.178 % | -0.19 %, same as printed |" in text
        assert "0 of the 36 networks have a lower test error" in text
        assert "Networks and training are the same as in the paper." in text
        assert "halvings" not in text
        assert "on the device `cuda`" in text
        assert "softprofile reproduce mnist --recompute --preset paper\n" in text

    def test_recomputed_desk_is_compared_with_the_package(self) -> None:
        table = load_surface("mnist-dropout").table
        other = table.assign(test_error=table["test_error"] + 0.25)
        surface = computed_surface(other, digit_surface.BUNDLED, "python", preset="desk", device="cpu")
        assert "are 0 in train_error and 0.25 in test_error." in digit_surface.described(surface)

    # The page lists the messages of the fits.
    @pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
    def test_bundled(self, tmp_path: Path) -> None:
        text = assert_page_is_whole(mnist.reproduce(tmp_path))
        assert_points_are_on_page(text, read_fits(tmp_path / "mnist.md"))
        for kind, fitted in read_fits(tmp_path / "mnist.md").items():
            assert all(f"- {kind}: {message}" in text for message in fitted.messages)
        assert "The surface is `mnist-dropout` from the package, computed with the preset `desk`" in text


class TestErrors:
    PRESET = Preset(
        Schedule(hidden=4, steps=12, batch_size=5, momentum_ramp=4, half_life=4), (0.5,), (1.0,), None, 5, "a test"
    )

    def digits(self) -> Digits:
        rng = np.random.default_rng(0)
        return Digits(rng.integers(0, 256, (40, 784)).astype(np.uint8), rng.integers(0, 10, 40))

    def test_finished_networks_are_stored_and_not_trained_again(self, tmp_path: Path) -> None:
        need_torch()
        arguments = (self.PRESET, 0.5, 1.0, self.digits(), self.digits(), "cpu", tmp_path)
        found = digit_surface.errors(*arguments)
        (file,) = tmp_path.iterdir()
        assert file.name == "r0.5-c1.0.json"
        assert digit_surface.errors(*arguments) == found
        file.write_text('{"train": 12.5, "test": 25.0}')
        assert digit_surface.errors(*arguments) == Errors(12.5, 25.0)

    def test_number_of_threads_is_restored(self, tmp_path: Path) -> None:
        need_torch()
        import torch

        before = torch.get_num_threads()
        torch.set_num_threads(2)
        try:
            digit_surface.errors(self.PRESET, 0.5, 1.0, self.digits(), self.digits(), "cpu", tmp_path)
            assert torch.get_num_threads() == 2
        finally:
            torch.set_num_threads(before)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """Compute the smoke surface in an uninterrupted run."""
    need_data(*DATA)
    need_torch()
    return digit_surface.compute_surface(tmp_path_factory.mktemp("whole"), preset="smoke", device="cpu").table


class TestRecompute:
    @pytest.fixture(autouse=True)
    def _needs(self) -> None:
        need_data(*DATA)
        need_torch()

    def test_digits(self) -> None:
        training, test = digit_surface.load_digits(2_000)
        assert training.images.shape == (2_000, 784)
        assert test.images.shape == (10_000, 784)
        # The first digits of MNIST, and how many zeros there are among the test images.
        assert training.labels[:8].tolist() == [5, 0, 4, 1, 9, 2, 1, 3]
        assert int(np.sum(test.labels == 0)) == 980

    def test_smoke_learns(self, whole: pd.DataFrame) -> None:
        assert list(whole[["r", "c"]].itertuples(index=False, name=None)) == PRESETS["smoke"].grid()
        at = whole.set_index(["r", "c"])["test_error"]
        assert at[(0.2, 1.0)] < 50 < at[(0.8, 0.25)]

    def test_killed_run_resumes_to_the_same_surface(self, whole: pd.DataFrame, tmp_path: Path) -> None:
        """Kill a run during training; the same command, now with two processes, gives the same surface."""
        import torch

        command = [sys.executable, "-m", "softprofile", "reproduce", "mnist", "--recompute", "--preset", "smoke"]
        command += ["--out", str(tmp_path)]
        environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
        checkpoints = tmp_path / "mnist" / "checkpoints" / "smoke"
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            try:
                deadline = time.monotonic() + 600
                while not (list(checkpoints.glob("r*.json")) and half_trained(checkpoints)):
                    assert process.poll() is None, "the run ended before it could be killed"
                    assert time.monotonic() < deadline, "no checkpoint was written"
                    time.sleep(0.002)
            finally:
                process.kill()
        assert process.returncode != 0
        done = len(list(checkpoints.glob("r*.json")))
        assert 1 <= done < len(whole)
        for file in half_trained(checkpoints):
            assert 0 < torch.load(file, weights_only=True)["step"] <= PRESETS["smoke"].schedule.steps
        assert not (tmp_path / "mnist" / "mnist.md").exists()

        again = subprocess.run([*command, "--jobs", "2"], env=environment, capture_output=True, text=True, check=False)
        assert again.returncode == 0, again.stderr
        assert again.stderr == ""
        pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "mnist" / "mnist.csv"), whole, check_exact=True)
        text = assert_page_is_whole(tmp_path / "mnist" / "mnist.md")
        assert "softprofile reproduce mnist --recompute --preset smoke\n" in text
        assert "a test run of a few seconds, whose errors have no meaning" in text
        assert "| training images | 60,000 | 2,000 |" in text
        assert not (tmp_path / "mnist" / "checkpoints").exists()

    def test_checkpoints_of_other_settings_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "run.json").write_text('{"hidden": 17}')
        with pytest.raises(InputError, match=r"trained with other settings or on another device: remove that folder"):
            digit_surface.compute_surface(tmp_path, preset="smoke", device="cpu")


def test_import_does_not_load_torch() -> None:
    program = "import sys, softprofile.reproduction.mnist; print([m for m in ('torch', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
