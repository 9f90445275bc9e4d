/* What others need of receiving; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECEIVE_H
#define WEFT_SRC_MACHINE_RECEIVE_H

#include "message.h"

struct weft_processor;

/* A message has come for a processor of this worker. */
void receive_deliver(struct weft_processor *to, int source,
                     const struct message *message);

/* Let go of the message taken last. */
void receive_release(struct weft_processor *self);

/* The message that an ASKING processor would take, or NULL. */
const struct message *receive_best(const struct weft_processor *self);

#endif
