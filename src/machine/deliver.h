/* Messages reach their receivers; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_DELIVER_H
#define WEFT_SRC_MACHINE_DELIVER_H

struct link;
struct message;
struct weft_processor;

/* A message has come for a processor of this worker. The message is copied,
 * its payload goes to the receiver. */
void deliver(struct weft_processor *to, int source,
             const struct message *message);

/* The same by a link that `to` has had already. */
void deliver_over(struct weft_processor *to, struct link *link,
                  const struct message *message);

#endif
