/* A network with a switch that combines messages, which only files describe. */
#ifndef WEFT_TESTS_COMBINING_H
#define WEFT_TESTS_COMBINING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

static char combining_path[] = "combining-XXXXXX";

static inline void combining_remove(void)
{
    unlink(combining_path);
}

static inline bool combining_needed(const char *problem, const char *name)
{
    const struct weft_strategy_info *strategy;
    for (size_t k = 0; (strategy = weft_strategy(problem, k)); k++)
        if (!strcmp(strategy->name, name))
            return strategy->networks &&
                   !strncmp(strategy->networks, "file", 4);
    return false;
}

/* Return the specification of such a network of 8 processors, whose file is
 * removed when the test ends; NULL: the strategy does not need one. */
static inline const char *combining_network(const char *problem,
                                            const char *strategy)
{
    static char spec[40];
    bool needed = combining_needed(problem, strategy);
    if (!needed || *spec)
        return needed ? spec : NULL;
    int descriptor = mkstemp(combining_path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file)
        abort();
    atexit(combining_remove);
    fputs("combine s\n", file);
    for (int rank = 0; rank < 8; rank++)
        fprintf(file, "%d s\n", rank);
    fclose(file);
    snprintf(spec, sizeof spec, "file:%s", combining_path);
    return spec;
}

#endif
