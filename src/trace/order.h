/* Puts events in order, in bounded memory: between a reader, which gets them in
 * the order of a file, and a sink. */
#ifndef WEFT_SRC_TRACE_ORDER_H
#define WEFT_SRC_TRACE_ORDER_H

#include "format.h"

struct order;

/* Flag of a receive: it did not wait, whatever preceded it. */
#define ORDER_NO_WAIT 64
/* Flag of any event: a wait that began before continues. */
#define ORDER_IN_WAIT 32

/* Begin the sink. `info` is borrowed for the call, the sink and err until
 * order_destroy(). Return NULL if out of memory or if the sink refused.
 *
 * These functions set err, except for these two reasons, which the caller
 * distinguishes. */
struct order *order_create(const struct weft_sink *sink,
                           const struct weft_trace_info *info,
                           struct weft_error *err);
/* Add an event. When it is passed on, a send may get WEFT_EVENT_SAME, and the
 * receive that ends a wait gets WEFT_EVENT_WAITED and `since`; otherwise since
 * is set to start. Return 0 or -1: the event is earlier than promised or its
 * processor does not exist (WEFT_ERROR_FORMAT), the temporary file failed
 * (WEFT_ERROR_SYSTEM), or as above. */
int order_add(struct order *order, const struct weft_event *event);
/* Promise that no later event starts before `time`, so that earlier events may
 * be passed on. A promise remains: an earlier time has no effect. */
void order_promise(struct order *order, uint64_t time);
/* Pass on the remaining events and end the sink. */
int order_end(struct order *order);
void order_destroy(struct order *order); /* may be NULL */

#endif
