"""Messages: caveats that results carry as data, and the warnings that are issued for them.

Every message has a code, a text and a severity. All codes are in one table, `CODES`; docs/messages.md shows it.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import FrameType
from typing import NamedTuple

from softprofile.util.errors import SoftProfileWarning
from softprofile.util.row_numbers import NamesRows, literal

#: How much a message matters.
SEVERITIES = {
    "warning": "The answer may be poor. Functions that fit, evaluate or resample also issue a `SoftProfileWarning`.",
    "note": "A decision was taken that does no harm. It is only listed.",
    "suggestion": "The answer can be improved by evaluating more configurations. Only `focus()` lists suggestions.",
}


class Advice(NamedTuple):
    """What a code means.

    Attributes
    ----------
    meaning : str
        What was found, in one line.
    what_to_do : str
        How to react to it, in one line.
    severity : str
        One of `SEVERITIES`: the severity of messages with this code.
    """

    meaning: str
    what_to_do: str
    severity: str = "warning"


#: All codes of messages.
CODES: dict[str, Advice] = {
    # fit and elbow
    "weak-evidence": Advice(
        "The log-likelihood ratio of two levels of z against one is no larger than noise alone can make it.",
        "Look at the plot and run `test_plateau()`: there may be no plateau.",
    ),
    "scale-at-floor": Advice(
        "z is (nearly) the same all over a side, so the scale of its density was stopped at a floor.",
        "Do not compare `loglik` with that of other densities; the boundary itself is usually clear.",
    ),
    "masses-shifted": Advice(
        "z changes sign, so the masses of the centres of gravity are z minus its smallest value.",
        "Use a z that does not change sign, or check that the representative point suits you.",
    ),
    "masses-zero": Advice(
        "z is 0 at every point of a side, so the centre of gravity of that side is the unweighted mean.",
        "Nothing, unless 0 stands for a missing value.",
    ),
    "several-crossings": Advice(
        "The segment between the centres of gravity crosses the boundary more than once.",
        "Look at the plot and at `crossings`; a simpler boundary crosses the segment once.",
    ),
    "centres-on-one-side": Advice(
        "Both centres of gravity lie on one side of a curved boundary.",
        "Look at the plot: choose the point on the boundary yourself, or use a simpler boundary.",
    ),
    "fewer-elbows": Advice(
        "The sequence has fewer elbows than were asked for.",
        "Ask for fewer, or give a longer sequence.",
    ),
    "one-side-empty": Advice(
        "All boundary values have the same sign, so every point lies on one side.",
        "Check the sign and the intercept of g.",
    ),
    "unclassified": Advice(
        "The message was read from a file that has no code for it, or one that this version does not know.",
        "Read the text, or fit again for a message with a code.",
    ),
    # focus
    "side-nearly-empty": Advice(
        "A side holds 5 % of the configurations or fewer, or only one.",
        "Evaluate more configurations there, or leave them out if they would never be chosen.",
    ),
    "point-at-edge": Advice(
        "The representative point lies at the edge of the range that was evaluated.",
        "Extend the range as the message says; `refine` proposes configurations.",
    ),
    "point-near-edge": Advice(
        "The representative point lies between the outermost two values of a hyper-parameter.",
        "Extend the range as the message says; `refine` proposes configurations.",
        "suggestion",
    ),
    "side-saturated": Advice(
        "z is flat on a side that holds most configurations, and changes on the other.",
        "Evaluate more configurations where z changes.",
        "suggestion",
    ),
    "grid-coarse": Advice(
        "Nothing was evaluated in a wide gap around the boundary.",
        "Refine the grid within the gap.",
        "suggestion",
    ),
    "few-proposals-left": Advice(
        "Fewer configurations of whole numbers are left in the range than `refine` was asked for.",
        "Extend the range, or ask for fewer.",
    ),
    # bootstrap, compare and diagnose
    "replicates-failed": Advice(
        "Some bootstrap replicates have no boundary and are left out.",
        "If they are more than a few percent, the intervals are too optimistic: evaluate more configurations.",
    ),
    "counts-and-densities": Advice(
        "Densities of whole numbers are compared with continuous ones.",
        "Compare log-likelihoods only within each kind.",
    ),
    "not-levelled-off": Advice(
        "z still improves at the end of the evaluated range, so the plateau was not reached.",
        "Extend the range as the message says, and fit again.",
    ),
    "no-better-than-one-level": Advice(
        "No boundary predicts held-out z better than a single level does.",
        "Run `test_plateau()`: there may be no plateau.",
    ),
    "pair-failed": Advice(
        "A pair of a boundary and a density could not be fitted or cross-validated.",
        "Read the reason in the message; leave the pair out if it does not suit the data.",
    ),
    "side-too-small": Advice(
        "A side has too few points to test its level and spread.",
        "Evaluate more configurations on that side.",
    ),
    "unequal-spread": Advice(
        "The standard deviation of z differs between the sides, but the density assumes that it is the same.",
        "Use the density with separate scales.",
    ),
    "wrong-dispersion": Advice(
        "Counts vary more or less than the density allows.",
        "Use another density, such as 'gaussian-separate'.",
    ),
    "density-misfit": Advice(
        "z on a side does not follow the fitted density.",
        "Look at the Q-Q plot, and run `compare` with other densities.",
    ),
    "side-not-level": Advice(
        "z still changes with the hyper-parameters within a side.",
        "Look at the plot: the boundary should follow a visible change.",
    ),
    "trend-left": Advice(
        "The residuals about a transition or a ramp still change with the hyper-parameters within a side.",
        "Run `compare` with other boundaries and shapes.",
    ),
    "outliers": Advice(
        "Some z lie far outside the density of their side.",
        "Check these configurations, or use a density with heavier tails.",
    ),
    "boundary-needs-single-rows": Advice(
        "Without one of these configurations there is no boundary.",
        "Evaluate more configurations near them.",
    ),
    "influential-rows": Advice(
        "The representative point moves far when one of these configurations is left out.",
        "Check their z, and evaluate more configurations nearby.",
    ),
    "nearest-point-unstable": Advice(
        "The nearest evaluated configuration changes when single configurations are left out.",
        "Treat the configurations in the message as equally good answers.",
    ),
    # evaluate and fit_surface
    "evaluations-failed": Advice(
        "The objective raised an error, or ended its process, at some configurations.",
        "Read the column `error` of the surface; evaluate again once the cause is removed.",
    ),
    "evaluations-unfinished": Advice(
        "Some configurations have not been evaluated in all repeats.",
        "Call `evaluate` again with the same store.",
    ),
    "evaluation-interrupted": Advice(
        "The evaluation was stopped by Ctrl-C.",
        "Call `evaluate` again with the same store.",
    ),
    "records-dropped": Advice(
        "Records in the store were cut off or damaged.",
        "Nothing: what they held is evaluated again.",
    ),
    "failed-left-out": Advice(
        "Configurations whose evaluation failed are not used for the fit.",
        "Check that the failures are not all on one side of the boundary.",
    ),
    "missing-left-out": Advice(
        "Configurations without a finite z are not used for the fit.",
        "Check that they are not all on one side of the boundary.",
    ),
    # recommend
    "failures-left-out": Advice(
        "Some z are worse than all others by a gap that no surface has, and are taken as failed evaluations.",
        "Check these configurations; they are not used.",
    ),
    "lucky-best": Advice(
        "The best z is far better than the configurations around it predict, and was set aside.",
        "Evaluate this configuration again, with another seed or other folds.",
    ),
    "worse-than-best": Advice(
        "The recommended configuration is worse than the best evaluated by more than the noise.",
        'Use `rule="edge"` or a smaller `tolerance`.',
    ),
    "still-improving": Advice(
        "z is best at an end of the range, and has not levelled off there.",
        "Extend the range as the message says; if z is a training score, use a cross-validated score.",
    ),
    "optimum-inside": Advice(
        "z is best inside the range and worse at both ends: an optimum, not a plateau.",
        "Nothing; a finer grid around the recommended configuration may improve z a little.",
        "note",
    ),
    "direction-assumed": Advice(
        "Which configurations are simpler is not known; the poor side is assumed to be the simpler one.",
        "Give `z_train`, `cost` or `simpler`.",
        "note",
    ),
    "nothing-to-compare": Advice(
        "There is too little to smooth, or z is constant, so the best evaluated configuration is recommended.",
        "Evaluate more configurations.",
        "note",
    ),
    "zeros-in-log-column": Advice(
        "A hyper-parameter on a logarithmic scale is 0 in some configurations.",
        "Nothing, if 0 may be treated as one step below the smallest positive value; else give a `transform`.",
        "note",
    ),
    # searches of scikit-learn and studies of Optuna
    "constant-parameters": Advice(
        "Parameters with a single value are not coordinates of the boundary.",
        "Nothing.",
        "note",
    ),
    "parameters-absent": Advice(
        "Configurations that lack one of the chosen parameters are not used for the fit.",
        "Nothing, if this is a conditional search space; else name fewer parameters in `params=`.",
        "note",
    ),
    "other-parameters-vary": Advice(
        "Parameters that are not coordinates varied too, so their effect counts as noise.",
        "Keep one value of each with `where=`, or add them to `params=`.",
    ),
    "halving-iteration": Advice(
        "Only one iteration of a halving search is used, because scores of different iterations are not comparable.",
        "Choose another with `iteration=` if need be.",
        "note",
    ),
    "best-score-instead": Advice(
        "An error prevented `plateau_refit` from recommending a configuration, so it took the best mean test score.",
        "Remove the cause that the message names, and run `recommend_cv_results` on the results of the search.",
    ),
    "good-side": Advice(
        "The direction of the study says which side is the good one.",
        'Use `nearest_point(side="good")`.',
        "note",
    ),
    "trials-incomplete": Advice(
        "Pruned, failed or running trials are not used for the fit.",
        "Check that enough trials are left on the poor side; pruning removes trials there.",
    ),
}


@dataclass(frozen=True)
class Message(NamesRows):
    """A caveat of a result: what was found, and where.

    ``str(message)`` is the text.

    Attributes
    ----------
    code : str
        What kind of message this is, such as "weak-evidence"; a key of `CODES`.
    template : str
        The text, with ``{row}`` or ``{rows}`` where row numbers belong: see `NamesRows`.
    rows : tuple of int
        The rows of the data that the message names, counted from 0; empty if it names none.
    severity : str
        "warning", "note" or "suggestion": see `SEVERITIES`. That of the code unless given.

    Raises
    ------
    ValueError
        If the code or the severity is unknown.

    Examples
    --------
    >>> message = Message("outliers", "the z in rows {rows} are far from the others.", rows=(0, 7))
    >>> print(message)
    the z in rows 0, 7 are far from the others.
    >>> message.counted_from(1)
    'the z in rows 1, 8 are far from the others.'
    >>> message.advice.what_to_do
    'Check these configurations, or use a density with heavier tails.'
    """

    code: str
    template: str
    rows: tuple[int, ...] = ()
    severity: str = ""

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"unknown message code {self.code!r}: add it to softprofile.util.messages.CODES.")
        object.__setattr__(self, "rows", tuple(int(row) for row in self.rows))
        object.__setattr__(self, "severity", self.severity or CODES[self.code].severity)
        if self.severity not in SEVERITIES:
            raise ValueError(f"unknown severity {self.severity!r}: choose one of {', '.join(SEVERITIES)}.")

    def __contains__(self, part: str) -> bool:
        return part in self.text

    @property
    def advice(self) -> Advice:
        """What the code means and what to do about it."""
        return CODES[self.code]

    def about(self, subject: str) -> Message:
        """Return the same message with a subject before its text.

        Parameters
        ----------
        subject : str
            What the message is about, such as "linear and gaussian".

        Returns
        -------
        Message
            A message that reads "subject: text".

        Examples
        --------
        >>> str(Message("weak-evidence", "there may be no plateau.").about("linear and laplace"))
        'linear and laplace: there may be no plateau.'
        """
        return replace(self, template=f"{literal(subject) if self.rows else subject}: {self.template}")


def warn(*messages: Message) -> None:
    """Issue a `SoftProfileWarning` for each message of severity "warning", at the user's line.

    The line is the innermost one outside softprofile and outside the libraries that call it back: with
    ``GridSearchCV(..., refit=plateau_refit())`` it is the line that calls ``fit`` of the search.

    Parameters
    ----------
    *messages : Message
        The messages; notes and suggestions among them are skipped.
    """
    urgent = [message for message in messages if message.severity == "warning"]
    if not urgent:
        return
    frame = _user_frame(sys._getframe(1))
    namespace = frame.f_globals
    for message in urgent:
        # What `warnings.warn` does with a stacklevel, which would have to be counted.
        warnings.warn_explicit(
            SoftProfileWarning(message),
            SoftProfileWarning,
            frame.f_code.co_filename,
            frame.f_lineno,
            module=namespace.get("__name__") or "<string>",
            registry=namespace.setdefault("__warningregistry__", {}),
        )


#: Libraries that call softprofile back, and whose lines tell the user nothing.
_CALLERS = ("sklearn", "joblib", "optuna")

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _user_frame(frame: FrameType) -> FrameType:
    """The innermost frame outside these folders; the outermost of all if there is none."""
    folders = tuple(folder + os.sep for folder in (_PACKAGE, *_folders(_CALLERS)))
    # Examples in docstrings, notebooks and `python -c` have file names such as "<stdin>" that are in no folder.
    while frame.f_code.co_filename.startswith(folders) and frame.f_back is not None:
        frame = frame.f_back
    return frame


def _folders(names: Iterable[str]) -> list[str]:
    files = (getattr(sys.modules.get(name), "__file__", None) for name in names)
    return [os.path.dirname(file) for file in files if file]
