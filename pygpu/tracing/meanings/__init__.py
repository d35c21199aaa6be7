"""What known callables mean for arguments that depend on pixels; each registers itself in host/table.py."""
