#!/bin/sh
# Another version of uth in the place of this one: backup first, then change, start, and look. No round is lost:
# the service stops in good order, and goes on in mid-round with the same cards.
#
#   deploy/upgrade.sh uth-0.4.0-py3-none-any.whl requirements/run.txt
#
# VENV       where uth is installed (default: /opt/uth)
# BACKUPS    where the backup goes (default: /var/backups/uth)
# STOP, START   what stops and starts the service (default: systemctl stop uth, systemctl start uth)
#
# Back to the version before: stop, install its wheel, restore the backup that this made into a new database.
set -eu
wheel=${1:?"say what: upgrade.sh WHEEL [REQUIREMENTS]"}
venv=${VENV:-/opt/uth}
here=$(dirname "$0")

"$venv/bin/uth" admin doctor || { echo "put that right first" >&2; exit 2; }
${STOP:-systemctl stop uth}
UTH="$venv/bin/uth" "$here/backup.sh" "${BACKUPS:-/var/backups/uth}"
if [ $# -gt 1 ]; then
    "$venv/bin/python" -m pip install --quiet --require-hashes -r "$2"
fi
"$venv/bin/python" -m pip install --quiet --no-deps --force-reinstall "$wheel"
${START:-systemctl start uth}
echo "$("$venv/bin/uth" --version) is started; the first start migrates the database. Now: uth admin doctor --full"
