/* Choice of the message that a receive from any source takes. The default is
 * deterministic; all choices are recorded, so that another run can choose
 * differently. */
#include "mpi/message/choice.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#include <stdlib.h>

bool choice_is_first(const struct envelope *from,
                     const struct envelope *envelope, uint64_t context, int tag)
{
    if (!envelope_suits(envelope, context, MPI_ANY_SOURCE, tag))
        return false;
    for (; from != envelope; from = from->next)
        if (from->source == envelope->source &&
            envelope_suits(from, context, MPI_ANY_SOURCE, tag))
            return false;
    return true;
}

static void choice_keep(struct rank *rank, int taken, int of)
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

int choice_next(struct rank *rank, int of)
{
    const struct weft_mpi *settings = rank->world->settings;
    size_t number = rank->world->choices->count;
    int wanted =
        number < settings->choice_count ? settings->choices[number] : 0;
    if (of <= 1)
        return 0;
    wanted = wanted < of ? wanted : 0;
    choice_keep(rank, wanted, of);
    return wanted;
}

/* Return the next envelope that is the first of its sender in this search;
 * `seen` makes the search linear. */
static struct envelope *next_first(struct choosing *choices,
                                   struct envelope *envelope, uint64_t context,
                                   int tag)
{
    for (; envelope; envelope = envelope->next) {
        if (!envelope_suits(envelope, context, MPI_ANY_SOURCE, tag) ||
            choices->seen[envelope->source] == choices->looks)
            continue;
        choices->seen[envelope->source] = choices->looks;
        break;
    }
    return envelope;
}

struct envelope *choice_make(struct rank *rank, uint64_t context, int tag)
{
    struct envelope *first = rank->transport->unexpected, *p;
    struct choosing *choices = rank->world->choices;
    size_t size = (size_t)rank->world->size;
    int candidates = 0;
    if (!first)
        return NULL;
    if (!choices->seen)
        choices->seen = calloc(size, sizeof *choices->seen);
    if (!choices->seen)
        rank_stop(rank, "no memory for choices");
    choices->looks++;
    for (p = first; (p = next_first(choices, p, context, tag)); p = p->next)
        candidates++;
    int wanted = choice_next(rank, candidates);
    choices->looks++;
    for (p = first; (p = next_first(choices, p, context, tag)); p = p->next)
        if (wanted-- == 0)
            return p;
    return NULL;
}
