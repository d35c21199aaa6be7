"""The suite: the same rooms as the package."""
