/* Checks the rule "a processor sends only messages that it holds".
 *
 * A problem defines where each message begins. Without a problem, the initial
 * holders are inferred from the trace: the processor that sends a message first
 * holds it from the start, and so does a processor that sends it later and
 * never receives it. Every other processor must have received the message
 * completely before it sends it. */
#ifndef WEFT_SRC_CHECK_CAUSALITY_H
#define WEFT_SRC_CHECK_CAUSALITY_H

#include <stdint.h>
#include <weft/check.h>

struct transit;
struct weft_check;

/* Process a send. Return 0, or -1 if out of memory. */
int causality_send(struct weft_check *check, const struct weft_event *send);
/* Process a reception; the receiver holds the message from `end` on. Return 0,
 * or -1 with ENOMEM. */
int causality_receive(struct weft_check *check, const struct transit *send,
                      uint64_t end);
/* Call this after the last event. */
void causality_end(struct weft_check *check);

#endif
