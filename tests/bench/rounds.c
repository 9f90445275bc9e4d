/* CPU time and memory of timetables by the engines `rounds` and `fibers`, and
 * of a loop over arrays that moves as many values: for each message it reads
 * and writes one value, two clocks, two counters and a busy time. Each run is a
 * process of its own. Arguments: numbers of the rows to measure (default: all
 * without *). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <weft/problem.h>

enum pattern { RING, DOUBLING, SPREAD_OUT, HALVING };

static const struct row {
    const char *problem, *strategy, *network, *vector;
    enum pattern pattern;
    int processors;
    bool fibers; /* whether fibers can do it in minutes */
    bool large;
} rows[] = {
    {"allreduce", "recursive-doubling", "complete:262144", NULL, DOUBLING,
     262144, true, false},
    {"allreduce", "recursive-doubling", "complete:1048576", NULL, DOUBLING,
     1048576, false, false},
    {"allreduce", "ring", "complete:1024", "1073741824", RING, 1024, true,
     false},
    {"allreduce", "ring", "complete:4096", "1073741824", RING, 4096, true,
     false},
    {"allreduce", "rabenseifner", "complete:16384", NULL, HALVING, 16384, true,
     false},
    {"allreduce", "rabenseifner", "complete:131072", "1048576", HALVING, 131072,
     false, false},
    {"alltoall", "spread-out", "complete:4096", NULL, SPREAD_OUT, 4096, true,
     false},
    {"alltoall", "spread-out", "complete:8192", NULL, SPREAD_OUT, 8192, false,
     true},
    {"barrier", "dissemination", "fat-tree:16x4", NULL, DOUBLING, 65536, true,
     false},
};

struct side {
    uint64_t clock, count, busy;
};

static int bench_places(const struct row *row)
{
    return row->pattern == RING || row->pattern == SPREAD_OUT ? row->processors
                                                              : 1;
}

static int bench_loop_rounds(const struct row *row)
{
    int log = 0;
    while (1 << log < row->processors)
        log++;
    const int rounds[] = {[RING] = 2 * (row->processors - 1),
                          [DOUBLING] = log,
                          [SPREAD_OUT] = row->processors - 1,
                          [HALVING] = 2 * log};
    return rounds[row->pattern];
}

/* Find the receiver of a message and the place of its value. */
static void bench_partner(const struct row *row, int rounds, int round,
                          int from, int *to, int *place)
{
    int p = row->processors;
    *place = 0;
    if (row->pattern == RING) {
        *to = from + 1 == p ? 0 : from + 1;
        *place = (int)(((int64_t)from + 2 * p - round) % p);
    } else if (row->pattern == SPREAD_OUT) {
        *to = (from + round) % p;
        *place = round;
    } else {
        int bit = round - 1, last = rounds - 1;
        *to =
            from ^
            1 << (row->pattern == HALVING && bit > last / 2 ? last - bit : bit);
    }
}

static int loop(const struct row *row)
{
    size_t p = (size_t)row->processors, places = (size_t)bench_places(row);
    uint64_t *value = calloc(p * places, sizeof *value);
    uint64_t *came = calloc(p, sizeof *came), sum = 0;
    struct side *side = calloc(p, sizeof *side);
    int to, place, rounds = bench_loop_rounds(row);
    if (!value || !came || !side)
        return 1;
    for (int round = 1; round <= rounds; round++) {
        for (int from = 0; from < row->processors; from++) {
            bench_partner(row, rounds, round, from, &to, &place);
            came[to] = value[(size_t)from * places + (size_t)place];
            side[from].clock = (uint64_t)round;
            side[from].count++;
        }
        for (int from = 0; from < row->processors; from++) {
            bench_partner(row, rounds, round, from, &to, &place);
            value[(size_t)to * places + (size_t)place] += came[to] + 1;
            side[to].clock = (uint64_t)round;
            side[to].count++;
            side[to].busy++;
        }
    }
    for (size_t i = 0; i < p * places; i++)
        sum += value[i];
    return sum == 0;
}

static int bench_run(const struct row *row, const char *engine)
{
    struct weft_experiment experiment = weft_experiment_default(row->problem);
    struct weft_result result;
    experiment.no_bounds = true;
    weft_experiment_set(&experiment, "strategy", row->strategy, NULL);
    weft_experiment_set(&experiment, "network", row->network, NULL);
    weft_experiment_set(&experiment, "engine", engine, NULL);
    if (row->vector)
        weft_experiment_set(&experiment, "vector", row->vector, NULL);
    return weft_run(&experiment, NULL, 0, &result, NULL) || !result.valid;
}

/* Measure one row by one engine (NULL: the loop) and print it. */
static double bench_measure(const struct row *row, const char *engine,
                            double bare)
{
    struct rusage usage;
    int status;
    pid_t child = fork();
    if (!child)
        _exit(engine ? bench_run(row, engine) : loop(row));
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status) {
        printf("%-10s failed\n", engine ? engine : "loop");
        return 0;
    }
    double seconds =
        (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    printf("  %-8s %8.2f s %8ld MiB", engine ? engine : "loop", seconds,
           usage.ru_maxrss >> 10);
    if (bare > 0)
        printf("  %6.1f times the loop", seconds / bare);
    printf("\n");
    fflush(stdout);
    return seconds;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        const struct row *row = &rows[i];
        bool asked = argc == 1 && !row->large;
        for (int k = 1; k < argc; k++)
            asked |= atoi(argv[k]) == i;
        if (!asked)
            continue;
        printf("%d%s %s %s, %s%s%s\n", i, row->large ? "*" : "", row->problem,
               row->strategy, row->network, row->vector ? ", vector " : "",
               row->vector ? row->vector : "");
        fflush(stdout);
        double bare = bench_measure(row, NULL, 0);
        bench_measure(row, "rounds", bare);
        if (row->fibers)
            bench_measure(row, "fibers", bare);
    }
    return 0;
}
