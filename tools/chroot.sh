#!/usr/bin/env bash
# A bare Debian 12 in a folder, for builds and tests of packages; needs root and
# debootstrap.
#
#     tools/chroot.sh make FOLDER [PACKAGE...]   from the mirror of this machine
#     tools/chroot.sh in FOLDER COMMAND...       run a command in it, as root
#     tools/chroot.sh check                      print what is missing; status 77
set -euo pipefail

missing() {
  if [ "$(id -u)" -ne 0 ]; then echo "not root"
  elif ! command -v debootstrap >/dev/null; then echo "debootstrap is not installed"
  elif ! unshare -mpf true 2>/dev/null; then echo "namespaces are not permitted"
  fi
}

# The mirror of Debian that apt uses here; nothing if this machine has another system.
mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
    'Codename: bookworm' 2>/dev/null | head -n 1
}

make_root() { # FOLDER PACKAGE...
  local root=$1
  shift
  local packages="$*"
  mkdir -p "$root"
  # its mounts end with it
  unshare -m debootstrap --variant=minbase ${packages:+"--include=${packages// /,}"} bookworm "$root" \
    $(mirror) >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; return 1; }
  # Nothing in this folder outlives a crash of the machine.
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no services
  chmod +x "$root/usr/sbin/policy-rc.d"
  rm -f "$root.log"
}

# With its own processes and mounts, which end with the command.
run_in() { # FOLDER COMMAND...
  local root=$1
  shift
  unshare -mpf --kill-child --mount-proc="$root/proc" chroot "$root" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

case "${1:-}" in
check)
  why=$(missing)
  [ -z "$why" ] || { echo "$why"; exit 77; }
  ;;
make) shift && make_root "$@" ;;
in) shift && run_in "$@" ;;
*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
esac
