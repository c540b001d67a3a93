"""Many rounds at random: one player against a table, as a plain loop or as a Gymnasium environment."""
