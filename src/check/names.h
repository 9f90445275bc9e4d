/* The names of processors in a trace (found.c). */
#ifndef WEFT_SRC_CHECK_NAMES_H
#define WEFT_SRC_CHECK_NAMES_H

#include <stddef.h>
#include <weft/event.h>

/* A list of names by rank. Initialise with zeros. */
struct rank_names {
    struct named_rank {
        int rank;
        char *name;
    } * of; /* [count] names of processors */
    size_t count, capacity;
};

/* Read the names from a trace's parameters. Return 0, or -1 if out of
 * memory. */
int names_take(struct rank_names *names, const struct weft_trace_info *info);
/* Return the name of a processor, or NULL. */
const char *names_get(const struct rank_names *names, int rank);
void names_finish(struct rank_names *names);

#endif
