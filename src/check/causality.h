/* "A processor sends only what it holds", followed message by message.
 *
 * A problem says where each message begins. Without one nobody knows who held
 * what at the start, and the trace itself must tell: who sends a message
 * before all others holds it from the start; so does a processor that sends it
 * later and never receives it. Every other processor has to have received it,
 * wholly, before it sends it. */
#ifndef WEFT_SRC_CHECK_CAUSALITY_H
#define WEFT_SRC_CHECK_CAUSALITY_H

#include <stdint.h>
#include <weft/check.h>

struct transit;
struct weft_check;

/* A message is sent. 0, or -1: no memory. */
int causality_send(struct weft_check *check, const struct weft_event *send);
/* It is received, to be held from `end` on. 0, or -1 with ENOMEM. */
int causality_receive(struct weft_check *check, const struct transit *send,
                      uint64_t end);
/* No more events will come. */
void causality_end(struct weft_check *check);

#endif
