"""What pictures decide the length of: lists, dicts, sums and orders of them."""
