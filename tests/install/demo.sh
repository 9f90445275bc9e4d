#!/bin/sh
# The demo, from a folder where everything is built: it prints no notes, and its
# last line puts the programs of the build on the PATH, where they work.
#     demo.sh BUILD-FOLDER SOURCE-FOLDER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/clone" "$work/clone/tools" "$work/stubs"
cp "$2/tools/demo.sh" "$work/clone/tools/"
ln -s "$1" "$work/clone/build"
cd "$work"
# Nothing is installed or built here: ninja is only asked for the right target.
printf '#!/bin/sh\n' >clone/tools/setup.sh
printf '#!/bin/sh\necho "$@" >%s/asked\n' "$work" >stubs/ninja
chmod +x clone/tools/setup.sh stubs/ninja
PATH="$work/stubs:$PATH" clone/tools/demo.sh >printed 2>notes ||
    { cat printed notes; exit 1; }
[ ! -s notes ] || { echo "the demo prints notes:"; cat notes; exit 1; }
[ "$(cat asked)" = "-C build programs" ] || { cat asked; exit 1; }

line=$(tail -n 1 printed)
PATH=/usr/bin:/bin
eval "$line"
for program in weft weft-mpicc weft-mpicxx; do
    [ "$(command -v $program)" = "$work/clone/build/bin/$program" ] ||
        { echo "not on the PATH after '$line': $program"; exit 1; }
done
cat >ranks.c <<'C'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d\n", rank);
    return MPI_Finalize();
}
C
weft-mpicc ranks.c -o ranks
weft mpi -n 2 ./ranks | grep "rank 1"
