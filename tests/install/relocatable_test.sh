#!/bin/sh
# relocatable_test.sh BUILD: an installed tree that was moved still runs kingbird doctor, and holds nothing of where it was made.
set -eu
build=$1
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cmake --install "$build" --prefix "$top/first" >"$top/log" || {
  cat "$top/log"
  exit 1
}
mv "$top/first" "$top/second place"
cd /
"$top/second place/bin/kingbird" doctor
"$top/second place/bin/kingbird" --version
for file in bin/kingbird lib/kingbird/kingbird.node share/kingbird/agent/zygote.js share/doc/kingbird/LICENSE; do
  [ -e "$top/second place/$file" ] || {
    echo "$file is missing"
    exit 1
  }
done
