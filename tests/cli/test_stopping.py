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


LOADING = """
import os, signal, sys
class CtrlC:
    def find_spec(self, name, path, target=None):
        if name == "uth.cli.writing":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, CtrlC())
from uth.cli import main
main(["rules"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal is sent otherwise there")
def test_ctrl_c_while_a_command_is_loaded_is_no_traceback() -> None:
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
