/* Find the system limit that prevents more threads. */
#include "limits.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* an allowance for threads of other programs, and mappings of libraries */
#define OTHERS 500

static long long read_number(const char *path)
{
    long long number = LLONG_MAX;
    FILE *file = fopen(path, "r");
    if (!file)
        return number;
    if (fscanf(file, "%lld", &number) != 1)
        number = LLONG_MAX; /* "max" */
    fclose(file);
    return number;
}

static long long pid_max(void)
{
    return read_number("/proc/sys/kernel/pid_max");
}

static long long threads_max(void)
{
    return read_number("/proc/sys/kernel/threads-max");
}

static long long map_count(void)
{
    return read_number("/proc/sys/vm/max_map_count");
}

static long long nproc(void)
{
    struct rlimit limit;
    if (geteuid() == 0 || getrlimit(RLIMIT_NPROC, &limit) ||
        limit.rlim_cur == RLIM_INFINITY)
        return LLONG_MAX;
    return (long long)limit.rlim_cur;
}

/* Return the lowest pids.max of this process's control group and its
 * ancestors. */
static long long pids_max(void)
{
    char line[PATH_MAX], path[2 * PATH_MAX];
    long long least = LLONG_MAX;
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *group = strchr(line, '/');
        if (strncmp(line, "0::", 3) || !group)
            continue;
        group[strcspn(group, "\n")] = '\0';
        for (char *end = group + strlen(group); end;
             end = strrchr(group, '/')) {
            *end = '\0';
            snprintf(path, sizeof path, "/sys/fs/cgroup%s/pids.max", group);
            long long number = read_number(path);
            least = number < least ? number : least;
        }
    }
    if (file)
        fclose(file);
    return least;
}

static long long threads_needed(const struct run *run)
{
    return (long long)run->size + OTHERS;
}

/* Return the number of mappings that the run needs. Threads need none of their
 * own, because their stacks are parts of one region; but a guard page may split
 * it. */
static long long maps_needed(const struct run *run)
{
    return (run->split ? 2 * (long long)run->size : 1) + OTHERS;
}

/* The system limits that may prevent the creation of more threads. */
static const struct limit {
    const char *name;
    long long (*value)(void);
    long long (*needed)(const struct run *run);
} limits[] = {
    {"kernel.pid_max", pid_max, threads_needed},
    {"kernel.threads-max", threads_max, threads_needed},
    {"RLIMIT_NPROC (ulimit -u)", nproc, threads_needed},
    {"the control group's pids.max", pids_max, threads_needed},
    {"vm.max_map_count", map_count, maps_needed},
};

int limits_explain(const struct run *run, struct weft_error *err)
{
    int made = 0;
    const struct limit *tightest = NULL;
    long long most = 0;
    for (int r = 0; r < run->workers; r++)
        made += run->worker[r].threads;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        long long missing = limits[i].needed(run) - limits[i].value();
        if (missing > most) {
            most = missing;
            tightest = &limits[i];
        }
    }
    if (!tightest)
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                              "the system refuses more than %d threads for "
                              "%d processors; --engine fibers needs none",
                              made, run->size);
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                          "the system refuses more than %d threads for %d "
                          "processors: %s is %lld and should be at least "
                          "%lld; --engine fibers would work",
                          made, run->size, tightest->name, tightest->value(),
                          tightest->needed(run));
}
