"""Windows: least and greatest values, numbers in order, sums of one weight."""
