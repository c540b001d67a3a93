"""What somebody may be in a house."""

ROLES = ("player", "dealer", "supervisor", "auditor", "admin")
STAFF = tuple(role for role in ROLES if role != "player")
