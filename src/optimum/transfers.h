/* Schedules: conversion from solutions or runs into transfers and events. */
#ifndef WEFT_SRC_OPTIMUM_TRANSFERS_H
#define WEFT_SRC_OPTIMUM_TRANSFERS_H

#include <weft/event.h>
#include <weft/unstable/optimum.h>

#include "optimum/encoding/encoding.h"

struct move {
    int slot, from, to;
    int block;      /* number of the block in the goal */
    int dimension;  /* the sender's port; -1: a route */
    uint32_t items; /* contributions to a combined value; 0: a whole block */
};

struct weft_optimum_schedule {
    struct move *move; /* [count] ordered by slot, sender, block, receiver */
    size_t count, capacity;
    int steps, processors;
    int *phase;               /* [phases] steps of each phase; owned */
    int phases;               /* 0: the phases are not limited */
    struct weft_items *items; /* lists of items; owned, may be NULL */
    /* [parameters] Parameters of the trace; their values are owned. */
    struct weft_parameter *parameter;
    size_t parameters, parameter_room;
};

/* Read a schedule from a solution, without unnecessary transfers. Returns NULL
 * if memory is short. */
struct weft_optimum_schedule *schedule_decode(const struct encoding *e,
                                              const signed char *value);
/* Read a schedule of combined values from a solution into an empty schedule
 * (of-contents.c). Returns 0, or -1 if memory is short. */
int schedule_contents(struct weft_optimum_schedule *schedule,
                      const struct encoding *e, const signed char *value);

/* Create an empty schedule. The caller adds transfers and then ends it. */
struct weft_optimum_schedule *schedule_create(int processors);
/* Add a transfer. Returns 0, or -1 if memory is short. */
int schedule_add(struct weft_optimum_schedule *schedule, struct move move);
/* Add a transfer of a run. Returns 0, WEFT_ERROR_MEMORY or WEFT_ERROR_LIMIT
 * (several blocks in one message, which the search does not support). */
int schedule_add_event(struct weft_optimum_schedule *schedule,
                       const struct weft_event *event,
                       const struct weft_trace_info *info);
void schedule_end(struct weft_optimum_schedule *schedule);
/* Add a trace parameter with a copy of `value`. Returns 0, or -1 if memory is
 * short. */
int schedule_word(struct weft_optimum_schedule *schedule, const char *key,
                  const char *value);
void schedule_destroy(struct weft_optimum_schedule *schedule);

/* Emit the events to sinks. Returns 0, or -1 with WEFT_ERROR_MEMORY or the
 * error of a sink. */
int schedule_play(const struct weft_optimum_schedule *schedule,
                  const struct weft_sink *const *sinks, size_t count,
                  struct weft_error *err);

#endif
