"""What a filter computes of what, at which places: stages, and the web that they are."""
