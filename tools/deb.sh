#!/usr/bin/env bash
# Build the Debian packages of the last commit, with one command.
#
#     tools/deb.sh [--here] [FOLDER]    FOLDER: for the packages (default: build-deb)
#
# As root and with debootstrap, the build runs in a new Debian 12 of its own.
# Otherwise, or with --here, it runs on this machine, which then must have the
# packages that debian/control names: apt-get build-dep ./
# The unit tests run unless DEB_BUILD_OPTIONS contains nocheck.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
chroot=$here/tools/chroot.sh
own=true
[ "${1:-}" != --here ] || { own=false; shift; }
case "${1:-}" in -*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64 ;; esac
mkdir -p "${1:-build-deb}"
out=$(cd "${1:-build-deb}" && pwd)
work=$(mktemp -d "$out/build-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
options=${DEB_BUILD_OPTIONS:-parallel=$(nproc)}
profiles=
case " $options " in *" nocheck "*) profiles=nocheck ;; esac # needs no test framework

# The last commit; git leaves debian/ out of an archive of the whole.
source=$work/src/weft
unpack() { # TREE FOLDER
  mkdir -p "$2"
  git -C "$here" archive "$1" | tar -x -C "$2"
}
build="dpkg-buildpackage -us -uc -b"
if $own && why=$("$chroot" check); then
  source=$work/root/src/weft
  echo "making a Debian 12 in $work/root" >&2
  "$chroot" make "$work/root" build-essential
  unpack HEAD "$source"
  unpack HEAD:debian "$source/debian"
  "$chroot" in "$work/root" sh -c "cd /src/weft && exec >/src/log 2>&1 &&
    export DEB_BUILD_OPTIONS='$options' DEB_BUILD_PROFILES=$profiles &&
    apt-get build-dep -y --no-install-recommends ./ && $build" || { tail -n 40 "$work/root/src/log" >&2; exit 1; }
else
  ! $own || echo "building on this machine: $why" >&2
  unpack HEAD "$source"
  unpack HEAD:debian "$source/debian"
  (cd "$source" && DEB_BUILD_OPTIONS=$options DEB_BUILD_PROFILES=$profiles $build) >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log" >&2; exit 1; }
fi
rm -f "$out"/*.deb
mv "$(dirname "$source")"/*.deb "$(dirname "$source")"/*.changes \
  "$(dirname "$source")"/*.buildinfo "$out"
ls "$out"/*.deb
