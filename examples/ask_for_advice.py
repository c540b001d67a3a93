"""The exact value of every choice at one moment, in Antes, also with dead cards known."""

import uth

for dead in ("", "Kd Ks"):
    advice = uth.advise("iowa-catfish-bend", "9s 8d", "Kh 5d 2c", dead=dead)
    values = ", ".join(f"{action} {float(value):+.6f}" for action, value in advice.actions.items())
    print(f"dead {dead or 'none':6} {values}; best: {advice.best}")
