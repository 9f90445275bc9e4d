/* Puts events in order, in bounded memory. Stands between a reader, which gets
 * the events in the order of a file, and a sink. */
#ifndef WEFT_SRC_TRACE_ORDER_H
#define WEFT_SRC_TRACE_ORDER_H

#include "format.h"

struct order;

/* Flag of a receive that did not wait, whatever preceded it. */
#define ORDER_NO_WAIT 64
/* Flag of an event of any kind: a wait that began before it continues. */
#define ORDER_IN_WAIT 32

/* Begin the sink. `info` is borrowed for the call; the sink and err until
 * order_destroy(). Return NULL on failure.
 *
 * On failure, these functions set err, unless they are out of memory or the
 * sink failed; the caller distinguishes these two reasons. */
struct order *order_create(const struct weft_sink *sink,
                           const struct weft_trace_info *info,
                           struct weft_error *err);
/* Add an event. When the event is passed on, a send may get WEFT_EVENT_SAME,
 * and the receive that ends a wait gets WEFT_EVENT_WAITED and the start of the
 * wait in `since`; otherwise, since is set to start. Return 0, or -1: the event
 * is earlier than promised or its processor does not exist (WEFT_ERROR_FORMAT),
 * the temporary file failed (WEFT_ERROR_SYSTEM), or a reason without err (see
 * above). */
int order_add(struct order *order, const struct weft_event *event);
/* Promise that no later event starts before `time`, so that earlier events may
 * be passed on. An earlier time than in a previous promise has no effect. */
void order_promise(struct order *order, uint64_t time);
/* Pass on the remaining events and end the sink. */
int order_end(struct order *order);
void order_destroy(struct order *order); /* `order` may be NULL */

#endif
