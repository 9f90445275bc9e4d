/* Deliver messages to their receivers; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_DELIVER_H
#define WEFT_SRC_MACHINE_DELIVER_H

struct link;
struct message;
struct weft_processor;

/* Deliver a message to a processor of this worker. The message is copied; its
 * payload is handed over. */
void deliver(struct weft_processor *to, int source,
             const struct message *message);

/* Like deliver() with the sender's link, which must exist. */
void deliver_over(struct weft_processor *to, struct link *link,
                  const struct message *message);

/* Deliver a message that has arrived now, in a run with shared links; the event
 * loop wakes a processor that waits for it. */
void deliver_arrived(struct weft_processor *to, struct link *link,
                     const struct message *message);

#endif
