"""Tables of every result."""
