#!/usr/bin/env bash
# Four hosts on one: network namespaces, joined by links with delay and loss,
# and weft on all of them by an MPI that has TCP only.
#
#     tools/cluster.sh [OPTIONS] [BUILD]              time against window, a table
#     tools/cluster.sh [OPTIONS] BUILD run ...        any command of weft
#
#     --hosts N      2 to 16 (4)
#     --delay MS     of each packet, one way (0.1)
#     --loss PCT     packets that get lost, percent (0)
#     --mpi NAME     mpich or openmpi (openmpi, if it is there)
#     --link KIND    netem (the kernel's), or wire (a process of the tests,
#                    tests/cluster/wire.c); netem if the kernel has it
#     --windows LIST of the table (1,4,16,64,256,1024,unbounded)
#     --times N      runs of each, the median counts (3)
#     --dry-run      print how the hosts would be made, and do nothing; needs
#                    no root
#
# Needs root, ip (iproute2) and, for netem, tc. All is made in namespaces of its
# own, whose names begin with weft-; addresses are of 198.18.0.0/24 (RFC 2544:
# measuring networks) and exist there only. What was made is removed at the end,
# also after Ctrl-C. Ends with 77 where that cannot be had, and says why.
set -uo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
hosts=4 delay=0.1 loss=0 mpi='' link='' times=3 dry=''
windows=1,4,16,64,256,1024,unbounded
prefix=weft-$$

die() { echo "tools/cluster.sh: $2" >&2 && exit "$1"; }
lacks() { die 77 "$1"; }

while [ $# -gt 0 ]; do
  case $1 in
  --hosts | --delay | --loss | --mpi | --link | --windows | --times)
    [ $# -gt 1 ] || die 64 "$1 needs a value"
    declare "${1#--}=$2"
    shift 2
    ;;
  --dry-run) dry="echo" && shift ;;
  -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' && exit 0 ;;
  -*) die 64 "unknown option $1; tools/cluster.sh --help" ;;
  *) break ;;
  esac
