#!/bin/sh
# Dumps the database that the PG* variables name into /backups: at the start, then each day. The newest 14 dumps stay.
set -eu
umask 077
cd "${BACKUP_DIR:-/backups}"
while true; do
  # Renamed when it is complete, so that a file with its final name can be restored.
  if pg_dump --format=custom --no-owner --file=unfinished; then
    mv unfinished "haitech-$(date -u +%Y%m%dT%H%M%SZ).dump"
    ls -1t haitech-*.dump | tail -n +15 | xargs -r rm --
  else
    echo "The backup failed; the next one is tomorrow." >&2
  fi
  [ "${BACKUP_ONCE:-}" = yes ] && exit 0
  sleep 86400 &
  wait $!
done
