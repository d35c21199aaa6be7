"""What is known of a value while a filter is walked.

    lattice.py       Known, Symbol, and the structures of them
    numbers.py       what is a number, and of which type
    choices.py       one of several values that no number can express
    assumptions.py   what is known of conditions inside an arm
    refusals.py      every refusal, in words
"""
