/* Progress reports. The remaining time of one run is estimated from the blocks
 * stored so far; that of several runs from the time of the finished ones,
 * weighted by the expected number of transfers: processors times packets (or
 * rows of a system, or messages). */
#include "common/progress.h"

#include "common/command.h"
#include "common/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <weft/unstable/cluster.h>

/* seconds until the first line; later intervals grow by half */
#define FIRST_LINE 5

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char *default_network(const char *problem)
{
    const struct weft_problem_info *info = weft_problem_find(problem);
    return info ? info->network : "";
}

static double weigh(const struct weft_comparison *compare,
                    const struct weft_trial *job)
{
    struct weft_experiment e = weft_trial_experiment(compare, job);
    const struct weft_choice *spec = weft_experiment_get(&e, "network");
    struct weft_network *network = weft_network_create(
        spec ? spec->text : default_network(e.problem), NULL);
    double size = network ? weft_network_size(network) : 1;
    weft_network_destroy(network);
    const struct weft_choice *many = weft_experiment_get(&e, "packets");
    many = many ? many : weft_experiment_get(&e, "size");
    return size * (many ? (double)many->number : size);
}

void progress_begin(struct progress *progress,
                    const struct weft_comparison *compare)
{
    *progress = (struct progress){.compare = compare, .begin = seconds()};
    if (weft_cluster_size() > 1)
        progress->line = FIRST_LINE;
    else if (!isatty(STDERR_FILENO))
        return;
    progress->weight = calloc(compare->trials, sizeof *progress->weight);
    for (size_t i = 0; progress->weight && i < compare->trials; i++) {
        progress->weight[i] = weigh(compare, &compare->trial[i]);
        progress->total += progress->weight[i];
    }
}

/* Print the remaining time: `done` (0 to 1) took `elapsed` seconds. */
static void print_left(double elapsed, double done, const char *least)
{
    double left = elapsed * (1 - done) / done;
    if (left < 90)
        fprintf(stderr, ", %s %.0f s left", least, left);
    else
        fprintf(stderr, ", %s %.0f min left", least, left / 60);
}

/* ---- one run ----------------------------------------------------------- */

static int progress_watch(void *arg, const struct weft_event *event,
                          size_t count)
{
    struct progress *progress = arg;
    uint64_t stores = 0;
    for (size_t i = 0; i < count; i++)
        stores += event[i].kind == WEFT_STORE;
    if (count)
        __atomic_store_n(&progress->time, event[count - 1].start,
                         __ATOMIC_RELAXED);
    __atomic_fetch_add(&progress->stores, stores, __ATOMIC_RELAXED);
    return 0;
}

/* Compute the amount of work; called only if a run takes long. */
static void look_ahead(struct progress *progress)
{
    struct weft_bounds bounds = {0};
    struct weft_goal *goal = weft_experiment_goal(progress->experiment, NULL);
    for (int i = 0; goal && i < weft_goal_processors(goal); i++)
        progress->wanted += (uint64_t)weft_goal_wanted(goal, i);
    weft_goal_destroy(goal);
    if (weft_experiment_bounds(progress->experiment, &bounds, NULL) == 0)
        progress->bound = bounds.highest;
}

/* Return the completed share, 0 to 1; 0 if unknown. A few blocks, all stored at
 * the end, are a worse measure than the time. */
static double share_done(const struct progress *progress, uint64_t time)
{
    const uint64_t few = 64;
    uint64_t stores = __atomic_load_n(&progress->stores, __ATOMIC_RELAXED);
    if (progress->wanted > few)
        return stores < progress->wanted
                   ? (double)stores / (double)progress->wanted
                   : 1;
    return time < progress->bound ? (double)time / (double)progress->bound : 0;
}

static void progress_print_run(struct progress *progress)
{
    double elapsed = seconds() - progress->begin;
    uint64_t time = __atomic_load_n(&progress->time, __ATOMIC_RELAXED);
    double done = share_done(progress, time);
    progress->shown = true;
    fprintf(stderr, "\r\033[K%s: %.0f s, ", progress->experiment->problem,
            elapsed);
    if (time)
        fprintf(stderr, "time unit %" PRIu64, time);
    else
        fputs("preparing", stderr);
    if (done >= 1) {
        fputs(", finishing", stderr);
    } else if (done > 0) {
        fprintf(stderr, ", %.0f %%", 100 * done);
        print_left(elapsed, done, progress->wanted ? "about" : "at least");
    }
    fflush(stderr);
}

static void *show(void *arg)
{
    struct progress *progress = arg;
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_mutex_lock(&progress->lock);
    while (!progress->ended) {
        int code =
            pthread_cond_timedwait(&progress->wake, &progress->lock, &deadline);
        if (code != ETIMEDOUT || progress->ended)
            continue;
        if (!progress->shown)
            look_ahead(progress);
        progress_print_run(progress);
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_nsec += 200000000;
        deadline.tv_sec += deadline.tv_nsec / 1000000000;
        deadline.tv_nsec %= 1000000000;
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

const struct weft_sink *progress_of_run(struct progress *progress,
                                        const struct weft_experiment *run)
{
    *progress = (struct progress){.begin = seconds(), .experiment = run};
    if (!isatty(STDERR_FILENO))
        return NULL;
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->wake, NULL);
    if (pthread_create(&progress->thread, NULL, show, progress))
        return NULL; /* continue without progress reports */
    progress->sink =
        (struct weft_sink){.events = progress_watch, .arg = progress};
    return &progress->sink;
}

/* ---- many runs --------------------------------------------------------- */

void progress_show(struct progress *progress, size_t finished)
{
    double done = 0, elapsed = seconds() - progress->begin;
    if (!progress->weight || elapsed < 0.5 || elapsed < progress->line)
        return;
    for (size_t i = 0; i < progress->compare->trials; i++)
        if (__atomic_load_n(&progress->compare->trial[i].state,
                            __ATOMIC_ACQUIRE) != WEFT_TRIAL_WAITS)
            done += progress->weight[i];
    progress->shown = !progress->line;
    fprintf(stderr, "%s%zu of %zu run%s", progress->line ? "" : "\r\033[K",
            finished, progress->compare->trials,
            plural(progress->compare->trials));
    if (done > 0)
        print_left(elapsed, done / progress->total, "about");
    if (progress->line)
        fputc('\n', stderr);
    progress->line *= 1.5;
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->sink.arg) {
        pthread_mutex_lock(&progress->lock);
        progress->ended = true;
        pthread_cond_signal(&progress->wake);
        pthread_mutex_unlock(&progress->lock);
        pthread_join(progress->thread, NULL);
    }
    if (progress->shown)
        fputs("\r\033[K", stderr);
    free(progress->weight);
    *progress = (struct progress){0};
}

bool progress_go_on(void *arg, size_t finished)
{
    progress_show(arg, finished);
    return !is_interrupted();
}
