"""Values of the whole picture: teams, lots, tables, forests."""
