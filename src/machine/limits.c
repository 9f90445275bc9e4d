/* Which limit of the system stands in the way of more threads. */
#include <errno.h>
#include <limits.h>
#include <machine/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define OTHERS 500 /* threads of other programs, about */

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

/* The tightest pids.max from this process's control group up. */
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

/* What may stop it, with the number of units that p threads need. */
static const struct limit {
    const char *name;
    long long (*value)(void);
    int per_thread; /* units */
} limits[] = {
    {"kernel.pid_max", pid_max, 1},
    {"kernel.threads-max", threads_max, 1},
    {"RLIMIT_NPROC (ulimit -u)", nproc, 1},
    {"the control group's pids.max", pids_max, 1},
    {"vm.max_map_count", map_count, 0},
};

int limits_explain(const struct run *run, struct weft_error *err)
{
    int made = 0;
    const struct limit *tightest = NULL;
    long long least = LLONG_MAX;
    for (int r = 0; r < run->rings; r++)
        made += run->ring[r].threads;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        long long value = limits[i].value();
        if (limits[i].per_thread && value < least) {
            least = value;
            tightest = &limits[i];
        }
    }
    if (!tightest || least >= (long long)run->size + made + OTHERS)
        return weft_error_set(err, EAGAIN, 0,
                              "the system refuses more than %d threads for "
                              "%d processors; --engine fibers needs none",
                              made, run->size);
    return weft_error_set(err, EAGAIN, 0,
                          "the system refuses more than %d threads for %d "
                          "processors: %s is %lld and should be at least "
                          "%lld; --engine fibers would work",
                          made, run->size, tightest->name, least,
                          (long long)run->size + OTHERS);
}
