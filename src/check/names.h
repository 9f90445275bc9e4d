/* The names that a trace gives its processors. */
#ifndef WEFT_SRC_CHECK_NAMES_H
#define WEFT_SRC_CHECK_NAMES_H

#include <stddef.h>
#include <weft/event.h>

/* Zeroed it is empty. */
struct rank_names {
    struct named_rank {
        int rank;
        char *name;
    } * of; /* [count] */
    size_t count, capacity;
};

/* Take those of the parameters of a trace. 0, or -1: no memory. */
int names_take(struct rank_names *names, const struct weft_trace_info *info);
/* NULL: it has none. */
const char *names_get(const struct rank_names *names, int rank);
void names_finish(struct rank_names *names);

#endif
