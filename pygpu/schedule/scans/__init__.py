"""Scans: functions that call themselves a step back."""
