/* Match send and receive events. acts.c orders the actions of processors by
 * start; transit.c stores the messages in flight. */
#include "match.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/base.h"

int match_init(struct match *match, int processors)
{
    size_t count = (size_t)processors + 1;
    *match = (struct match){.processors = processors};
    match->coming = malloc(count * sizeof *match->coming);
    match->early_by_destination =
        malloc(count * sizeof *match->early_by_destination);
    if (!match->coming || !match->early_by_destination)
        return -1;
    for (size_t rank = 0; rank < count; rank++)
        match->coming[rank] = match->early_by_destination[rank] =
            (struct transit_list){WEFT_TRANSIT_NONE, WEFT_TRANSIT_NONE};
    return 0;
}

int match_send(struct match *match, const struct transit *send)
{
    struct transit receive;
    int to = send->destination;
    if (!transit_take(&match->fresh, NULL, send, TAKE_EXACT, &receive)) {
        match->open--;
        return match->arrive(match->arg, send, &receive);
    }
    if (!transit_take(&match->early, &match->early_by_destination[to], send,
                      TAKE_OLDEST, &receive))
        return match->early_receive(match->arg, send, &receive);
    return transit_put(&match->sent, &match->coming[to], send);
}

static int defer(struct match *match, const struct transit *receive)
{
    if (array_grow(&match->deferred, &match->capacity, match->count + 1,
                   sizeof *match->deferred))
        return -1;
    match->deferred[match->count++] = *receive;
    match->open++;
    return transit_put(&match->fresh, NULL, receive);
}

static int settle_one(struct match *match, const struct transit *receive)
{
    struct transit send;
    int to = receive->destination;
    if (!transit_take(&match->sent, &match->coming[to], receive, TAKE_OLDEST,
                      &send))
        return match->arrive(match->arg, &send, receive);
    return transit_put(&match->early, &match->early_by_destination[to],
                       receive);
}

int match_receive(struct match *match, const struct transit *receive)
{
    struct transit send;
    int to = receive->destination;
    bool late = receive->start == receive->end;
    if (!transit_take(&match->sent, &match->coming[to], receive,
                      late ? TAKE_OLDEST : TAKE_EXACT, &send))
        return match->arrive(match->arg, &send, receive);
    if (receive->source >= to)
        return defer(match, receive);
    return settle_one(match, receive);
}

int match_settle(struct match *match)
{
    for (size_t i = 0; match->open && i < match->count; i++) {
        struct transit receive;
        if (transit_take(&match->fresh, NULL, &match->deferred[i], TAKE_EXACT,
                         &receive))
            continue;
        match->open--;
        if (settle_one(match, &receive))
            return -1;
    }
    match->count = 0;
    return 0;
}

int match_advance(struct match *match, uint64_t now)
{
    if (now == match->now)
        return 0;
    match->now = now;
    return match_settle(match);
}

uint64_t match_oldest(const struct match *match, int rank)
{
    uint32_t oldest = match->coming[rank].oldest;
    return oldest == WEFT_TRANSIT_NONE ? UINT64_MAX
                                       : match->sent.pool[oldest].start;
}

void match_finish(struct match *match)
{
    transits_finish(&match->sent);
    transits_finish(&match->fresh);
    transits_finish(&match->early);
    free(match->coming);
    free(match->early_by_destination);
    free(match->deferred);
    *match = (struct match){0};
}
