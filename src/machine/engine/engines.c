/* The table of engines: what carries the processors.
 *
 * An engine starts a processor and hands the baton from one to another, and
 * knows nothing else of the machine: threads.c does it by futexes, fibers.c by
 * switching stacks (context.c). Both take stacks from stack.c and stay on the
 * core that pin.c gives them; limits.c explains why the system refuses
 * threads. */
#include "engine.h"
#include <errno.h>
#include <string.h>

const struct engine *const engines[] = {
    &engine_threads,
    &engine_fibers,
    &engine_mpi,
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

/* The first that may have so many processors without being asked for. */
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
