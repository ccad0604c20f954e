"""Which configuration to take: selection rules compared on real tuning problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from studies.report import Study


def run(quick: bool, jobs: int) -> Study:
    """Run the study.

    Parameters
    ----------
    quick : bool
        Use few tasks, splits and repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Study
        The results.
    """
    from studies.picks import study  # imports softprofile, which the surfaces do without

    return study.run(quick, jobs)
