/* Engines, which run the processors; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_ENGINE_H
#define WEFT_SRC_MACHINE_ENGINE_ENGINE_H

#include <weft/machine.h>

struct run;

struct engine {
    struct weft_engine info;
    int most; /* maximum number of processors if used by default; 0: no limit */
    /* Prepare the stacks. Return 0, or -1 with err set. */
    int (*open)(struct run *run, struct weft_error *err);
    /* Run `processor`, the first of its worker, on a new thread. Return 0, or
     * an errno value if it was not started. */
    int (*launch)(struct weft_processor *processor);
    /* Hand the baton from one processor to another of the same worker, which
     * may be new; return when the baton comes back. Return 0, or an errno value
     * if `to` could not be started. */
    int (*pass)(struct weft_processor *from, struct weft_processor *to);
    /* Wait until every thread has ended, and free everything. */
    void (*close)(struct run *run);
};

extern const struct engine engine_fibers, engine_mpi, engine_rounds,
    engine_threads;

/* Return the engine with this name; NULL: the default for this many processors.
 * NULL with WEFT_ERROR_UNKNOWN. */
const struct engine *engine_find(const char *word, int processors,
                                 struct weft_error *err);

#endif
