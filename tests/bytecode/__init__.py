"""Bytecode to canonical instructions, and how control flows among them. Needs no device."""
