/* Verifies a written program with LogGP costs. In the simulator, a processor
 * takes messages in the order of arrival; in a run, it takes those that its
 * program requests. Only a simulation of the whole program shows whether the
 * result is the same. */
#include "trace/io/out.h"
#include "written.h"

#include <stdio.h>
#include <stdlib.h>

static int written_play_refuse(struct output *out,
                               const struct operation *written,
                               const struct weft_event *played)
{
    char why[200];
    snprintf(why, sizeof why,
             "begins at %llu and lasts %llu in LogGOPSim, where a processor "
             "takes messages in the order in which they come",
             (unsigned long long)played->start,
             (unsigned long long)played->duration);
    return goal_refuse(out, written, why);
}

/* Check whether the simulation reproduces the time of each operation. If it
 * does not, report the earliest difference. */
static int written_play_compare(const struct goal *goal,
                                const struct goal_times *times,
                                struct output *out)
{
    const struct operation *first = NULL;
    struct weft_event other = {0};
    size_t at = 0;
    for (size_t i = 0; i < goal->count; i++) {
        const struct operation *written = &goal->operation[i];
        while (!goal_has_event(&goal->written.operation[at]))
            at++;
        const struct weft_event played =
            goal_event(&goal->written, &goal->costs, times, at++);
        uint64_t time = played.start;
        if (written->kind == WEFT_RECEIVE)
            time += played.duration;
        bool same =
            time == written->time && played.duration == written->duration;
        if (!same && (!first || written->time < first->time)) {
            first = written;
            other = played;
        }
    }
    return first ? written_play_refuse(out, first, &other) : 0;
}

int goal_replay(struct goal *goal, struct output *out)
{
    struct weft_error err = {0};
    struct goal_times *times = goal_play(&goal->written, &goal->costs, &err);
    if (!times)
        return err.kind == WEFT_ERROR_MEMORY
                   ? -1
                   : out_fail(out, WEFT_ERROR_MISUSE, "in GOAL %s", err.text);
    int status = written_play_compare(goal, times, out);
    free(times);
    return status;
}
