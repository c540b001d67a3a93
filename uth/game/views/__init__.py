"""What people see and hear of a table: pictures of it, events as each may know them, the dealer's script."""

from uth.game.views.picture import Layout, Private, Public, View, layout, private, public, view
from uth.game.views.saying import say
from uth.game.views.seen import seen_by

__all__ = ["Layout", "Private", "Public", "View", "layout", "private", "public", "say", "seen_by", "view"]
