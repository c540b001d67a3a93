#!/bin/sh
# A backup of the database into a folder, checked; then a restore of it into a file of its own, checked again.
#
#   deploy/backup.sh /var/backups/uth
#
# UTH          the program (default: uth)
# UTH_CONFIG, UTH_DATABASE    which database
# KEEP_DAYS    older backups are removed, once a newer one has been restored (default: 30)
# TEXTFILE     a file for Prometheus's node exporter to read, such as /var/lib/node_exporter/uth.prom
#
# The secret is not in it. Copy the folder to another machine: what burns with the house is no backup.
set -eu
umask 077
folder=${1:?"say where: backup.sh FOLDER"}
uth=${UTH:-uth}
mkdir -p "$folder"
name="$folder/uth-$(date -u +%Y%m%dT%H%M%SZ).db"

drill=$(mktemp -d)
trap 'rm -rf "$drill" "$name.part"' EXIT

"$uth" admin backup "$name.part"
"$uth" admin restore "$name.part" --database "sqlite:///$drill/drill.sqlite"
"$uth" admin check --offline --database "sqlite:///$drill/drill.sqlite"
mv "$name.part" "$name"

find "$folder" -name 'uth-*.db' -type f -mtime "+${KEEP_DAYS:-30}" ! -path "$name" -delete
if [ -n "${TEXTFILE:-}" ]; then
    printf '# TYPE uth_backup_timestamp_seconds gauge\nuth_backup_timestamp_seconds %s\n' "$(date +%s)" >"$TEXTFILE.part"
    chmod 644 "$TEXTFILE.part"
    mv "$TEXTFILE.part" "$TEXTFILE"
fi
echo "$name is written, and a restore of it fits."
