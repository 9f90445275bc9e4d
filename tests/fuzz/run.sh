#!/bin/sh
# Fuzz one reader with libFuzzer for a while:  tests/fuzz/run.sh NAME SECONDS
# Builds with clang into build-fuzz; finds are kept in build-fuzz/found.
set -e
cd "$(dirname "$0")/../.."
[ -d build-fuzz ] || CC=clang meson setup build-fuzz -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false \
    -Dc_args=-fsanitize=fuzzer-no-link >/dev/null
ninja -C build-fuzz "tests/fuzz/fuzz-$1" >/dev/null
mkdir -p "build-fuzz/corpus-$1" build-fuzz/found
exec "build-fuzz/tests/fuzz/fuzz-$1" "-max_total_time=$2" -timeout=10 \
    -rss_limit_mb=1024 -max_len=131072 -print_final_stats=1 \
    "-dict=tests/fuzz/$1.dict" -artifact_prefix="build-fuzz/found/$1-" \
    "build-fuzz/corpus-$1" "tests/fuzz/seeds/$1"
