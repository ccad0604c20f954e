"""The digit network: the formulas of Table 3 and Appendix B against independent code, and resumed training."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from softprofile import InputError
from softprofile.reproduction import dropout_network
from softprofile.reproduction.dropout_network import Digits, Errors, Milestone, Schedule, train

torch = pytest.importorskip("torch", reason="the digit network needs PyTorch, which is not installed")

TINY = Schedule(hidden=8, steps=30, batch_size=20, momentum_ramp=10, half_life=10)


def some_digits(n: int, seed: int = 0) -> Digits:
    """Simulate images whose label can be learnt: it sets the position of a bright band."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 10, n)
    images = rng.integers(0, 60, (n, 28, 28))
    for image, label in zip(images, labels, strict=True):
        image[2 * label + 4 : 2 * label + 7] += 180
    return Digits(images.reshape(n, 784).astype(np.uint8), labels)


def generator(seed: int = 0) -> Any:
    return torch.Generator().manual_seed(seed)


def as_numpy(parameters: list[Any]) -> list[npt.NDArray[np.float64]]:
    return [parameter.detach().numpy().astype(float) for parameter in parameters]


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


class TestSchedule:
    def test_defaults_are_those_of_appendix_b(self) -> None:
        assert Schedule() == Schedule(2048, 1_000_000, 100, 10_000, 10_000)

    @pytest.mark.parametrize(
        ("t", "expected"),
        [(1, 0.9), (2, 0.900005), (5_001, 0.925), (10_000, 0.949995), (10_001, 0.95), (999_999, 0.95)],
    )
    def test_momentum(self, t: int, expected: float) -> None:
        assert Schedule().momentum(t) == pytest.approx(expected, rel=1e-15)

    @pytest.mark.parametrize("t", [1, 2, 10_001, 123_456, 1_000_000])
    def test_learning_rate(self, t: int) -> None:
        gamma = math.exp(math.log(0.5) / 10_000)
        assert Schedule().learning_rate(t) == pytest.approx(0.01 * gamma ** (t - 1), rel=1e-9)

    def test_learning_rate_halves(self) -> None:
        schedule = Schedule()
        assert schedule.learning_rate(1) == 0.01
        assert schedule.learning_rate(10_001) == 0.005
        assert schedule.learning_rate(2) / schedule.learning_rate(1) == pytest.approx(0.5 ** (1 / 10_000), rel=1e-15)

    @pytest.mark.parametrize("t", [0, 1, 10_000, 100_000])
    def test_remaining_rate_is_the_sum(self, t: int) -> None:
        schedule = Schedule()
        # After 60 halvings the remaining terms are below rounding error.
        brute = math.fsum(0.01 * 0.5 ** ((s - 1) / 10_000) for s in range(t + 1, t + 600_001))
        assert schedule.remaining_learning_rate(t) == pytest.approx(brute, rel=1e-10)
        assert schedule.remaining_learning_rate(t) == pytest.approx(144 * 0.5 ** (t / 10_000), rel=3e-3)

    @pytest.mark.parametrize("weight", [1 / 2048**0.5, -0.3, 1.7])
    @pytest.mark.parametrize("momentum", [20.0, -0.2, 3e-4])
    def test_standstill_in_single_precision(self, weight: float, momentum: float) -> None:
        schedule = Schedule()
        t = schedule.standstill(weight, momentum)
        single = np.float32(weight)

        def moves(step: int) -> bool:
            update = np.float32(schedule.learning_rate(step) * momentum)
            return bool(single - update != single or single + update != single)

        # Rounding changes the update itself by at most 1e-7 of its size, which is less than one step of the schedule.
        assert not any(moves(t + later) for later in (1, 10, 1000, 100_000))
        assert all(moves(t - earlier) for earlier in (2, 10, 1000))

    def test_standstill_doubles_and_halves(self) -> None:
        schedule = Schedule()
        t = schedule.standstill(0.02, 0.2)
        assert schedule.standstill(0.02, 0.4) == t + 10_000
        assert schedule.standstill(0.01, 0.2) == t + 10_000
        assert schedule.standstill(0.02, 0.0) == schedule.standstill(1e6, 1e-9) == 1

    @pytest.mark.parametrize("bad", [0, -1, 1.5, True])
    def test_bad(self, bad: Any) -> None:
        with pytest.raises(InputError, match=r"^half_life of a schedule must be a whole number >= 1, not "):
            Schedule(half_life=bad)


