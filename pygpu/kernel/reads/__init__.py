"""How pixels are read: beyond an edge, beside one another, in leaps, turned."""