done
number='^[0-9]+(\.[0-9]+)?$'
[[ $hosts =~ ^[0-9]+$ && $hosts -ge 2 && $hosts -le 16 ]] || die 64 "--hosts: 2 to 16"
[[ $times =~ ^[1-9][0-9]*$ ]] || die 64 "--times: a number from 1 on"
[[ $delay =~ $number && $loss =~ $number ]] || die 64 "--delay, --loss: numbers"
[[ $mpi =~ ^(|mpich|openmpi)$ ]] || die 64 "--mpi: mpich or openmpi"
[[ $link =~ ^(|netem|wire)$ ]] || die 64 "--link: netem or wire"
build=$(cd "${1:-$top/build}" 2>/dev/null && pwd) || die 64 "no folder ${1:-build}"
shift $(($# > 0))
weft=$build/tools/weft
wire=$build/tests/cluster/wire
[ -x "$weft" ] || die 64 "no weft in $build"
[ -n "$dry" ] || [ "$(id -u)" = 0 ] || lacks "network namespaces need root"
[ -n "$dry" ] || command -v ip >/dev/null || lacks "no ip: install iproute2"
for name in openmpi mpich; do
  [ -z "$mpi" ] || break
  [ -e "$build/modules/mpi/weft-$name.so" ] && command -v mpirun.$name >/dev/null && mpi=$name
done
[ -n "$mpi" ] || lacks "neither MPICH nor Open MPI, or no module of weft for it"
command -v "mpirun.$mpi" >/dev/null || lacks "no mpirun.$mpi"

# ---- the hosts, and what is removed at the end

folder=$(mktemp -d)
host() { echo "$prefix-$1"; }
address() { echo "198.18.0.$(($1 + 1))"; }

clean() {
  trap '' INT TERM HUP
  for signal in TERM KILL; do
    for ((turn = 0; turn < 20; turn++)); do
      pids=$(for ((k = 0; k < hosts; k++)); do ip netns pids "$(host $k)" 2>/dev/null; done)
      [ -n "$pids" ] || break 2
      # shellcheck disable=SC2086
      [ $turn -gt 0 ] || kill -s $signal $pids 2>/dev/null
      sleep 0.1
    done
  done
  [ -z "${wire_pid:-}" ] || kill "$wire_pid" 2>/dev/null
  [ -z "${wire_pid:-}" ] || wait "$wire_pid" 2>/dev/null
  for ((k = 0; k < hosts; k++)); do
    ip netns del "$(host $k)" 2>/dev/null
  done
  ip netns del "$prefix-switch" 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# All that makes hosts goes through here.
run() { $dry "$@"; }
run ip netns add "$prefix-switch" 2>"$folder/why" ||
  lacks "no network namespaces: $(cat "$folder/why")"
run ip -n "$prefix-switch" link add try type veth peer name try1 2>"$folder/why" ||
  lacks "no links between namespaces (veth): $(cat "$folder/why")"
netem() { run tc -n "$1" qdisc add dev "$2" root netem delay "${delay}ms" loss "$loss%" limit 100000; }
if [ "$link" != wire ]; then
  if netem "$prefix-switch" try 2>"$folder/why"; then
    link=netem
  elif [ -n "$link" ]; then
    lacks "no netem: $(tr '\n' ' ' <"$folder/why")"
  else
    link=wire
  fi
fi
run ip -n "$prefix-switch" link del try
[ $link = netem ] || [ -x "$wire" ] || lacks "neither netem nor $wire"

for ((k = 0; k < hosts; k++)); do
  run ip netns add "$(host $k)" &&
    run ip -n "$prefix-switch" link add "port$k" type veth peer name eth0 netns "$(host $k)" &&
    run ip -n "$(host $k)" addr add "$(address $k)/24" dev eth0 &&
    run ip -n "$(host $k)" link set lo up &&
    run ip -n "$(host $k)" link set eth0 up &&
    run ip -n "$prefix-switch" link set "port$k" up || lacks "a host cannot be made"
done
if [ $link = netem ]; then
  run ip -n "$prefix-switch" link add bridge type bridge &&
    run ip -n "$prefix-switch" link set bridge up || lacks "no bridge"
  for ((k = 0; k < hosts; k++)); do
    run ip -n "$prefix-switch" link set "port$k" master bridge && netem "$(host $k)" eth0 ||
      lacks "a link cannot be made"
  done
else
  ports=()
  for ((k = 0; k < hosts; k++)); do ports+=("port$k"); done
  # before all others, or frames are later than asked for
  log=$folder/wire
  [ -z "$dry" ] || log=/dev/stdout
  $dry ip netns exec "$prefix-switch" nice -n -15 "$wire" \
    "$(awk "BEGIN {printf \"%d\", $delay * 1000 + 0.5}")" \
    "$(awk "BEGIN {printf \"%d\", $loss * 10000 + 0.5}")" \
    "${ports[@]}" >"$log" 2>&1 &
  wire_pid=$!
fi

# ---- starting: what ssh would do, by the address of the host

cat >"$folder/launch" <<'LAUNCH'
#!/bin/bash
# launch [-x] ADDRESS COMMAND...
while [ "${1#-}" != "$1" ]; do shift; done
host=$((${1##*.} - 1))
shift
exec ip netns exec "$WEFT_HOSTS-$host" unshare --uts \
  sh -c "hostname $WEFT_HOSTS-$host && $*"
LAUNCH
chmod +x "$folder/launch"
list=$(for ((k = 0; k < hosts; k++)); do address $k; done | paste -sd,)
export WEFT_HOSTS=$prefix WEFT_MPI=$mpi
if [ $mpi = mpich ]; then
  starter=(mpirun.mpich -launcher ssh -launcher-exec "$folder/launch" -iface eth0
    -hosts "$list" -ppn 1 -n "$hosts" -genv UCX_TLS=tcp,self
    -genv UCX_NET_DEVICES=eth0 -genv FI_PROVIDER=tcp -genv FI_TCP_IFACE=eth0)
else
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 HWLOC_HIDE_ERRORS=2
  starter=(mpirun.openmpi --host "$list" -n "$hosts" --map-by node
    --mca plm rsh --mca plm_rsh_agent "$folder/launch" --mca pml ob1
    --mca btl tcp,self --mca btl_tcp_if_include eth0
    --mca oob_tcp_if_include eth0 --mca hwloc_base_binding_policy none
    -x WEFT_MPI)
fi
if [ -n "$dry" ]; then
  wait
  echo "ip netns exec $(host 0) ${starter[*]} $weft"
  exit
fi
weft() {
  local together=--engine=mpi
  [[ $1 != compare && ${2:-} != *.xml ]] || together=--spread
  ip netns exec "$(host 0)" unshare --uts sh -c 'hostname "$0-0" && exec "$@"' \
    "$prefix" "${starter[@]}" "$weft" "$@" "$together" &
  wait $!
}

if [ $# -gt 0 ]; then
  weft "$@"
  exit
fi

# ---- time against window

# The median of what runs of a command say, into $median. Not in a subshell: only
# the shell itself hears Ctrl-C while it waits.
seconds() {
  : >"$folder/seconds"
  for ((i = 0; i < times; i++)); do
    weft run "$@" --json >"$folder/out" 2>"$folder/errors"
    sed -n 's/.*"wall_seconds": \([0-9.]*\).*/\1/p' "$folder/out" >>"$folder/seconds"
  done
  median=$(sort -n "$folder/seconds" |
    awk '{x[NR] = $1} END {if (NR) printf "%.2f", x[int((NR + 1) / 2)]; else print "failed"}')
}

runs=("successive -n hypercube:8 -s rotated" "multinode -n hypercube:10 -s necklace"
  "stream -n complete:256 -s binary --packets 1000")
echo "$hosts hosts, $mpi, $delay ms one way, $loss % loss by $link; seconds, medians of $times"
echo
printf '| window |'
for window in ${windows//,/ }; do printf ' %s |' "$window"; done
printf '\n|---|'
for window in ${windows//,/ }; do printf -- '---|'; done
echo
for run in "${runs[@]}"; do
  printf '| %s |' "$run"
  for window in ${windows//,/ }; do
    # shellcheck disable=SC2086
    seconds $run --window "$window"
    printf ' %s |' "$median"
  done
  echo
done
if [ -s "$folder/errors" ]; then cat "$folder/errors" >&2; fi
if [ -n "${wire_pid:-}" ]; then
  kill "$wire_pid"
  wait "$wire_pid"
  wire_pid=
  echo
  cat "$folder/wire"
fi
