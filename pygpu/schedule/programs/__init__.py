"""Programs of functions: which are kept, where, and as what."""
