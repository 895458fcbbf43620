#!/bin/sh
# Starts a throw-away PostgreSQL cluster, applies main.tf to it, and removes the cluster. At a terminal it waits before
# that, so that you can look around.
#
# The programs initdb and pg_ctl are those of the directory POSTGRESQL_PROGRAMS, of the path, or of the Debian
# package postgresql. PostgreSQL does not run as root: then the cluster runs as the user postgres, or nobody.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

for bin in "$(dirname "$(command -v initdb || echo /nowhere/initdb)")" /usr/lib/postgresql/*/bin; do
    if [ -x "$bin/initdb" ]; then found=$bin; fi
done
found=${POSTGRESQL_PROGRAMS:-${found:-}}
if [ ! -x "$found/initdb" ]; then
    echo "initdb not found: install PostgreSQL (on Debian: apt-get install postgresql)" >&2
    exit 1
fi

work=$(mktemp -d)
as_postgres() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    chown "$user" "$work"
    as_postgres() { runuser -u "$user" -- "$@"; }
fi
trap 'as_postgres "$found/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

# It listens only on a socket in a private folder.
as_postgres "$found/initdb" -D "$work/data" -U postgres --auth=trust --no-sync >/dev/null
as_postgres "$found/pg_ctl" -D "$work/data" -w -l "$work/log" \
    -o "-c listen_addresses= -c unix_socket_directories=$work -c fsync=off" start >/dev/null

mkdir "$work/configuration"
cp "$here/main.tf" "$work/configuration"
export PGHOST="$work" PGUSER=postgres PGSSLMODE=disable
unset PGPORT PGDATABASE PGPASSWORD
provider() {
    if [ -n "${PROVIDER:-}" ]; then
        "$PROVIDER" -chdir="$work/configuration" "$@"
    else
        cargo run --quiet --manifest-path "$here/Cargo.toml" -- -chdir="$work/configuration" "$@"
    fi
}
provider apply -auto-approve
provider plan

if [ -t 0 ]; then
    echo "The cluster runs until you press Enter. To look around: psql -h $work -U postgres shop"
    read -r _ || true
fi
provider destroy -auto-approve
