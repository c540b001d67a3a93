"""Install a browser for tests/browser from the system's packages, where that is possible.

    python3 scripts/browser.py

Does nothing where there is one. Without one, and without the right to install, those tests are skipped.
"""

import os
import shutil
import subprocess
import sys

PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core", "libatomic1")
KNOWN = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def main() -> None:
    if os.environ.get("UTH_BROWSER") or any(map(shutil.which, KNOWN)):
        return
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        print(
            "No browser for tests/browser: they are skipped. Install Chromium, or name one in UTH_BROWSER."
            f"\nOn Debian: sudo apt-get install --no-install-recommends {' '.join(PACKAGES)}"
        )
        return
    print("Installing a browser for tests/browser", flush=True)
    quiet = {"stdout": subprocess.DEVNULL}
    subprocess.run([apt, "update"], check=False, **quiet)  # type: ignore[call-overload]
    call = [apt, "install", "-y", "--no-install-recommends", *PACKAGES]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run(call, check=False, env=environment, **quiet).returncode:  # type: ignore[call-overload]
        print("That failed; tests/browser are skipped.", file=sys.stderr)


if __name__ == "__main__":
    main()
