/* Deterministic by itself; with `explore` a receive from any waits until all
 * that can come without it has come, and every choice there was is kept, so
 * that another run can take another one. */
#include "mpi/message/choice.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#include <stdlib.h>

/* So long a receive from any waits for more to come, in time units. Lower ranks
 * decide first: what follows from that is seen by the others. */
#define PATIENCE ((uint64_t)1 << 40)

static void gather_all(struct rank *rank)
{
    struct weft_message message;
    uint64_t until =
        weft_now(rank->self) + PATIENCE * (1 + (uint64_t)rank->number);
    int came;
    while ((came = weft_receive_until(rank->self, WEFT_ANY, until, &message)) >
           0)
        transport_arrived(rank, &message);
    if (came < 0)
        rank_cancelled(rank);
}

static bool is_candidate(const struct envelope *envelope, uint64_t context,
                         int tag)
{
    return !envelope->cancelled && envelope->context == context &&
           (tag == MPI_ANY_TAG || envelope->tag == tag);
}

/* The first of its sender that suits? */
static bool is_first(const struct envelope *from,
                     const struct envelope *envelope, uint64_t context, int tag)
{
    for (; from != envelope; from = from->next)
        if (from->source == envelope->source &&
            is_candidate(from, context, tag))
            return false;
    return true;
}

static void keep(struct rank *rank, int taken, int of)
{
    struct choosing *choices = rank->world->choices;
    if (choices->count == choices->room) {
        size_t room = 2 * choices->room + 16;
        int *more = realloc(choices->taken, 2 * room * sizeof *more);
        if (!more)
            rank_stop(rank, "no memory for choices");
        for (size_t i = choices->count; i-- > 0;)
            more[room + i] = more[choices->room + i];
        choices->taken = more;
        choices->of = more + room;
        choices->room = room;
    }
    choices->taken[choices->count] = taken;
    choices->of[choices->count++] = of;
}

struct envelope *choice_make(struct rank *rank, uint64_t context, int tag)
{
    const struct weft_mpi *settings = rank->world->settings;
    if (settings->explore)
        gather_all(rank);
    struct envelope *first = rank->transport->unexpected, *chosen = NULL;
    int candidates = 0;
    size_t number = rank->world->choices->count;
    int wanted =
        number < settings->choice_count ? settings->choices[number] : 0;
    for (struct envelope *p = first; p; p = p->next)
        if (is_candidate(p, context, tag) && is_first(first, p, context, tag) &&
            (candidates++ == wanted || !chosen))
            chosen = p;
    if (candidates > 1)
        keep(rank, wanted < candidates ? wanted : 0, candidates);
    return chosen;
}

void choice_finish(struct choosing *choices)
{
    free(choices->taken);
}
