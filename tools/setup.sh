#!/usr/bin/env bash
# Install what is missing on a Debian 12 machine.
#
#     tools/setup.sh [build|test|bench]
#
# build: to compile and run weft (default); test: also what the tests use;
# bench: also what the comparison with other programs uses.
set -euo pipefail

build=(gcc libc6-dev meson ninja-build pkg-config libxml2-dev zlib1g-dev
       libcriterion-dev librandom123-dev libcadical-dev cadical)
test=(clang clang-format-14 libclang-rt-14-dev libjansson-dev liblzma-dev libxml2-utils librsvg2-bin
      python3 git gdb man-db mpich libmpich-dev openmpi-bin libopenmpi-dev iproute2 pajeng vite chromium firefox-esr fonts-dejavu-core zsh fish)
bench=(libsimgrid-dev g++)

case "${1:-build}" in
build) packages=("${build[@]}") ;;
test) packages=("${build[@]}" "${test[@]}") ;;
bench) packages=("${build[@]}" "${bench[@]}") ;;
*) echo "usage: tools/setup.sh [build|test|bench]" >&2; exit 64 ;;
esac
# Node.js runs the engine of a trace viewer; any installation of it will do.
if [ "${1:-build}" = test ]; then
  command -v node >/dev/null || packages+=(nodejs)
  command -v npm >/dev/null || packages+=(npm)
fi

missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = \
    installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "please install as root: apt-get install ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi
echo "installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq >&2
"${as_root[@]}" apt-get install -y -qq --no-install-recommends \
  "${missing[@]}" >&2
