#!/bin/sh
# tools/setup.sh [PRESET]: installs what the build needs and is not there: Debian packages by apt-get when we are root or sudo
# lets us, npm packages from package-lock.json. Says exactly what to install when it may not. Presets other than "release"
# also need what the tests use. Cheap when everything is there.
set -eu
preset=${1:-release}
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")

say() { echo "kingbird: $*" >&2; }
fail() {
  say "$*"
  exit 3
}

# Programs that may come from elsewhere than Debian (PROGRAM:PACKAGE), then libraries.
programs="g++:g++ cmake:cmake ninja:ninja-build pkg-config:pkg-config node:nodejs npm:npm"
libraries="libz3-dev libcvc5-dev libsqlite3-dev libcli11-dev libfmt-dev nlohmann-json3-dev
  libseccomp-dev libuv1-dev libdouble-conversion-dev"
if [ "$preset" != release ]; then
  programs="$programs git:git python3:python3 clang-format:clang-format clang-tidy:clang-tidy chromium:chromium"
  libraries="$libraries libgtest-dev libgmock-dev libbenchmark-dev"
fi

missing_packages() {
  for pair in $programs; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || echo "${pair#*:}"
  done
  if command -v dpkg-query >/dev/null 2>&1; then
    for library in $libraries; do
      case "$(dpkg-query -W -f '${db:Status-Status}' "$library" 2>/dev/null || :)" in
        installed*) ;;
        *) echo "$library" ;;
      esac
    done
  fi
}

install_packages() {
  command -v apt-get >/dev/null 2>&1 || fail "please install: $*"
  if [ "$(id -u)" -eq 0 ]; then
    as_root="env"
  elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root="sudo env"
  else
    fail "please run as root: apt-get install $*"
  fi
  say "installing $*"
  apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600"
  log=$(mktemp)
  # An installation that was cut short is finished first; lists that cannot be refreshed may still be good enough.
  $as_root DEBIAN_FRONTEND=noninteractive dpkg --configure -a >"$log" 2>&1 || :
  $apt update >>"$log" 2>&1 || :
  if ! $apt install --no-install-recommends "$@" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "could not install the packages; please run as root: apt-get install $*"
  fi
  rm -f "$log"
}

packages=$(missing_packages | sort -u | tr '\n' ' ')
# shellcheck disable=SC2086 # one word per package
[ -z "$packages" ] || install_packages $packages

# npm: the stamp holds the lock file it belongs to and is written last.
cd "$root"
stamp=node_modules/.kingbird-installed
if ! [ -f "$stamp" ] || ! [ "$(cksum <package-lock.json)" = "$(cat "$stamp")" ]; then
  say "installing npm packages"
  # A link belongs to another tree: npm would empty that one.
  [ ! -L node_modules ] || rm node_modules
  log=$(mktemp)
  if ! npm ci --ignore-scripts --no-audit --no-fund >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "npm ci failed in $root; is the network there?"
  fi
  rm -f "$log"
  cksum <package-lock.json >"$stamp"
fi
