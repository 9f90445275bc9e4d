/* Progress on a terminal. What is left is estimated from what the finished
 * runs took, a run being expected to cost as many transfers as it should need:
 * processors times packets (or rows of a system, or messages). */
#include "progress.h"

#include "command.h"
#include "interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char *default_network(const char *problem)
{
    const struct weft_problem_info *info;
    for (size_t i = 0; (info = weft_problem(i)); i++)
        if (info->name == problem || !strcmp(info->name, problem))
            return info->network;
    return "";
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
    if (!isatty(STDERR_FILENO))
        return;
    progress->weight = calloc(compare->trials, sizeof *progress->weight);
    for (size_t i = 0; progress->weight && i < compare->trials; i++) {
        progress->weight[i] = weigh(compare, &compare->trial[i]);
        progress->total += progress->weight[i];
    }
}

/* What is done, of 1, took so long: the rest will take accordingly. */
static void print_left(double elapsed, double done, const char *least)
{
    double left = elapsed * (1 - done) / done;
    if (left < 90)
        fprintf(stderr, ", %s %.0f s left", least, left);
    else
        fprintf(stderr, ", %s %.0f min left", least, left / 60);
}

static int watch(void *arg, const struct weft_event *event, size_t count)
{
    struct progress *progress = arg;
    const struct weft_result *result = progress->result;
    double now = seconds(), elapsed = now - progress->begin;
    if (count && event[count - 1].start > progress->time)
        progress->time = event[count - 1].start;
    if (elapsed < 1 || now - progress->last < 0.2)
        return 0;
    progress->last = now;
    progress->shown = true;
    fprintf(stderr, "\r\033[K%s: %.0f s, time unit %" PRIu64, result->problem,
            elapsed, progress->time);
    if (progress->time && progress->time < result->lower_bound) {
        fprintf(stderr, " of at least %" PRIu64, result->lower_bound);
        print_left(elapsed,
                   (double)progress->time / (double)result->lower_bound,
                   "at least");
    }
    fflush(stderr);
    return 0;
}

const struct weft_sink *progress_of_run(struct progress *progress,
                                        const struct weft_result *result)
{
    *progress = (struct progress){.begin = seconds(), .result = result};
    progress->sink = (struct weft_sink){.events = watch, .arg = progress};
    return isatty(STDERR_FILENO) ? &progress->sink : NULL;
}

void progress_show(struct progress *progress, size_t finished)
{
    double done = 0, elapsed = seconds() - progress->begin;
    if (!progress->weight || elapsed < 0.5)
        return;
    for (size_t i = 0; i < progress->compare->trials; i++)
        if (__atomic_load_n(&progress->compare->trial[i].state,
                            __ATOMIC_ACQUIRE) != WEFT_TRIAL_WAITS)
            done += progress->weight[i];
    progress->shown = true;
    fprintf(stderr, "\r\033[K%zu of %zu run%s", finished,
            progress->compare->trials, plural(progress->compare->trials));
    if (done > 0)
        print_left(elapsed, done / progress->total, "about");
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
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
