#!/usr/bin/env bash
# Every test: a plain build with all of them; the unit tests optimised;
# AddressSanitizer and UBSan over the stress, command-line and fuzz tests;
# ThreadSanitizer over the stress tests; a sixth of the small wrong changes that
# tests must notice, another one each day, for three minutes. Ends with
# Criterion's synthesis and one line "N passed, N failed".
#
#     tools/test.sh          everything
#     tools/test.sh quick    the plain build without viewers
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh test

builds=${WEFT_BUILDS:-build-test}
passed=0
failed=0
skipped=0
names=() # of what failed

# quietly LOG COMMAND...: its output goes to LOG, on a terminal as well.
quietly() {
  local log=$1
  shift
  if [ -t 1 ]; then "$@" 2>&1 | tee "$log"; else "$@" >"$log" 2>&1; fi
}

# configure FOLDER TARGETS OPTION...: make or remake a build folder, and build
# what its tests need.
configure() {
  local folder=$builds/$1 targets
  read -ra targets <<<"$2"
  shift 2
  echo "building $folder"
  [ -f "$folder/build.ninja" ] || meson setup "$folder" "$@" >/dev/null
  quietly "$folder/build.log" ninja -C "$folder" "${targets[@]}" || {
    tail -40 "$folder/build.log"
    echo "cannot build $folder"
    return 1
  }
}

# run FOLDER ARGUMENT...: meson's tests of a build folder; adds to the counts
# and to the names of what failed.
run() {
  local folder=$builds/$1 log
  shift
  log=$folder/tests.log
  meson test -C "$folder" --no-rebuild --print-errorlogs "$@" 2>&1 |
    tee "$log" || true
  while read -r name; do
    names+=("$folder: $name")
  done < <(sed -nE 's|^ *[0-9]+/[0-9]+ (.*[^ ]) +(FAIL\|TIMEOUT\|ERROR\|UNEXPECTEDPASS) .*|\1|p' "$log")
  add passed 'Ok' "$log"
  add passed 'Expected Fail' "$log"
  add failed 'Fail' "$log"
  add failed 'Unexpected Pass' "$log"
  add failed 'Timeout' "$log"
  add skipped 'Skipped' "$log"
}

add() {
  local count
  count=$(sed -n "s/^$2: *\([0-9]*\).*/\1/p" "$3" | tail -1)
  [ -n "$count" ] || [ "$1" != passed ] || [ "$2" != Ok ] ||
    failed=$((failed + 1)) # no summary at all: the runner itself broke
  printf -v "$1" %d $((${!1} + ${count:-0}))
}

# The unit tests by Criterion itself, for its own closing lines.
run_units() {
  local test line
  for test in "$builds"/plain/tests/unit/unit-*; do
    [ -x "$test" ] && [ -f "$test" ] || continue
    line=$("$test" --timeout=120 2>&1) || true
    echo "$line" | sed "s|^|${test##*/unit-}: |"
    synthesis "$line" "${test##*/unit-}"
  done
}

# synthesis OUTPUT PROGRAM
synthesis() {
  local bad
  if [[ $1 =~ Passing:\ ([0-9]+)\ \|\ Failing:\ ([0-9]+)\ \|\ Crashing:\ ([0-9]+) ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    bad=$((BASH_REMATCH[2] + BASH_REMATCH[3]))
  else
    bad=1
  fi
  failed=$((failed + bad))
  [ "$bad" -eq 0 ] || names+=("unit tests: $2: $(grep -oE '\[(FAIL|CRASH).*' <<<"$1" |
    sed -E 's/^\[[^]]*\] *//; s/: .*//' | sort -u | tr '\n' ' ')")
}

# Small wrong changes that a test must notice. Nothing here waits for a pipe or
# a terminal, and there is a time for all of it: some of them never end.
run_mutants() {
  local log=$builds/mutants.log last
  echo "trying small wrong changes"
  timeout --kill-after=10 600 python3 tests/mutants/mutants.py . \
    "$builds/mutants" --part today/6 --seconds 180 >"$log" 2>&1 </dev/null || true
  cat "$log"
  last=$(tail -1 "$log")
  if [[ $last =~ ^([0-9]+)\ mutants,\ ([0-9]+)\ not\ noticed$ ]]; then
    passed=$((passed + BASH_REMATCH[1] - BASH_REMATCH[2]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
    names+=("mutants: ${last:-nothing was tried}")
  fi
  while read -r name; do
    names+=("mutants: $name")
  done < <(grep -E '^(SURVIVED|STALE)' "$log")
}

quick=${1:-}
configure plain all -Dwerror=true
suites=(--suite style --suite cli --suite stress --suite fuzz --suite mpi)
[ "$quick" = quick ] || suites+=(--suite viewer --suite install)
rm -f "$builds/plain/tests/viewer/npm.failed" # try again, once
run plain "${suites[@]}" -t 3 # other work may be beside it
if [ -f "$builds/plain/tests/viewer/npm.failed" ]; then
  echo "skipped: all tests in Perfetto's engine, whose package npm cannot get"
fi

if [ "$quick" != quick ]; then
  configure release all -Dbuildtype=release -Dwerror=true # other warnings
  run release --suite unit -t 3
  export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
  programs='stress-programs argument-programs example-programs optimum-programs'
  # clang's, which see more that is undefined
  CC=clang configure address "$programs tools/weft completions" \
    -Db_sanitize=address,undefined -Db_lundef=false
  run address --suite stress --suite cli -t 4
  CC=clang configure fuzz fuzz-programs -Db_sanitize=address,undefined \
    -Db_lundef=false -Dc_args='-fsanitize=fuzzer-no-link -DWEFT_SMALL_BLOCKS'
  run fuzz --suite fuzz -t 4
  configure thread stress-programs -Db_sanitize=thread -Db_lundef=false
  run thread --suite stress -t 4
  run_mutants
fi

run_units
[ ${#names[@]} -eq 0 ] || printf 'failed: %s\n' "${names[@]}"
echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] ||
  echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
