"""What a rule is worth: the exact edge of a book with one key changed at a time."""

import uth

base = uth.solve("california-shfl").house_edge
print(f"as it stands          {float(base):9.4%}  {base}")
for setting in ("blind.flush=2:1", "decisions.preflop=[3]", "qualifier.hand=none"):
    edge = uth.solve(uth.load_book("california-shfl", [setting])).house_edge
    print(f"{setting:21} {float(edge):9.4%}  {float(edge - base):+.4%}")
