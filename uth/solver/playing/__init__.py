"""What any way to play is worth, exactly: decisions in, outcomes of all deals out.

`boards` says what is told apart on the river and on the flop, `counting` which dealers a hole beats, `worth`
adds up. Nothing here is shared with the solver's own sums but the tables of strengths, so each proves the
other.
"""
