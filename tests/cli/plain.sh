#!/bin/sh
# Whatever a file, its name or an argument holds: nothing that weft says
# controls the terminal.
#     plain.sh WEFT FOLDER
set -u
weft=$(realpath "$1") folder=$2/plain
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1
red=$(printf '\033[31m') c1=$(printf '\302\233') bel=$(printf '\007')
failed=0

# A schedule, a csv, a Chrome trace and an experiment that are coloured.
printf '# network: ring:4%s\n# problem: x%sy\n# strategy: %s\n1 0 1 0\n2 1 2 0\n' \
    "$red" "$c1" "$bel" >"e.sched"
cp e.sched "n$red.sched"
printf '0 1\n1 2\n' >"n$red.net"
printf 'start,end,kind,processor,peer,message,bytes,dimension\n0,1,send%s,0,1,0,8,0\n' \
    "$red" >bad.csv
printf '<experiment title="a"><run problem="bro%sad"><trace file="a%s.csv"/></run></experiment>' \
    "$c1" "$c1" >e.xml
cat >t.json <<'JSON'
{"traceEvents":[{"name":"a\u001b[31mb","ph":"X","ts":0,"dur":5,"pid":1,"tid":1},
{"name":"process_name","ph":"M","pid":1,"tid":1,"args":{"name":"p\u009b31m"}},
{"name":"s","ph":"Q\u001b[31m","pid":1}]}
JSON

# The arguments of a command a line; RED is the escape sequence.
while read -r line; do
    (
        IFS='|'
        # shellcheck disable=SC2046
        set -f && set -- $(printf '%s' "$line" | sed "s/RED/$red/g; s/ /|/g")
        "$weft" "$@" >said 2>&1 </dev/null
    )
    if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]\|\302[\200-\237]')" said; then
        echo "weft $line:" >&2
        cat -v said >&2
        failed=1
    fi
    [ -s said ] || {
        echo "weft $line: says nothing" >&2
        failed=1
    }
done <<'COMMANDS'
check e.sched
check nRED.sched
check e.sched -j
check t.json
check bad.csv
check noneRED.csv
check --problem aRED e.sched
check --order aRED e.sched
check --root aRED e.sched
check e.sched -n aRED
check e.sched -m aRED
stats e.sched
stats nRED.sched
stats t.json
stats t.json -j
stats bad.csv
convert t.json x.sched
convert bad.csv x.csv
convert fooRED x.csv
convert e.sched fRED:x
convert e.sched noneRED/x.csv
figure gantt bad.csv -o x.svg
figure gantt nRED.sched -o noneRED/x.svg
figure fooRED
figure gantt e.sched --steps RED
run e.xml -o o
run e.xml -o aRED/b
run brRED
run broadcast -n ringRED
run broadcast -s ringRED
run broadcast -m ringRED
run broadcast --root ringRED
run broadcast -t noneRED/x.csv
run broadcast --show -n ring:3
run matvec --data xRED
compare aRED
compare broadcast -n aRED
compare broadcast --figure noneRED/b.svg
helpRED
help fooRED
list fooRED
check --RED
check --orRED=x e.sched
check -RED e.sched
list --RED=1
run broadcast --limitRED
mpi --RED x
optimum broadcast -n file:nRED.net
optimum broadcast -n file:nRED.net -j
run broadcast -n file:nRED.net
compare broadcast -n file:nRED.net
compare broadcast -n file:nRED.net --csv
list network file:nRED.net
check e.sched -n file:nRED.net
stats e.sched -n file:nRED.net
replay e.sched -n file:nRED.net
COMMANDS
exit $failed
