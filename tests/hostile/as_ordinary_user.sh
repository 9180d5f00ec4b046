#!/bin/sh
# as_ordinary_user.sh PROGRAM [ARGUMENT…]: runs a program of the tests as an ordinary user. Exit code 77, skipped: the tests are run by
# one already, or the build is where others may not read it.
set -eu
[ "$(id -u)" = 0 ] || exit 77
drop="setpriv --reuid=65534 --regid=65534 --clear-groups"
$drop test -x "${KINGBIRD:-$1}" || exit 77
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
chmod 777 "$home"
cd "$home"
# Not with programs of root's own.
HOME=$home PATH=/usr/local/bin:/usr/bin:/bin $drop "$@"
