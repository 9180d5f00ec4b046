#!/bin/sh
# tools/build.sh PRESET [TARGET…]: brings build/PRESET up to date (all targets when none is named). Progress goes to stderr, so
# that the output of the program stays clean. One build at a time per tree; the stamp is set only after success, hence an
# interrupted build is simply continued by the next one.
set -eu
preset=$1
shift
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
build=$root/build/$preset
cd "$root"
mkdir -p build

exec 9>build/.lock
if ! flock -n 9; then
  echo "kingbird: another build of this tree is running, waiting for it" >&2
  flock 9
fi

"$root/tools/setup.sh" "$preset" 9>&-

# A tree that was moved or copied, or a configuration that was cut short, starts over; objects of the same tree are kept.
if [ -f "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
  rm -rf "$build"
fi
[ -d "$build" ] || echo "kingbird: building for the first time, this takes a few minutes" >&2
mkdir -p "$build"
echo "$root" >"$build/.building"
if [ ! -f "$build/build.ninja" ] || [ -n "$(find CMakePresets.json -newer "$build/build.ninja")" ]; then
  cmake --preset "$preset" 9>&- >"$build/configure.log" 2>&1 || {
    cat "$build/configure.log" >&2
    echo "kingbird: CMake could not configure the build, see the lines above" >&2
    exit 3
  }
fi
ninja -C "$build" "$@" 9>&- >&2 || {
  echo "kingbird: the build failed, see the lines above" >&2
  exit 3
}
mv "$build/.building" "$build/.built"
