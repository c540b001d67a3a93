"""The economics of a table: what the bank, the house and the players can expect, and what they risk."""
