#!/bin/sh
# What is no program of MPI, or only a part of one, is refused in one line with
# exit status 1: nothing hangs on it or crashes.
# usage: odd.sh WEFT COMPILER FILE.c
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
"$compiler" "$source" -o program || exit 1
"$weft" mpi -n 2 ./program >/dev/null || exit 1

mkfifo fifo
mkdir folder
ln -s loop loop
: >empty
printf '#!/bin/sh\necho hello\n' >script
chmod +x script
cp program narrow
printf '\001' | dd of=narrow bs=1 seek=4 conv=notrunc status=none # 32 bits
cp program foreign
printf '\377' | dd of=foreign bs=1 seek=18 conv=notrunc status=none
cp program headers # more of them than the file has room for
printf '\377\377' | dd of=headers bs=1 seek=56 conv=notrunc status=none
cp program far # ... or far beyond its end
printf '\377\377' | dd of=far bs=1 seek=36 conv=notrunc status=none
echo 'const struct { long interface; void *begin; } weft_mpi_program;' |
    cc -shared -fPIC -x c - -o older || exit 1
odd="older fifo folder loop empty script narrow foreign headers far /dev/zero"
odd="$odd /bin/sh /proc/self/mem $(ls /lib/*/libz.so.1)"
for bytes in 3 63 64 100 500 1000 4000 5000 6000; do
    head -c $bytes program >part-$bytes
    odd="$odd part-$bytes"
done
for name in $odd; do
    timeout 20 "$weft" mpi -n 2 "$name" >said 2>&1
    status=$?
    if [ $status != 1 ] || [ "$(wc -l <said)" != 1 ] ||
        ! grep -q "^weft: '$name'" said; then
        echo "$name: status $status"
        cat said
        exit 1
    fi
done
