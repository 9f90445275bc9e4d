/* What carries the processors; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_ENGINE_H
#define WEFT_SRC_MACHINE_ENGINE_ENGINE_H

#include <weft/machine.h>

struct run;

struct engine {
    struct weft_engine info;
    int most; /* processors of a run that asks for no engine; 0: any number */
    /* Get stacks ready. 0, or -1 with err set. */
    int (*open)(struct run *run, struct weft_error *err);
    /* Run `processor`, the first of its worker, on a new thread. 0, or an errno
     * value; then nothing runs. */
    int (*launch)(struct weft_processor *processor);
    /* Hand the baton from one processor to another of the worker, which may be
     * new; return when it comes back. 0, or an errno value: `to` could not
     * be started. */
    int (*pass)(struct weft_processor *from, struct weft_processor *to);
    /* Wait until every thread has ended, free everything. */
    void (*close)(struct run *run);
};

extern const struct engine engine_fibers, engine_mpi, engine_threads;

/* By name, NULL: the default for so many processors. NULL with err set:
 * WEFT_ERROR_UNKNOWN. */
const struct engine *engine_find(const char *word, int processors,
                                 struct weft_error *err);

#endif
