#!/bin/sh
# tools/tidy.sh BUILD [--recent | FILE…]: the checks of .clang-tidy over the given sources; over all of src/ and addon/ when none
# is named; --recent: over what the last commits and the working tree touched (all takes minutes, this under one). A file
# that passed is not looked at again until it, a header or the checks change.
set -eu
build=$(readlink -f -- "$1")
shift
cd "$(dirname -- "$0")/.."
cache=$build/tidy
mkdir -p "$cache"
# A tree of its own that compiles every file apart, configured and never built. clang cannot read the headers that g++ precompiled;
# they are included where they are used, so nothing is lost without them.
cmake --preset dev -B "$cache/apart" -DKINGBIRD_TOGETHER=OFF >"$cache/configure.log" 2>&1 || { cat "$cache/configure.log" >&2; exit 1; }
# What is generated while building stands in the tree that was built.
sed -e 's/-include [^ "]*cmake_pch.hxx//g; s/-Winvalid-pch//g' -e "s|$cache/apart/generated|$build/generated|g" "$cache/apart/compile_commands.json" >"$cache/compile_commands.json"
sources() { find src addon -name '*.cc' ! -name '*_test.cc' | sort; }
recent() {
  { git log -8 --name-only --format= -- src addon && git diff --name-only HEAD -- src addon; } |
    grep '\.cc$' | grep -v '_test\.cc$' | sort -u | while read -r file; do [ ! -f "$file" ] || echo "$file"; done | head -n 10
}
# shellcheck disable=SC2046 # names have no blanks
case "${1:-}" in
  --recent) if git rev-parse HEAD >/dev/null 2>&1; then set -- $(recent); else set -- $(sources); fi ;;
  "") set -- $(sources) ;;
esac
# A header's change concerns every file: one sum over all headers, good enough for a tree of this size.
# shellcheck disable=SC2046
common=$(cat .clang-tidy $(find src addon -name '*.h' | sort) | cksum)
for file in "$@"; do
  passed=$cache/$(echo "$file" | tr / _)
  sum="$common $(cksum <"$file")"
  if [ "$(cat "$passed" 2>/dev/null)" != "$sum" ]; then echo "$file|$passed|$sum"; fi
done | xargs -r -d '\n' -P "$(nproc)" -n 1 sh -c '
  IFS="|" read -r file passed sum <<EOT
$2
EOT
  clang-tidy --quiet -p "$1" "$file" 2>/dev/null || exit 1
  echo "$sum" >"$passed"' sh "$cache"
