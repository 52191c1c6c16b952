"""The learning agents."""
