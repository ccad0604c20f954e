"""Validation, errors, read-only arrays, processes, threads, progress: what every layer uses."""
