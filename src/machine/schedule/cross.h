/* Messages between workers; private to src/machine.
 *
 * This is a table of functions, so that some workers can be in other processes:
 * then `send` transmits a message, `drain` receives messages, and `gather`
 * collects the summaries of the other processes. In every implementation, a
 * summary counts the messages sent and taken before it, so that no decision is
 * made while a message is in flight. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_CROSS_H
#define WEFT_SRC_MACHINE_SCHEDULE_CROSS_H

#include <stdbool.h>

struct message;
struct run;
struct summary;
struct weft_processor;
struct worker;

struct cross {
    /* Create the state of the implementation. Return 0, or -1 if out of memory;
     * call close() in either case. */
    int (*open)(struct run *run);
    void (*close)(struct run *run);
    /* Send a message to a processor of another worker, and add that worker to
     * worker->kick. If out of memory, the run stops. Called by the holder of
     * the worker's baton. */
    void (*send)(struct worker *worker, struct weft_processor *to, int source,
                 const struct message *message);
    /* Deliver messages from other workers. Return whether there were any.
     * Called by the holder of the worker's baton. */
    bool (*drain)(struct worker *worker);
    /* Return the joined summaries of all workers of all processes. Called under
     * run->lock while every worker of this process is idle. */
    struct summary (*gather)(struct run *run);
};

/* functions for messages within one process */
extern const struct cross cross_memory;
/* functions for messages between processes (cluster/round.c), each of which has
 * one worker or none */
extern const struct cross cross_processes;

#endif
