#!/bin/sh
# Fails with a list when a C++ file is not formatted as .clang-format says. `tools/check_format.sh --fix` formats them.
set -eu
cd "$(dirname -- "$0")/.."
if [ "${1:-}" = --fix ]; then
  mode="-i"
else
  mode="--dry-run --Werror"
fi
# shellcheck disable=SC2086 # two words
find src addon bench tests \( -name '*.cc' -o -name '*.h' \) -print0 | xargs -0 clang-format $mode
