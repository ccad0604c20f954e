"""The surface: evaluated configurations, their performance, and where both come from."""
