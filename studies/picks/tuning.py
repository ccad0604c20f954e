"""What was tuned on the tasks: the page of the study states it, and results of an unfinished rule stay hidden."""

from __future__ import annotations

#: Whether `softprofile.recommend` is final. Until then, it is not run on tasks other than those for development.
FROZEN = True
#: Number of variants of `softprofile.recommend` that were compared on the tasks for development; None if not counted.
VARIANTS_TRIED: int | None = 160
