"""Values of the whole picture: sums, extremes, tables, forests."""
