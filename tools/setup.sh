#!/usr/bin/env bash
# Install what is missing on a Debian 12 machine.
#
#     tools/setup.sh [build|bench|PART]
#
# build: to compile and run weft (default); bench: also what the comparison with
# other programs uses; a part of tools/test.sh: also what its tests use (test:
# the short part; all: every part).
set -euo pipefail

build=(gcc g++ libc6-dev meson ninja-build pkg-config libxml2-dev zlib1g-dev
       libcriterion-dev librandom123-dev libcadical-dev cadical)
test=(clang-format-14 python3 python3-cffi mypy git man-db groff librsvg2-bin fonts-dejavu-core)
plain=(gdb gfortran zsh fish libotf2-trace-dev otf2-tools)
clang=(clang libclang-rt-14-dev)
viewer=(chromium firefox-esr pajeng pandoc vite)
cluster=(mpich libmpich-dev openmpi-bin libopenmpi-dev iproute2)
debian=(debootstrap lintian)
playground=(emscripten binaryen clang llvm patch)
bench=(libsimgrid-dev)
# Node.js runs the engine of a trace viewer; any installation of it will do.
command -v node >/dev/null || viewer+=(nodejs) playground+=(nodejs)
command -v npm >/dev/null || viewer+=(npm)

case "${1:-build}" in
build) packages=("${build[@]}") ;;
bench) packages=("${build[@]}" "${bench[@]}") ;;
test | short | mutants) packages=("${build[@]}" "${test[@]}") ;;
plain | release) packages=("${build[@]}" "${test[@]}" "${plain[@]}") ;;
address | fuzz | thread) packages=("${build[@]}" "${test[@]}" "${plain[@]}" "${clang[@]}") ;;
viewer) packages=("${build[@]}" "${test[@]}" "${viewer[@]}") ;;
cluster) packages=("${build[@]}" "${test[@]}" "${cluster[@]}") ;;
packages) packages=("${build[@]}" "${debian[@]}") ;;
playground) packages=("${build[@]}" "${test[@]}" "${playground[@]}") ;;
all) packages=("${build[@]}" "${test[@]}" "${plain[@]}" "${clang[@]}" "${viewer[@]}" "${cluster[@]}"
  "${debian[@]}" "${playground[@]}") ;;
*) echo "usage: tools/setup.sh [build|bench|test|PART]; PART: of tools/test.sh" >&2; exit 64 ;;
esac

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
# Other installations may run: wait for them.
apt=("${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300)
"${apt[@]}" update >&2
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2
