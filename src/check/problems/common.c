/* Functions shared by several postconditions. */
#include <inttypes.h>
#include <stdlib.h>

#include "problems.h"

int begins_anywhere(struct weft_check *check, struct held *held,
                    const struct weft_event *send)
{
    held->source = send->rank;
    return holding_give(check, held, send->rank, 0);
}

int begins_at_root(struct weft_check *check, struct held *held,
                   const struct weft_event *send)
{
    if (check->options.root < 0)
        check->options.root = send->rank;
    if (send->rank != check->options.root)
        check_blame_send(check, send,
                         "sends message %" PRId32
                         " first, but its source is processor " WHO,
                         held->number, check->options.root);
    held->source = check->options.root;
    return holding_give(check, held, check->options.root, 0);
}

void blame_unspread(struct weft_check *check)
{
    for (size_t i = 0; i < check->holdings.count; i++) {
        const struct held *held = &check->holdings.message[i];
        int rank = held->control ? -1 : holding_lacks(check, held);
        if (rank >= 0)
            found_message(check_blame_end(check, rank,
                                          "lacks message %" PRId32
                                          " (%d of %d processors have it)",
                                          held->number, held->holders,
                                          check->size),
                          held->number);
    }
}

int64_t said_number(const struct weft_check *check)
{
    char *rest = NULL;
    long number = check->said ? strtol(check->said, &rest, 10) : 0;
    return rest && !*rest && number > 0 ? number : 0;
}

void blame_said(struct weft_check *check, size_t messages)
{
    int64_t said = said_number(check);
    if (said && check->size > 1 && (size_t)said != messages)
        check_blame_end(check, -1,
                        "the trace declares %s: %" PRId64
                        ", but %zu messages were sent",
                        check->problem->counted, said, messages);
}

size_t blame_gap(struct weft_check *check, int32_t low)
{
    size_t count = 0;
    int64_t highest = low - INT64_C(1);
    for (size_t i = 0; i < check->holdings.count; i++) {
        const struct held *held = &check->holdings.message[i];
        count += !held->control;
        if (!held->control && held->number > highest)
            highest = held->number;
    }
    for (int64_t number = low; number < highest; number++)
        if (!holding_find(check, (int32_t)number)) {
            check_blame_end(check, -1,
                            "message %" PRId64
                            " is never sent, but message %" PRId64 " is",
                            number, highest);
            break;
        }
    return count;
}
