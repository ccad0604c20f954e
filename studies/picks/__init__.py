"""Which configuration to take: selection rules compared on real tuning problems."""
