"""Weighted sums: what is shared, factored, rolled into loops, or taken as spectra."""
