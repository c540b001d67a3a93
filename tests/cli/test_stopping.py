"""Ctrl-C and SIGTERM while a service serves: the first asks it to stop, the second does not ask."""

import signal
import subprocess
import sys

import pytest

STUBBORN = """
import time
from uth.cli.stopping import in_good_order
in_good_order(lambda: print("asked", flush=True))
print("up", flush=True)
while True:
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal is sent otherwise there")
@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_the_second_one_ends_what_does_not_stop(second: signal.Signals) -> None:
    call = [sys.executable, "-c", STUBBORN]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout
        assert program.stderr
        assert program.stdout.readline() == "up\n"
        program.send_signal(signal.SIGINT)
        assert program.stdout.readline() == "asked\n"
        assert program.poll() is None
        program.send_signal(second)
        assert program.wait(10) == 128 + second
        assert (program.stdout.read(), program.stderr.read()) == ("", "")