class TestMaxNorm:
    def test_rows_above_and_below(self) -> None:
        weights = torch.tensor([[3.0, 4.0], [0.3, -0.4], [0.0, 0.0], [0.0, 2.0]])
        dropout_network.bound_row_norms(weights, 2.0)
        expected = [[3 * 2 / 5, 4 * 2 / 5], [0.3, -0.4], [0.0, 0.0], [0.0, 2.0]]
        np.testing.assert_allclose(weights, expected, rtol=3e-7)
        assert weights[1].tolist() == torch.tensor([0.3, -0.4]).tolist()

    def test_epsilon_is_added_to_the_norm(self) -> None:
        # Double precision, and a norm so small that 1e-7 matters.
        weights = torch.tensor([[3e-7, 4e-7], [3e-7, 0.0]], dtype=torch.float64)
        dropout_network.bound_row_norms(weights, 4e-7)
        np.testing.assert_allclose(weights[0], np.array([3e-7, 4e-7]) * 4 / 6, rtol=1e-12)
        assert weights[1].tolist() == [3e-7, 0.0]

    @pytest.mark.parametrize("c", [0.5, 0.75, 1.5, 2.0, 4.0])
    def test_repeated_application_converges(self, c: float) -> None:
        weights = torch.randn(100, 784, generator=generator())
        for _ in range(10):
            dropout_network.bound_row_norms(weights, c)
        before = weights.clone()
        dropout_network.bound_row_norms(weights, c)
        assert torch.equal(weights, before)
        np.testing.assert_allclose(before.double().norm(dim=1), c, rtol=1e-6)


class TestDropout:
    @pytest.mark.parametrize("rate", [0.2, 0.5, 0.8])
    def test_zeros_scale_and_expectation(self, rate: float) -> None:
        n = 200_000
        dropped = dropout_network.dropout(torch.full((n,), 3.0), rate, generator())
        kept = dropped[dropped != 0]
        np.testing.assert_allclose(kept, 3 / (1 - rate), rtol=1e-6)
        deviation = math.sqrt(rate * (1 - rate) / n)
        assert abs(1 - len(kept) / n - rate) < 4 * deviation
        assert abs(float(dropped.double().mean()) - 3) < 4 * deviation * 3 / (1 - rate)

    def test_rate_zero_keeps_all(self) -> None:
        x = torch.randn(50, generator=generator())
        assert torch.equal(dropout_network.dropout(x, 0.0, generator()), x)

    def test_images_and_nodes_are_dropped_independently(self) -> None:
        kept = dropout_network.dropout(torch.ones(400, 300), 0.5, generator()) != 0
        assert not torch.equal(kept[0], kept[1])
        for means in (kept.float().mean(dim=0), kept.float().mean(dim=1)):
            assert 0.3 < means.min() < means.max() < 0.7

    def test_layers_have_the_rates_of_appendix_b(self) -> None:
        """With identity weights the output shows which units were dropped."""
        n, width = 300, 200
        eye = torch.eye(width)
        zeros = torch.zeros(width)
        output = dropout_network.logits_with_dropout(
            [eye, zeros, eye, zeros, eye, zeros], torch.ones(n, width), 0.5, generator()
        )
        kept = output[output != 0]
        np.testing.assert_allclose(kept, 1 / (0.8 * 0.5 * 0.5), rtol=1e-6)
        assert len(kept) / (n * width) == pytest.approx(0.8 * 0.5 * 0.5, abs=0.01)


class TestNetwork:
    def test_initial_scale(self) -> None:
        parameters = as_numpy(dropout_network.initial_parameters(784, 512, generator()))
        assert [each.shape for each in parameters] == [(512, 784), (512,), (512, 512), (512,), (10, 512), (10,)]
        for weights, inputs in zip(parameters[::2], (784, 512, 512), strict=True):
            n = weights.size
            assert weights.std() == pytest.approx(1 / math.sqrt(inputs), rel=4 / math.sqrt(2 * n))
            assert abs(weights.mean()) < 4 / math.sqrt(inputs * n)
            # Normal: 4.55 % lie beyond two standard deviations.
            beyond = np.mean(np.abs(weights) > 2 / math.sqrt(inputs))
            assert beyond == pytest.approx(0.0455, abs=4 * math.sqrt(0.0455 / n))
        assert np.linalg.norm(parameters[0], axis=1).mean() == pytest.approx(1, abs=0.01)
        assert not any(biases.any() for biases in parameters[1::2])

    def test_output_is_equation_15(self) -> None:
        parameters = dropout_network.initial_parameters(784, 12, generator())
        for biases in parameters[1::2]:
            biases.normal_(generator=generator(1))
        x = np.random.default_rng(0).uniform(size=784)
        W1, b1, W2, b2, W3, b3 = as_numpy(parameters)
        first = np.maximum(W1 @ x + b1, 0)
        second = np.maximum(W2 @ first + b2, 0)
        exponentials = np.exp(W3 @ second + b3)
        output = dropout_network.logits(parameters, torch.tensor(x[None], dtype=torch.float32))
        np.testing.assert_allclose(output.softmax(dim=1)[0], exponentials / exponentials.sum(), rtol=1e-5)

    def test_dropout_keeps_the_mean_of_the_first_layer(self) -> None:
        """E D(x) = x: before the first ReLU, the mean over many dropout masks equals the value without dropout."""
        W1 = torch.randn(5, 20, generator=generator())
        x = torch.rand(20, generator=generator(1))
        thinned = dropout_network.dropout(x.repeat(40_000, 1), dropout_network.INPUT_DROPOUT, generator(2)) @ W1.T
        error = thinned.std(dim=0) / 200
        assert ((thinned.mean(dim=0) - W1 @ x).abs() < 4 * error).all()

    def test_error_counts_misclassified_images(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dropout_network, "_EVALUATION_BATCH", 7)
        digits = some_digits(40)
        run = dropout_network._Run(TINY, 0.5, 2.0, 0, "cpu", 0)
        W1, b1, W2, b2, W3, b3 = as_numpy(run.parameters)
        x = digits.images / 255
        output = np.maximum(np.maximum(x @ W1.T + b1, 0) @ W2.T + b2, 0) @ W3.T + b3
        wrong = int(np.sum(output.argmax(axis=1) != digits.labels))
        assert 0 < wrong < 40
        assert run.error(*run.to_device(digits)) == 100 * wrong / 40


