/* Runs one work once on one machine and prints a line of numbers.
 *
 * usage: bench-one MACHINE WORK DIMENSION
 * MACHINE: bare, barriers, or an engine with its options, see on-weft.c
 * prints: wall seconds, CPU seconds, messages, switches, peak KiB, instructions
 * (0: not counted), digest */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "instructions.h"
#include "work.h"

int run_bare(const struct work *work, int d, struct machine_report *report)
{
    report->digest = work->bare(d);
    return 0;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double cpu(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

int main(int argc, char **argv)
{
    int d = argc == 4 ? atoi(argv[3]) : 0;
    const struct work *work = d ? work_find(argv[2], d) : NULL;
    if (!work) {
        fprintf(stderr, "usage: bench-one MACHINE WORK DIMENSION\n");
        return 64;
    }
    struct machine_report report = {0};
    struct rusage usage;
    int counter = instructions_begin();
    double start = now();
    int result;
    if (!strcmp(argv[1], "bare"))
        result = run_bare(work, d, &report);
    else if (!strcmp(argv[1], "barriers"))
        result = run_barriers(work, d, &report);
    else
        result = run_weft(work, d, argv[1], &report);
    double wall = now() - start;
    uint64_t instructions = instructions_end(counter);
    getrusage(RUSAGE_SELF, &usage);
    printf("%.6f %.6f %" PRIu64 " %" PRIu64 " %ld %" PRIu64 " %016" PRIx64 "\n",
           wall, cpu(&usage), work->messages(d), report.switches,
           usage.ru_maxrss, instructions, report.digest);
    return result ? 1 : 0;
}
