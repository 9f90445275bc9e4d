#!/usr/bin/env bash
# Install what the tests need, build weft and run them; tools/test.py says what
# each part is. Ends with Criterion's synthesis and "N passed, N failed".
#
#     tools/test.sh            the answer in minutes: unit, command line, MPI,
#                              schedules, style
#     tools/test.sh PART...    plain release address fuzz thread mutants viewer
#                              cluster playground, or all of them: all
#     tools/test.sh today      the first, then parts for 40 minutes, other ones
#                              each day
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh test
exec python3 tools/test.py "$@"
