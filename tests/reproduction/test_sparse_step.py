"""The layer that skips zeros: against dense products, against torch's derivatives, and whole runs of both engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from softprofile import InputError
from softprofile.reproduction import dropout_network
from softprofile.reproduction.dropout_network import Digits, Milestone, Schedule, train
from softprofile.reproduction.sparse_step import SparseLinear, UpdateRates
from softprofile.util import optional
from softprofile.util.errors import MissingDependencyError

from .test_dropout_network import some_digits

torch = pytest.importorskip("torch", reason="the digit network needs PyTorch, which is not installed")
pytest.importorskip("numba", reason="the engine needs numba, which is not installed")

Array = npt.NDArray[np.float64]

# Widths: less than one panel of 64 outputs, exactly one, and several with an incomplete last one.
WIDTHS = (40, 64, 136)
MU, EPSILON, C = 0.93, 0.02, 1.05


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def schedule(hidden: int = 64, steps: int = 30) -> Schedule:
    return Schedule(hidden=hidden, steps=steps, batch_size=12, momentum_ramp=10, half_life=10)


def darkened(n: int) -> Digits:
    """Simulate images, a third of them black, so that batches have rows without a non-zero input."""
    digits = some_digits(n)
    digits.images[::3] = 0
    digits.images[1::3, 300:500] = 0
    return digits


def run_of(engine: str, plan: Schedule, rate: float, max_norm: float, seed: int = 3) -> Any:
    return dropout_network._Run(plan, rate, max_norm, seed, "cpu", 0, engine)


def unambiguous_seed(plan: Schedule, rate: float, max_norm: float, digits: Digits) -> int:
    """Find a seed for which no unit comes so close to zero that rounding decides whether ReLU lets it pass."""
    call = dropout_network._Dense.__call__
    for seed in range(100):
        smallest = [1.0]

        def watched(layer: Any, x: Any, smallest: list[float] = smallest) -> Any:
            output = call(layer, x)
            sizes = output.detach().abs()
            # Exact zeros, of black images as long as the biases are zero, are the same for both engines.
            shares = (sizes / sizes.max(dim=1, keepdim=True).values)[sizes > 0]
            smallest.extend(shares.min()[None].tolist() if len(shares) else [])
            return output

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(dropout_network._Dense, "__call__", watched)
            run = run_of("torch", plan, rate, max_norm, seed)
            images, labels = run.to_device(digits)
            for _ in range(plan.steps):
                run.advance(images, labels)
        if min(smallest) > 5e-7:
            return seed
    raise AssertionError("all seeds have units within rounding error of zero")


def state(run: Any) -> tuple[list[Array], list[Array]]:
    """Parameters and momenta, as a checkpoint would store them."""
    run.collect()
    momenta = [run.optimizer.state[each]["momentum_buffer"] for each in run.parameters]
    return (
        [each.detach().numpy().astype(float) for each in run.parameters],
        [each.numpy().astype(float) for each in momenta],
    )


def tensors(checkpoint: dict[str, Any]) -> list[Any]:
    return [*checkpoint["parameters"], *(each["momentum_buffer"] for each in checkpoint["optimizer"]["state"].values())]


def assert_close(found: list[Array], expected: list[Array], tolerance: float) -> None:
    """Compare relative to the largest element of each array, because sums of terms of both signs cancel."""
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        assert np.abs(other).max() > 0
        np.testing.assert_allclose(one, other, rtol=0, atol=tolerance * np.abs(other).max())


def layer(inputs: int, outputs: int, n: int, seed: int = 0) -> tuple[SparseLinear, Array, Array]:
    """Return a layer with weights and momentum, and both in double precision."""
    rng = np.random.default_rng(seed)
    W = (rng.normal(size=(outputs, inputs)) / np.sqrt(inputs)).astype(np.float32)
    M = rng.normal(size=(outputs, inputs)).astype(np.float32)
    found = SparseLinear(torch.tensor(W).requires_grad_(), torch.zeros(outputs).requires_grad_(), n)
    found.load(torch.tensor(M))
    found.rates = UpdateRates(MU, EPSILON, C, 1e-7)
    return found, W.astype(float), M.astype(float)


def sparse(n: int, width: int, density: float, seed: int = 1) -> npt.NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(n, width)) * (rng.uniform(size=(n, width)) < density)).astype(np.float32)


class TestLayer:
    @pytest.mark.parametrize("outputs", WIDTHS)
    @pytest.mark.parametrize("inputs", [1, 128, 300])
    @pytest.mark.parametrize("density", [0.0, 0.2, 1.0])
    def test_products_and_update(self, inputs: int, outputs: int, density: float) -> None:
        n = 17
        ours, W, M = layer(inputs, outputs, n)
        x, delta = sparse(n, inputs, density), sparse(n, outputs, 0.4, seed=2)
        x[3] = 0
        np.testing.assert_allclose(ours.product(x), x.astype(float) @ W.T, atol=1e-5)
        gradient = ours.backward(delta, wanted=True)
        assert gradient is not None
        np.testing.assert_allclose(gradient, (delta.astype(float) @ W) * (x != 0), atol=1e-5)
        M = MU * M + delta.astype(float).T @ x
        W = W - EPSILON * M
        norms = np.linalg.norm(W, axis=1, keepdims=True)
        np.testing.assert_allclose(ours.store(), M, atol=1e-5)
        np.testing.assert_allclose(ours.weights.detach(), W * np.minimum(1, C / (norms + 1e-7)), atol=1e-6)

    def test_both_sides_of_the_bound_are_seen(self) -> None:
        """The weights of the test above have norms below and above the bound, in the same panel."""
        _, W, M = layer(300, 64, 17)
        norms = np.linalg.norm(W - EPSILON * MU * M, axis=1)
        assert 5 < np.sum(norms > C) < 59

    def test_lists_are_made_anew_for_each_batch(self) -> None:
        ours, W, _ = layer(300, 64, 17)
        for seed, density in enumerate((1.0, 0.1, 0.0, 0.5)):
            x = sparse(17, 300, density, seed=seed)
            np.testing.assert_allclose(ours.product(x), x.astype(float) @ W.T, atol=1e-5)

    def test_first_layer_needs_no_input_gradient(self) -> None:
        ours, _, M = layer(300, 64, 17)
        x, delta = sparse(17, 300, 0.2), sparse(17, 64, 0.4, seed=2)
        ours.product(x)
        assert ours.backward(delta, wanted=False) is None
        np.testing.assert_allclose(ours.store(), MU * M + delta.astype(float).T @ x, atol=1e-5)

    @pytest.mark.parametrize("shape", [(16, 300), (17, 301)])
    def test_wrong_shape(self, shape: tuple[int, int]) -> None:
        ours, _, _ = layer(300, 64, 17)
        with pytest.raises(InputError, match=r"^a batch of inputs must have shape \(17, 300\), not \("):
            ours.product(np.zeros(shape, np.float32))


@pytest.mark.parametrize("hidden", WIDTHS)
def test_gradient_is_that_of_autograd(hidden: int) -> None:
    """With zero momentum the momentum after one step is the gradient."""
    rate, plan = 0.4, schedule(hidden)
    digits = darkened(90)
    run = run_of("numba", plan, rate, 0.9)
    images, labels = run.to_device(digits)
    before = [each.detach().clone().requires_grad_() for each in run.parameters]
    run.advance(images, labels)
    chosen = torch.randint(90, (12,), generator=torch.Generator().manual_seed(3))
    output = dropout_network.logits_with_dropout(
        before, images[chosen].float() / 255, rate, torch.Generator().manual_seed(4)
    )
    torch.nn.functional.cross_entropy(output, labels[chosen]).backward()
    _, momenta = state(run)
    assert_close(momenta, [each.grad.numpy().astype(float) for each in before], 2e-6)


class TestEngines:
    @pytest.mark.parametrize("hidden", WIDTHS)
    @pytest.mark.parametrize(("rate", "max_norm"), [(0.0, 50.0), (0.3, 1.0), (0.5, 0.9), (0.8, 2.0)])
    def test_same_network_after_1_and_30_steps(self, hidden: int, rate: float, max_norm: float) -> None:
        plan, digits = schedule(hidden), darkened(90)
        seed = unambiguous_seed(plan, rate, max_norm, digits)
        ours, dense = (run_of(engine, plan, rate, max_norm, seed) for engine in ("numba", "torch"))
        images, labels = ours.to_device(digits)
        start = [each.detach().numpy().copy() for each in dense.parameters]
        for step in range(1, 31):
            ours.advance(images, labels)
            dense.advance(images, labels)
            if step in (1, 30):
                for found, expected in zip(state(ours), state(dense), strict=True):
                    assert_close(found, expected, 3e-6)
        assert ours.step == dense.step == 30
        assert all(np.abs(now - before).max() > 1e-4 for now, before in zip(state(ours)[0], start, strict=True))
        for name in ("batches", "dropped"):
            assert torch.equal(getattr(ours, name).get_state(), getattr(dense, name).get_state())
        assert ours.identity == dense.identity

    @pytest.mark.parametrize("image", [0, 255])
    def test_black_and_white_images(self, image: int) -> None:
        digits = Digits(np.full((30, 784), image, np.uint8), np.arange(30) % 10)
        ours, dense = (run_of(engine, schedule(), 0.5, 1.0) for engine in ("numba", "torch"))
        images, labels = ours.to_device(digits)
        for _ in range(5):
            ours.advance(images, labels)
            dense.advance(images, labels)
        for one, other in zip(state(ours)[0], state(dense)[0], strict=True):
            np.testing.assert_allclose(one, other, atol=1e-6)

    def test_milestones_agree(self) -> None:
        reached: dict[str, list[Milestone]] = {"torch": [], "numba": []}
        digits = some_digits(200)
        seed = unambiguous_seed(schedule(), 0.3, 0.9, digits)
        for engine, found in reached.items():
            train(
                schedule(), 0.3, 0.9, digits, digits,
                seed=seed, device="cpu", engine=engine, milestones=(10, 30), record=found.append,
            )  # fmt: skip
        for one, other in zip(*reached.values(), strict=True):
            assert one.step == other.step
            assert one.errors == other.errors
            assert one.held_shares == other.held_shares
            np.testing.assert_allclose(one.largest_norms, other.largest_norms, rtol=1e-5)

    @pytest.mark.parametrize("engines", [("torch", "numba"), ("numba", "torch"), ("numba", "numba")])
    def test_checkpoint_continued_by_the_other(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engines: tuple[str, str]
    ) -> None:
        digits = darkened(90)
        seed = unambiguous_seed(schedule(), 0.4, 0.9, digits)
        save = dropout_network._Run.save

        def go(engine: str, name: str) -> Any:
            train(
                schedule(), 0.4, 0.9, digits, digits,
                seed=seed, device="cpu", engine=engine, checkpoint=tmp_path / name, checkpoint_every=13,
            )  # fmt: skip
            return torch.load(tmp_path / name, weights_only=True)

        def save_and_stop(run: Any, path: Path) -> None:
            save(run, path)
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(dropout_network._Run, "save", save_and_stop)
            with pytest.raises(KeyboardInterrupt):
                go(engines[0], "stopped.pt")
        assert torch.load(tmp_path / "stopped.pt", weights_only=True)["step"] == 13
        stopped, whole = go(engines[1], "stopped.pt"), go(engines[1], "whole.pt")
        assert stopped.keys() == whole.keys()
        assert stopped["run"] == whole["run"]
        assert stopped["optimizer"]["param_groups"] == whole["optimizer"]["param_groups"]
        assert stopped["optimizer"]["state"].keys() == whole["optimizer"]["state"].keys() == set(range(6))
        exact = engines[0] == engines[1]
        for k in range(6):
            for one, other in (
                (stopped["parameters"][k], whole["parameters"][k]),
                (
                    stopped["optimizer"]["state"][k]["momentum_buffer"],
                    whole["optimizer"]["state"][k]["momentum_buffer"],
                ),
            ):
                assert one.is_contiguous()
                assert_close([one.numpy().astype(float)], [other.numpy().astype(float)], 0 if exact else 3e-6)

    def test_bad_engine(self) -> None:
        digits = some_digits(10)
        with pytest.raises(InputError, match="engine"):
            train(schedule(), 0.5, 2.0, digits, digits, engine="jax")
        with pytest.raises(InputError, match=r'^the engine "numba" runs on the device "cpu" only, not on \'cuda\'\.$'):
            train(schedule(), 0.5, 2.0, digits, digits, engine="numba", device="cuda")

    def test_numba_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from softprofile.reproduction.sparse_kernels import kernels

        def no_numba(name: str) -> Any:
            raise ImportError(name)

        kernels.cache_clear()
        monkeypatch.setattr(optional, "import_module", no_numba)
        words = r"^the engine 'numba' of the digit network needs numba: .* pip install 'softprofile\[mnist\]'\.$"
        with pytest.raises(MissingDependencyError, match=words):
            kernels()
