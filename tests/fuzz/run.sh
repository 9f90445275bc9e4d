#!/bin/sh
# Fuzz one target with libFuzzer for a while:  tests/fuzz/run.sh NAME SECONDS
# (night.py: all of them in turn).
# Builds with clang into build-fuzz; finds are kept in build-fuzz/found.
set -e
cd "$(dirname "$0")/../.."
[ -f build-fuzz/build.ninja ] || CC=clang meson setup build-fuzz -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false \
    -Dc_args='-fsanitize=fuzzer-no-link -DWEFT_SMALL_BLOCKS' >/dev/null
ninja -C build-fuzz "tests/fuzz/fuzz-$1" tools/weft >/dev/null
mkdir -p "build-fuzz/corpus-$1" build-fuzz/found
# what is written goes to memory, and what was freed is used again soon
[ -n "$TMPDIR" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
export ASAN_OPTIONS="quarantine_size_mb=4:$ASAN_OPTIONS"
exec "build-fuzz/tests/fuzz/fuzz-$1" "-max_total_time=$2" -timeout=10 \
    -entropic=0 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1 \
    "-dict=tests/fuzz/$1.dict" -artifact_prefix="build-fuzz/found/$1-" \
    "build-fuzz/corpus-$1" "tests/fuzz/seeds/$1"
