"""One kind of value in each file: what can be made of it, and what it does where others meet it."""
