"""Windows, and numbers in order."""
