"""Tools for all layers: validation, errors, messages, read-only arrays, processes, threads and progress bars."""
