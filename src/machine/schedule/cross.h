/* The way from worker to worker; private to src/machine.
 *
 * A table of functions, so that a part of the workers could live in another
 * process: then `send` puts a message for one of them on the wire, `drain`
 * brings in what has come, and `gather` asks the other processes for their
 * summaries. Whatever a way does, a summary counts what was sent before it and
 * what was taken before it, so that nobody decides while a message is under
 * way. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_CROSS_H
#define WEFT_SRC_MACHINE_SCHEDULE_CROSS_H

#include <stdbool.h>

struct message;
struct run;
struct summary;
struct weft_processor;
struct worker;

struct cross {
    /* 0, or -1: no memory; to be closed in any case. */
    int (*open)(struct run *run);
    void (*close)(struct run *run);
    /* A message for a processor of another worker, which is to be told of it
     * (worker->kick). No memory: the run will stop. By the worker's baton. */
    void (*send)(struct worker *worker, struct weft_processor *to, int source,
                 const struct message *message);
    /* Deliver what other workers have sent. True if that was anything. By the
     * worker's baton. */
    bool (*drain)(struct worker *worker);
    /* The summaries of all workers, wherever they are, joined. Under run->lock,
     * every worker of this process idle. */
    struct summary (*gather)(struct run *run);
};

/* Within one process. */
extern const struct cross cross_memory;
/* Between processes (cluster/round.c), each with one worker or none. */
extern const struct cross cross_processes;

#endif
