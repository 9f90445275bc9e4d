#!/bin/sh
# Commands that people guess, and what the answer must name: that which leads
# on. A line of the table: ARGUMENTS | WORDS. Of a command that works the words
# stand in what it prints.
#
# usage: guessed.sh WEFT
weft=$(realpath "$1")
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
touch my.net
failed=0 count=0

while IFS='|' read -r arguments words; do
    words=${words# }
    count=$((count + 1))
    eval "\"\$weft\" $arguments" >said 2>&1 </dev/null
    status=$?
    if ! grep -qF -e "$words" said || [ $status -gt 64 ]; then
        echo "weft $arguments: status $status, does not name: $words"
        head -n 3 said
        failed=1
    fi
done <<'TABLE'
show run.json | did you mean 'view'?
open run.json | did you mean 'view'?
animate run.json | did you mean 'view'?
plot run.json | did you mean 'figure'?
gantt run.json | did you mean 'figure'?
draw run.json | did you mean 'figure'?
validate run.json | did you mean 'check'?
verify run.json | did you mean 'check'?
search allreduce | did you mean 'optimum'?
solve allreduce | did you mean 'optimum'?
optimise allreduce | did you mean 'optimum'?
optimize allreduce | did you mean 'optimum'?
diff a.json b.json | did you mean 'compare'?
benchmark allreduce | did you mean 'compare'?
simulate allreduce | did you mean 'run'?
exec allreduce | did you mean 'run'?
RUN allreduce | did you mean 'run'?
compile ring.c | did you mean 'weft-mpicc'?
mpirun -n 4 ./a | did you mean 'mpi'?
info hypercube:4 | did you mean 'list'?
ls | did you mean 'list'?
models | did you mean 'list models'?
networks | did you mean 'list networks'?
topologies | did you mean 'list networks'?
problems | did you mean 'list problems'?
strategies | did you mean 'list strategies'?
algorithms | did you mean 'list strategies'?
export run.json run.csv | did you mean 'convert'?
statistics run.json | did you mean 'stats'?
allreduce | did you mean 'run allreduce'?
run bcast | did you mean 'broadcast'?
run MPI_Bcast | did you mean 'broadcast'?
run one-to-all | did you mean 'broadcast'?
run gossip | did you mean 'allgather'?
run all-gather | did you mean 'allgather'?
run reduce_scatter | did you mean 'reduce-scatter'?
run MPI_Reduce_scatter | did you mean 'reduce-scatter'?
run all-reduce | did you mean 'allreduce'?
run Allreduce | did you mean 'allreduce'?
run MPI_Allreduce | did you mean 'allreduce'?
run all-to-all | did you mean 'alltoall'?
run personalized | did you mean 'alltoall'?
run total_exchange | did you mean 'alltoall'?
run prefix-sum | did you mean 'scan'?
run pipeline | did you mean 'stream'?
run ring | weft list ring
run binomial | weft run scatter -s binomial
run hypercube:4 | -n hypercube:4
run hypercube | weft list hypercube
run allreduce ring | 'ring' is a strategy: -s ring
run successive hypercube:4 | 'hypercube:4' is a network: -n hypercube:4
run allreduce one-port | 'one-port' is a model: -m one-port
run allreduce 16 | -n complete:16
run allreduce -n 4x4 | did you mean 'mesh:4x4' or 'torus:4x4'?
run allreduce -n ring8 | did you mean 'ring:8'?
run allreduce -n torus4x4 | did you mean 'torus:4x4'?
run allreduce -n torus:4,4 | did you mean 'torus:4x4'?
run allreduce -n fat-tree:4,2 | did you mean 'fat-tree:4x2'?
compare allreduce -n ring:8,16 | did you mean 'ring:8,ring:16'?
compare allreduce -n complete:8 -s all | runs all strategies
figure torus:4x4 | weft figure network -n torus:4x4
figure network torus:4x4 | -n torus:4x4
draw torus:4x4 | did you mean 'figure'?
run allreduce broadcast | one problem is run at a time
compare allreduce ring swing | 'ring' is a strategy: -s ring
compare allreduce mesh:4x4 | 'mesh:4x4' is a network: -n mesh:4x4
optimum broadcast ring:4 | 'ring:4' is a network: -n ring:4
run allreduce -n 16 | did you mean 'complete:16'?
check run.sched -n 16 | did you mean 'complete:16'?
run allreduce -n my.net | did you mean 'file:my.net'?
list network my.net | did you mean 'file:my.net'?
compare allreduce -n complete:8,16 | did you mean 'complete:8,complete:16'?
run allreduce -n cube:4 | did you mean 'hypercube'?
run allreduce -n q4 | did you mean 'hypercube:4'?
run allreduce -n K8 | did you mean 'complete:8'?
run allreduce -n clique:8 | did you mean 'complete'?
run allreduce -n fully_connected:8 | did you mean 'complete'?
run allreduce -n grid:4x4 | did you mean 'mesh'?
run allreduce -n mesh2d:4x4 | did you mean 'mesh'?
run allreduce -n Ring:8 | did you mean 'ring'?
run allreduce -n cycle:8 | did you mean 'ring'?
run allreduce -n fattree:2x3 | did you mean 'fat-tree'?
run allreduce -m oneport | did you mean 'one-port'?
run allreduce -m 1-port | did you mean 'one-port'?
run allreduce -m one_port_duplex | did you mean 'one-port-duplex'?
run allreduce -m full-duplex | did you mean 'one-port-duplex'?
run allreduce -m multi-port | did you mean 'all-port'?
run allreduce -m loggp | did you mean '--cost'?
run allreduce -s Ring_ | did you mean 'ring'?
run broadcast -s tree | did you mean 'binomial'?
compare allreduce -s 'ring swing' | lists are written with commas, ring,swing
run allreduce -s ring,swing | weft compare runs a list
run allreduce --algorithm ring | did you mean '--strategy'?
run allreduce --topology ring:4 | did you mean '--network'?
run allreduce --procs 16 | did you mean '-n complete:16'?
run allreduce --np 16 | did you mean '-n complete:16'?
run allreduce --message-size 8 | did you mean '--bytes'?
run allreduce --startegy ring | did you mean '--strategy'?
run allreduce --verbose | did you mean '--show'?
run allreduce --quiet | did you mean '>/dev/null'?
run allreduce -q | did you mean '>/dev/null'?
run allreduce --csv | did you mean '--json'?
stats run.json --csv | did you mean '--json'?
stats run.json -o x | did you mean '--json >FILE'?
compare allreduce --sort ratio | did you mean '--csv | sort'?
compare allreduce --markdown | did you mean '--csv'?
compare allreduce --latex | did you mean '--csv'?
compare allreduce -o x.csv | did you mean '--csv >FILE'?
compare allreduce --plot x.svg | did you mean '--figure'?
compare allreduce --nothing-like-it | `weft compare --help` lists the options
run allreduce --cost alpha=1 | did you mean 'ts'?
run allreduce -t out.png | weft figure gantt TRACE -o out.png
run allreduce -t out.svg | weft figure gantt TRACE -o out.svg
optimum broadcast -n ring:4 -t out.pdf | weft figure gantt TRACE -o out.pdf
convert run.sched out.svg | weft figure gantt TRACE -o out.svg
figure timeline run.json | did you mean 'gantt'?
list allreduce | recursive-doubling
list strategies allreduce | recursive-doubling
list strategy ring | allreduce      ring
list hypercube | 2^D processors
list hypercube:4 | diameter     4
list model one-port | sends one message to one processor, or receives one
list one-port | sends one message to one processor, or receives one
list picl | PICL 2.0
list topologies | did you mean 'networks'?
list algorithms | did you mean 'strategies'?
list rotatd | did you mean 'rotated'?
list bcast | did you mean 'broadcast'?
TABLE

[ "$count" -gt 83 ] || failed=1
exit $failed
