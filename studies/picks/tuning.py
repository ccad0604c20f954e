"""What was tuned on the tasks: the page of the study states it, and results of an unfinished rule stay hidden."""

from __future__ import annotations

#: Whether `softprofile.recommend` is final. Until then, it is not run on tasks other than those for development.
FROZEN = True
#: Number of variants of `softprofile.recommend` that were compared; None if not counted. About 160 on the tasks for
#: development, then 5 shares and 16 guards on these and the held-out tasks together, and none on the fresh tasks.
VARIANTS_TRIED: int | None = 220
