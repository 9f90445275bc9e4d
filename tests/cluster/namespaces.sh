#!/usr/bin/env bash
# Four hosts played by network namespaces (tools/cluster.sh): what a run writes
# is what one process writes, whatever the links do; wrong words are refused;
# and nothing is left, also of what was interrupted. Without root, namespaces or
# an MPI: skipped (77).
#
# usage: namespaces.sh CLUSTER BUILD
set -u
cluster=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
bad=0
complain() { echo "$*" && bad=1; }
ours() { ip netns list 2>/dev/null | grep -c "^weft-$1-"; }

for words in "--hosts 1" "--hosts many" "--delay soon" "--mpi none" "--link none" \
  "--times 0" "--nothing" "--loss" "nowhere"; do
  # shellcheck disable=SC2086
  "$cluster" $words >out 2>errors
  [ $? = 64 ] && [ "$(wc -l <errors)" = 1 ] || complain "$words: $(cat errors)"
done

# A dry run does nothing, needs nothing, and makes what was asked for.
before=$(ip netns list 2>/dev/null)
"$cluster" --dry-run --link netem --hosts 3 --delay 2.5 --loss 1 "$build" >dry 2>errors ||
  [ $? = 77 ] || complain "dry run: $(cat errors)"
if [ -s dry ]; then
  for ((k = 0; k < 3; k++)); do
    grep -Eq "^ip -n weft-[0-9]+-$k addr add 198.18.0.$((k + 1))/24 dev eth0$" dry &&
      grep -Eq "^tc -n weft-[0-9]+-$k qdisc add dev eth0 root netem delay 2.5ms loss 1% limit 100000$" dry ||
      complain "dry run: host $k: $(cat dry)"
  done
  [ "$(grep -c 'link set port[0-2] master bridge$' dry)" = 3 ] || complain "dry run: no bridge"
  "$cluster" --dry-run --link wire --delay 2.5 --loss 1 "$build" |
    grep -q "wire 2500 10000 port0 port1 port2 port3$" || complain "dry run: no wire"
fi
[ "$(ip netns list 2>/dev/null)" = "$before" ] || complain "a dry run made something"
# What a kernel without netem says of it is not that the command is wrong.
if command -v tc >/dev/null && ip netns add weft-$$-tc 2>/dev/null; then
  ip -n weft-$$-tc link add try type veth peer name try1
  tc -n weft-$$-tc qdisc add dev try root netem delay 2.5ms loss 1% limit 100000 2>errors ||
    grep -q "kind is unknown" errors || complain "tc: $(cat errors)"
  ip netns del weft-$$-tc
fi

run="run successive -n hypercube:6 -s rotated"
# shellcheck disable=SC2086
"$build"/tools/weft $run -t alone.trf >alone.out || exit 1
# The first MPI that is there: of MPICH see docs/cluster.md.
# shellcheck disable=SC2086
timeout 60 "$cluster" --loss 0.5 "$build" $run -t four.trf >four.out 2>errors
status=$?
if [ $status = 77 ]; then
  cat errors
  exit $((bad ? 1 : 77))
fi
[ $status = 0 ] || complain "ends with $status: $(cat errors)"
cmp alone.trf four.trf || complain "another trace"
cmp alone.out four.out || complain "another output"

# Ends soon, as it says, while it runs a command, or makes a table.
check_end() {
  "$cluster" --delay 20 "$@" >out 2>errors &
  script=$!
  for ((i = 0; i < 100; i++)); do
    [ "$(ours $script)" = 5 ] && break
    sleep 0.1
  done
  [ "$(ours $script)" = 5 ] || complain "no hosts: $(cat errors)"
  sleep 1
  kill -TERM "$script"
  wait $script
  status=$?
  [ $status = 143 ] || complain "ended: $status, $(cat errors)"
  [ "$(ours $script)" = 0 ] || complain "hosts are left: $(ip netns list)"
  [ ! -e struck.trf ] || complain "half a trace is left"
}
check_end "$build" run successive -n hypercube:9 -s rotated --window 1 -t struck.trf
check_end --windows 1 "$build"
exit $bad