def test_two_steps_by_hand() -> None:
    """Repeat two steps of Table 3 in plain numpy, with the same mini-batches and dropout masks."""
    rate, c = 0.4, 0.9
    schedule = Schedule(hidden=8, steps=2, batch_size=20, momentum_ramp=4, half_life=3)
    digits = some_digits(200)
    run = dropout_network._Run(schedule, rate, c, 5, "cpu", 0)
    images, labels = run.to_device(digits)
    theta = as_numpy(run.parameters)
    m = [np.zeros_like(each) for each in theta]
    chosen_by, dropped_by = generator(5), generator(6)
    cut = 0
    for mu, epsilon in ((0.9, 0.01), (0.9 + 0.05 / 4, 0.01 * 0.5 ** (1 / 3))):
        run.advance(images, labels)
        rows = torch.randint(200, (20,), generator=chosen_by).numpy()
        x, y = digits.images[rows] / 255, digits.labels[rows]
        D0, D1, D2 = (
            (torch.rand((20, width), generator=dropped_by).numpy() >= r) / (1 - r)
            for width, r in ((784, 0.2), (8, rate), (8, rate))
        )
        W1, b1, W2, b2, W3, b3 = theta
        h0 = x * D0
        a1 = h0 @ W1.T + b1
        h1 = np.maximum(a1, 0) * D1
        a2 = h1 @ W2.T + b2
        h2 = np.maximum(a2, 0) * D2
        exponentials = np.exp(h2 @ W3.T + b3)
        d3 = (exponentials / exponentials.sum(axis=1, keepdims=True) - np.eye(10)[y]) / 20
        d2 = d3 @ W3 * D2 * (a2 > 0)
        d1 = d2 @ W2 * D1 * (a1 > 0)
        g = [d1.T @ h0, d1.sum(axis=0), d2.T @ h1, d2.sum(axis=0), d3.T @ h2, d3.sum(axis=0)]
        m = [mu * before + gradient for before, gradient in zip(m, g, strict=True)]
        theta = [before - epsilon * step for before, step in zip(theta, m, strict=True)]
        for i in (0, 2, 4):
            norms = np.linalg.norm(theta[i], axis=1, keepdims=True)
            cut += int(np.sum(norms > c))
            theta[i] = theta[i] * np.minimum(1, c / (norms + 1e-7))
        for ours, by_hand in zip(as_numpy(run.parameters), theta, strict=True):
            np.testing.assert_allclose(ours, by_hand, rtol=1e-4, atol=1e-7)
    assert 0 < cut < 2 * 26


