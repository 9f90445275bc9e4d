/* Passes events on to several sinks; private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_FAN_H
#define WEFT_SRC_EXPERIMENT_FAN_H

#include <stdbool.h>
#include <weft/machine.h>

struct fan {
    const struct weft_sink *const *sink;
    size_t count;
    const struct weft_sink *judge; /* sink that is called after all others;
                                      NULL: none */
    bool begun;                    /* whether the sinks know the run */
    /* number of events passed on, and of those that they have had already from
     * another run of the same experiment */
    uint64_t given, skip;
};

/* Return whether there is no sink. */
static inline bool fan_is_empty(const struct fan *fan)
{
    return !fan->count && !fan->judge;
}

/* Expect the events of the same experiment again, from the first one on. */
void fan_again(struct fan *fan);

/* The functions of a sink that passes events on; arg is the fan. */
int fan_begin(void *arg, const struct weft_trace_info *info);
int fan_events(void *arg, const struct weft_event *events, size_t count);
/* End all sinks. Return 0, or -1 with err if a sink stopped the run. */
int fan_end(const struct fan *fan, struct weft_error *err);

#endif
