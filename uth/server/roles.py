"""What somebody may be in a house."""

ROLES = ("player", "dealer", "supervisor", "auditor", "admin")
