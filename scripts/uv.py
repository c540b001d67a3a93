"""Run the project's own uv with what pip on this machine has been told.

uv does not read pip's configuration. An index, a proxy or a certificate that was set for pip would be lost,
so this hands them over in the environment of that one process. Nothing is written to a file.
What is already set for uv wins.

    python3 scripts/uv.py [--main-index-only] ARGUMENTS OF UV
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

UV = Path(__file__).resolve().parent.parent / ".tools" / "bin" / "uv"

# pip's setting, the variable that says the same to uv, and what joins several values
SINGLE = {
    "index-url": "UV_DEFAULT_INDEX",
    "no-index": "UV_NO_INDEX",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
    "proxy": "ALL_PROXY",
}
SEVERAL = {
    "extra-index-url": ("UV_INDEX", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "find-links": ("UV_FIND_LINKS", ","),
}
# An extra index may hold only some of the files of a version: right for installing, wrong for a lock.
BESIDE_THE_MAIN_INDEX = ("extra-index-url", "find-links")


def pip_settings() -> dict[str, str]:
    """What `pip install` would use: the environment before the section [install] before [global].

    .venv has no pip, so from inside it the Python that it was made from is asked.
    """
    python = getattr(sys, "_base_executable", sys.executable)
    listing = subprocess.run(
        [python, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    ).stdout
    settings: dict[str, str] = {}
    for section in ("global.", "install.", ":env:."):
        for line in listing.splitlines():
            key, separator, value = line.partition("=")
            if separator and key.startswith(section):
                settings[key.removeprefix(section)] = str(ast.literal_eval(value))
    return settings


def uv_environment(settings: dict[str, str]) -> dict[str, str]:
    """The variables that tell uv the same as `settings` told pip."""
    told = {
        "UV_SYSTEM_CERTS": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        # pip looks for a version in all indexes; uv would stop at the first one that knows the name.
        # Hashes, not the order of indexes, decide what may be installed.
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    for name, variable in SINGLE.items():
        if settings.get(name):
            told[variable] = settings[name]
    for name, (variable, joiner) in SEVERAL.items():
        if settings.get(name):
            told[variable] = joiner.join(settings[name].split())
    return told


def main() -> None:
    arguments = sys.argv[1:]
    settings = pip_settings()
    if arguments[:1] == ["--main-index-only"]:
        del arguments[0]
        settings = {name: value for name, value in settings.items() if name not in BESIDE_THE_MAIN_INDEX}
    os.execve(UV, [str(UV), *arguments], uv_environment(settings) | os.environ)


if __name__ == "__main__":
    main()
