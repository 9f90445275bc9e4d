/* Schedules: from what a solver says, or what a strategy did, to transfers and
 * to events. */
#ifndef WEFT_SRC_OPTIMUM_TRANSFERS_H
#define WEFT_SRC_OPTIMUM_TRANSFERS_H

#include <weft/event.h>
#include <weft/optimum.h>

#include "optimum/encoding/encoding.h"

struct move {
    int slot, from, to;
    int block;      /* its number in the goal */
    int dimension;  /* of the sender's port; -1: a route */
    uint32_t items; /* of combined values: what it carries; 0: the block */
};

struct weft_optimum_schedule {
    struct move *move; /* [count] by slot, sender, block, receiver */
    size_t count, capacity;
    int steps, processors;
    struct weft_items *items;         /* owned; NULL: none are needed */
    struct weft_parameter *parameter; /* [parameters] its values are owned */
    size_t parameters, parameter_room;
};

/* From the values of the variables; nothing that nobody needs is kept. NULL:
 * no memory. */
struct weft_optimum_schedule *schedule_decode(const struct encoding *e,
                                              const signed char *value);
/* The same for combined values, added to an empty schedule. 0, or -1: no memory
 * (of-contents.c). */
int schedule_contents(struct weft_optimum_schedule *schedule,
                      const struct encoding *e, const signed char *value);

/* One from the beginning: nothing, then transfers, then the end. */
struct weft_optimum_schedule *schedule_create(int processors);
/* 0, or -1: no memory. */
int schedule_add(struct weft_optimum_schedule *schedule, struct move move);
/* A transfer of a run. 0, or WEFT_ERROR_MEMORY, or WEFT_ERROR_LIMIT: several
 * blocks in one message, which no search has. */
int schedule_add_event(struct weft_optimum_schedule *schedule,
                       const struct weft_event *event,
                       const struct weft_trace_info *info);
void schedule_end(struct weft_optimum_schedule *schedule);
/* What a trace says of it; `value` is copied. 0, or -1: no memory. */
int schedule_word(struct weft_optimum_schedule *schedule, const char *key,
                  const char *value);
void schedule_destroy(struct weft_optimum_schedule *schedule);

/* Tell sinks. 0, or -1 with WEFT_ERROR_MEMORY or what a sink has returned. */
int schedule_play(const struct weft_optimum_schedule *schedule,
                  const struct weft_sink *const *sinks, size_t count,
                  struct weft_error *err);

#endif
