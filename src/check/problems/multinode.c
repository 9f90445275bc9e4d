/* multinode: every processor broadcasts, in any order. Messages are numbered by
 * their origin, 0..p-1, or, if there is no message 0, by rank from 1; further
 * messages, numbered above the data, mark the end of each tree. */
#include <inttypes.h>
#include <stdlib.h>

#include "problems.h"

static void blame_origins(struct weft_check *check)
{
    for (size_t i = 0; i < check->holdings.count; i++) {
        const struct held *held = &check->holdings.message[i];
        if (held->source != held->number)
            check_blame_end(check, held->source,
                            "sent message %" PRId32 " of processor " WHO
                            " first",
                            held->number, held->number);
    }
}

static int problems_multinode_begin(struct weft_check *check)
{
    check->state = calloc((size_t)check->processors + 1, sizeof(bool));
    return check->state ? 0 : -1;
}

static int problems_multinode_first(struct weft_check *check, struct held *held,
                                    const struct weft_event *send)
{
    bool *begins = check->state;
    begins[send->rank] = true;
    return begins_anywhere(check, held, send);
}

static void problems_multinode_end(struct weft_check *check)
{
    const bool *begins = check->state;
    bool by_origin = holding_find(check, 0) != NULL;
    blame_gap(check, by_origin ? 0 : 1);
    if (by_origin)
        blame_origins(check);
    for (int rank = 0; rank < check->size && check->size > 1; rank++)
        if (!begins[rank])
            check_blame_end(check, rank, "broadcasts no message");
    blame_unspread(check);
}

const struct check_problem check_multinode = {
    .name = "multinode",
    .begin = problems_multinode_begin,
    .first = problems_multinode_first,
    .end = problems_multinode_end,
};
