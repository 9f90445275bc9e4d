/* The table of engines, which run the processors.
 *
 * An engine starts processors and hands the baton from one to another; it does
 * not depend on other parts of the machine: threads.c uses futexes, fibers.c
 * switches stacks (context.c). Both use the stacks of stack.c and stay on the
 * cores that pin.c assigns; limits.c explains why the system refuses threads.
 * Without threads there are only fibers. rounds.c rejects programs. */
#include "base/system/thread.h"
#include "engine.h"
#include <errno.h>
#include <string.h>

const struct engine *const engines[] = {
#if WEFT_ONE_THREAD
    &engine_fibers,
#else
    &engine_threads,
    &engine_fibers,
    &engine_mpi,
#endif
    &engine_rounds,
};

#define ENGINES (sizeof engines / sizeof engines[0])

const struct weft_engine *weft_engine(size_t index)
{
    return index < ENGINES ? &engines[index]->info : NULL;
}

static const char *engines_name(size_t i)
{
    return i < ENGINES ? engines[i]->info.name : NULL;
}

/* Return the first engine that may be the default for this many processors. */
static const struct engine *default_engine(int processors)
{
    size_t i = 0;
    while (engines[i]->most && processors > engines[i]->most)
        i++;
    return engines[i];
}

const struct engine *engine_find(const char *word, int processors,
                                 struct weft_error *err)
{
    if (!word)
        return default_engine(processors);
    for (size_t i = 0; i < ENGINES; i++)
        if (!strcmp(word, engines[i]->info.name))
            return engines[i];
    weft_unknown(err, "engine", word, engines_name);
    return NULL;
}
