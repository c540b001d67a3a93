"""What people see and hear of a table: the picture of it, the events in words, the dealer's script."""
