#!/bin/sh
# Installs the npm package `node` in several major versions: install_nodes.sh FOLDER MAJOR…
set -eu
folder=$1
shift
for major in "$@"; do
  place=$folder/node-$major
  [ -x "$place/node_modules/node/bin/node" ] && continue
  mkdir -p "$place"
  echo '{"private": true}' >"$place/package.json"
  (cd "$place" && npm install --no-audit --no-fund --ignore-scripts=false "node@$major")
  "$place/node_modules/node/bin/node" --version
done
