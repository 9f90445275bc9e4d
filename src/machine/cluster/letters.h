/* Messages between processors of different processes; private to src/machine.
 * By the resolver, or with the worker's baton. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_LETTERS_H
#define WEFT_SRC_MACHINE_CLUSTER_LETTERS_H

#include <weft/cluster.h>

struct message;
struct run;
struct weft_processor;
struct worker;

/* Empty bags. 0, or -1: no memory. */
int letters_open(struct run *run);
/* `send` of struct cross. */
void letters_send(struct worker *worker, struct weft_processor *to, int source,
                  const struct message *message);
/* All that was not yet sent. Fails the run if it cannot. */
void letters_flush(struct run *run);
/* A parcel of letters has come. 1: they are delivered; 0: not yet, something
 * else has to come before; -1: no process of ours would send this. */
int letters_take(struct run *run, int from, struct weft_parcel parcel);

#endif
