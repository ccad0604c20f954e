"""Fits whose numbers are on record, so that a change of the code that should not move them can be seen not to."""
