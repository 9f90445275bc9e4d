/* Schedules: from what a solver says, or what a strategy did, to transfers and
 * to events. */
#ifndef WEFT_SRC_OPTIMUM_TRANSFERS_H
#define WEFT_SRC_OPTIMUM_TRANSFERS_H

#include <weft/event.h>
#include <weft/optimum.h>

#include "optimum/encoding/encoding.h"

struct move {
    int slot, from, to;
    int block;     /* its number in the goal */
    int dimension; /* of the sender's port; -1: a route */
};

#define SCHEDULE_WORDS 12

struct weft_optimum_schedule {
    struct move *move; /* [count] by slot, sender, block, receiver */
    size_t count, capacity;
    int steps, processors;
    size_t parameters;
    struct weft_parameter parameter[SCHEDULE_WORDS];
    char value[SCHEDULE_WORDS][240]; /* of the parameters */
};

/* From the values of the variables; nothing that nobody needs is kept. NULL:
 * no memory. */
struct weft_optimum_schedule *schedule_decode(const struct encoding *e,
                                              const signed char *value);
/* From the events of a run. NULL: no memory. */
struct weft_optimum_schedule *
schedule_of_events(const struct weft_event *events, size_t count, uint64_t step,
                   int processors);
/* What a trace says of it. */
void schedule_word(struct weft_optimum_schedule *schedule, const char *key,
                   const char *value);
void schedule_destroy(struct weft_optimum_schedule *schedule);

/* Tell a sink. 0, or -1 with errno. */
int schedule_play(const struct weft_optimum_schedule *schedule,
                  const struct weft_sink *const *sinks, size_t count);

#endif