class TestTraining:
    def test_learns(self) -> None:
        schedule = Schedule(hidden=32, steps=400, batch_size=50, momentum_ramp=100, half_life=200)
        found = train(schedule, 0.2, 3.0, some_digits(500), some_digits(200, seed=1), device="cpu")
        assert found.test < 5
        assert found.train < 5

    def test_same_seed_same_result_and_other_seeds_differ(self, tmp_path: Path) -> None:
        finals = []
        for name, seed in (("a", 0), ("b", 0), ("c", 1)):
            train(
                TINY, 0.5, 2.0, some_digits(100), some_digits(50), seed=seed, device="cpu", checkpoint=tmp_path / name
            )
            finals.append(torch.load(tmp_path / name, weights_only=True)["parameters"])
        assert all(torch.equal(a, b) for a, b in zip(finals[0], finals[1], strict=True))
        assert not torch.equal(finals[0][0], finals[2][0])

    @pytest.mark.parametrize("stopped_after", [1, 3])
    def test_interrupted_run_resumes_to_identical_weights(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped_after: int
    ) -> None:
        def go(checkpoint: Path | None) -> Errors:
            return train(
                TINY,
                0.5,
                1.0,
                some_digits(100),
                some_digits(50),
                device="cpu",
                checkpoint=checkpoint,
                checkpoint_every=7,
            )

        whole, stopped = tmp_path / "whole.pt", tmp_path / "stopped.pt"
        expected = go(whole)
        save, saved = dropout_network._Run.save, []

        def save_and_stop(run: Any, path: Path) -> None:
            save(run, path)
            saved.append(run.step)
            if len(saved) == stopped_after:
                raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(dropout_network._Run, "save", save_and_stop)
            with pytest.raises(KeyboardInterrupt):
                go(stopped)
        assert torch.load(stopped, weights_only=True)["step"] == 7 * stopped_after
        assert go(stopped) == expected == go(None)
        ends = [torch.load(path, weights_only=True) for path in (whole, stopped)]
        assert ends[0]["step"] == ends[1]["step"] == 30
        for a, b in zip(ends[0]["parameters"], ends[1]["parameters"], strict=True):
            assert torch.equal(a, b)
        assert sorted(tmp_path.iterdir()) == [stopped, whole]

    def test_milestones_are_recorded_with_the_norms_of_the_rows(self) -> None:
        reached: list[Milestone] = []
        digits = some_digits(60)
        bound = 0.9
        last = train(TINY, 0.3, bound, digits, digits, milestones=(10, 30), record=reached.append)
        assert [each.step for each in reached] == [10, 30]
        assert reached[-1].errors == last
        for each in reached:
            # Rows of the first layer begin with a norm of about 1, so that the bound holds most of them back.
            assert max(each.largest_norms) <= bound * (1 + 1e-5)
            assert 0.5 < each.held_shares[0] <= 1
        free: list[Milestone] = []
        train(TINY, 0.3, 50.0, digits, digits, milestones=(30,), record=free.append)
        assert free[0].held_shares == (0, 0, 0)

    def test_checkpoint_of_another_run_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "run.pt"
        digits, others = some_digits(100), some_digits(100, seed=1)
        train(TINY, 0.5, 2.0, digits, digits, device="cpu", checkpoint=file)
        for rate, norm, training in ((0.4, 2.0, digits), (0.5, 1.9, digits), (0.5, 2.0, others)):
            with pytest.raises(InputError, match=r"run\.pt is the checkpoint of another run: use an empty folder"):
                train(TINY, rate, norm, training, digits, device="cpu", checkpoint=file)

    @pytest.mark.parametrize("content", [b"", b"not a checkpoint"])
    def test_broken_checkpoint(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "run.pt"
        file.write_bytes(content)
        with pytest.raises(InputError, match=r"run\.pt is not a readable checkpoint: remove it"):
            train(TINY, 0.5, 2.0, some_digits(10), some_digits(10), device="cpu", checkpoint=file)

    @pytest.mark.parametrize(
        ("changed", "words"),
        [
            ({"rate": 1.0}, r"^the dropout rate must lie in \[0, 1\), not 1\.0\.$"),
            ({"rate": math.nan}, r"^the dropout rate must lie in \[0, 1\), not nan\.$"),
            ({"max_norm": 0.0}, r"^the max-norm must be positive, not 0\.0\.$"),
            ({"checkpoint_every": 0}, r"^checkpoint_every must be a whole number >= 1, not 0\.$"),
            ({"training": Digits(np.zeros((5, 28), np.uint8), np.zeros(5, int))}, r"^images must be rows of 784 bytes"),
            ({"test": Digits(np.zeros((5, 784)), np.zeros(5, int))}, r"bytes \(uint8\), not float64"),  # type: ignore[arg-type]
            (
                {"training": Digits(np.zeros((5, 784), np.uint8), np.zeros(4, int))},
                r"^labels must have shape \(5,\), one per image, not \(4,\)\.$",
            ),
            ({"training": Digits(np.zeros((1, 784), np.uint8), np.array([10]))}, r"^labels must be whole numbers from"),
        ],
    )
    def test_bad_input(self, changed: dict[str, Any], words: str) -> None:
        digits = some_digits(10)
        given = {"rate": 0.5, "max_norm": 2.0, "training": digits, "test": digits, **changed}
        with pytest.raises(InputError, match=words):
            train(TINY, **given)

    def test_read_only_images(self) -> None:
        digits = some_digits(30)
        digits.images.flags.writeable = False
        assert train(TINY, 0.5, 2.0, digits, digits, device="cpu") == train(
            TINY, 0.5, 2.0, some_digits(30), some_digits(30), device="cpu"
        )


def test_device() -> None:
    name = dropout_network.device_name()
    assert torch.ones(2, device=name).sum().item() == 2
    assert (name == "cuda") == torch.cuda.is_available()
