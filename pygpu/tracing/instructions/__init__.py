"""The instructions, and the operations of the machine behind them (operations.py hands these to everyone)."""
