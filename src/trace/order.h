/* Puts events in order, in bounded memory: between the readers, which find
 * them in the order of a file, and a sink. */
#ifndef WEFT_SRC_TRACE_ORDER_H
#define WEFT_SRC_TRACE_ORDER_H

#include "format.h"

struct order;

/* In the flags of a receive: it has not waited, whatever came before it. */
#define ORDER_NO_WAIT 64
/* In the flags of any event: a wait that has begun before it goes on. */
#define ORDER_IN_WAIT 32

/* Tells the sink the beginning. `info` is borrowed for the call, the sink
 * and err until order_destroy. NULL: no memory, or the sink refused.
 *
 * Here and below, err is filled but for these two reasons, which the caller
 * tells apart. */
struct order *order_create(const struct weft_sink *sink,
                           const struct weft_trace_info *info,
                           struct weft_error *err);
/* Take an event. On its way out a send gets WEFT_EVENT_SAME, and the receive
 * that ends a wait gets WEFT_EVENT_WAITED and `since`; elsewhere since is set
 * to start. 0, or -1: it comes before what order_promise() said, or is of no
 * processor of the run (WEFT_ERROR_FORMAT), the disk refuses
 * (WEFT_ERROR_SYSTEM), or as above. */
int order_add(struct order *order, const struct weft_event *event);
/* No later event will start before `time`: what does may be handed on. A
 * promise stays: an earlier time changes nothing. */
void order_promise(struct order *order, uint64_t time);
/* Hand on the rest and tell the sink the end. */
int order_end(struct order *order);
void order_destroy(struct order *order); /* NULL is fine */

#endif
