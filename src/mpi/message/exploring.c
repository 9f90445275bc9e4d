/* Exploration of all outcomes: open receives, what they may take, and
 * decisions. */
#include "mpi/message/exploring.h"
#include "mpi/message/transport.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <stdlib.h>

/* Time units that a rank waits for messages before it decides. All consequences
 * of a decision take less than half of this time. */
#define EXPLORING_PATIENCE ((uint64_t)1 << 40)
/* log2 of the difference between the waiting times of two ranks: the lowest
 * rank decides. */
#define APART 30

/* Number of calls of a rank at one place that may deviate. */
#define EXPLORING_CALLS 3

/* A place in the program from which a rank makes calls that may deviate. */
struct calling {
    const void *caller;
    int calls;
};

/* A message that may be taken by an open receive or, if `request` is NULL, by
 * the rank's probe. */
struct takeable {
    int rank;
    struct request *request;
    struct envelope *envelope;
    uint64_t serial; /* serial number of the envelope */
};

/* ---- open receives ------------------------------------------------------- */

bool exploring_open(const struct rank *rank, const struct request *request)
{
    return rank->world->settings->explore && request->peer == MPI_ANY_SOURCE &&
           !request->internal;
}

/* Return the open receive for which a message is reserved, or NULL. */
static struct request *keeper(const struct rank *rank,
                              const struct envelope *envelope)
{
    struct request *request = rank->transport->posted;
    while (request && !(exploring_open(rank, request) &&
                        envelope_suits(envelope, request->context,
                                       MPI_ANY_SOURCE, request->tag)))
        request = request->queue;
    return request;
}

bool exploring_kept(const struct rank *rank, const struct envelope *envelope)
{
    return rank->world->settings->explore && keeper(rank, envelope);
}

bool exploring_any(const struct rank *rank)
{
    const struct request *request = rank->transport->posted;
    while (request && !exploring_open(rank, request))
        request = request->queue;
    return request != NULL;
}

/* ---- messages that may be taken ------------------------------------------ */

static void exploring_add(struct rank *rank, struct choosing *choices,
                          struct takeable option)
{
    if (choices->options == choices->option_room) {
        size_t room = 2 * choices->option_room + 16;
        struct takeable *more = realloc(choices->option, room * sizeof *more);
        if (!more)
            rank_stop(rank, "no memory for choices");
        choices->option = more;
        choices->option_room = room;
    }
    choices->option[choices->options++] = option;
}

static bool sleeps(const struct choosing *choices,
                   const struct takeable *option)
{
    for (size_t i = 0; i < choices->sleepers; i++) {
        const struct takeable *one = &choices->asleep[i];
        if (one->rank == option->rank && one->request == option->request &&
            one->serial == option->serial)
            return true;
    }
    return false;
}

/* Add the messages that the rank `of` may take to the options. Returns their
 * number, including options that sleep. */
static size_t options_of(struct rank *rank, const struct rank *of,
                         struct choosing *choices)
{
    const struct transport *transport = of->transport;
    size_t count = 0;
    if (!transport || of->returned)
        return 0;
    struct envelope *envelope = transport->unexpected;
    for (; envelope; envelope = envelope->next) {
        struct request *by = keeper(of, envelope);
        uint64_t context = by ? by->context : transport->probe_context;
        int tag = by ? by->tag : transport->probe_tag;
        struct takeable option = {of->number, by, envelope, envelope->serial};
        /* An earlier message may be reserved for another receive; then that
         * receive must take a message first. */
        if ((!by && !transport->probes) ||
            !choice_is_first(transport->unexpected, envelope, context, tag))
            continue;
        count++;
        if (!sleeps(choices, &option))
            exploring_add(rank, choices, option);
    }
    return count;
}

/* ---- deciding -------------------------------------------------------------
 */

/* Put to sleep all options before the chosen one, which earlier runs tried.
 * Sleeping options of the rank that proceeds wake up. */
static void put_to_sleep(struct rank *rank, struct choosing *choices,
                         size_t taken)
{
    int goes = choices->option[taken].rank;
    size_t kept = 0, count = choices->sleepers + taken;
    struct takeable *asleep = malloc((count + 1) * sizeof *asleep);
    if (!asleep)
        rank_stop(rank, "no memory for choices");
    for (size_t i = 0; i < count; i++) {
        const struct takeable *one =
            i < choices->sleepers ? &choices->asleep[i]
                                  : &choices->option[i - choices->sleepers];
        if (one->rank != goes)
            asleep[kept++] = *one;
    }
    free(choices->asleep);
    choices->asleep = asleep;
    choices->sleepers = kept;
}

static void exploring_apply(struct rank *rank)
{
    struct transport *transport = rank->transport;
    struct envelope *envelope = transport->decided;
    transport->decided = NULL;
    if (transport->decided_for)
        matching_take(rank, transport->decided_for, envelope);
    else
        transport->found = envelope;
}

void exploring_reported(struct rank *rank)
{
    if (rank->transport->decided)
        exploring_apply(rank);
}

enum who_takes { NOTHING, EXPLORING_OWN, OF_ANOTHER };

static enum who_takes exploring_decide(struct rank *rank)
{
    struct world *world = rank->world;
    struct choosing *choices = world->choices;
    size_t count = 0;
    choices->options = 0;
    for (int i = 0; i < world->size; i++)
        count += options_of(rank, world->rank[i], choices);
    choices->decided = weft_now(rank->self);
    if (!count)
        return NOTHING;
    if (!choices->options) {
        world->outcome->redundant = true;
        weft_fail(rank->self, "the same as an earlier run");
        rank_cancelled(rank);
    }
    size_t taken = (size_t)choice_next(rank, (int)choices->options);
    const struct takeable option = choices->option[taken];
    put_to_sleep(rank, choices, taken);
    struct transport *transport = world->rank[option.rank]->transport;
    transport->decided = option.envelope;
    transport->decided_for = option.request;
    if (option.rank == rank->number) {
        exploring_apply(rank);
        return EXPLORING_OWN;
    }
    struct envelope *tells = envelope_new(rank, 0);
    tells->kind = ENVELOPE_DECIDED;
    transport_give(rank, NULL, option.rank, tells, 0);
    return OF_ANOTHER;
}

bool exploring_wait(struct rank *rank)
{
    const struct choosing *choices = rank->world->choices;
    struct weft_message message;
    for (;;) {
        uint64_t now = weft_now(rank->self);
        uint64_t from = now > choices->decided ? now : choices->decided;
        int came = weft_receive_until(rank->self, WEFT_ANY,
                                      from + EXPLORING_PATIENCE +
                                          ((uint64_t)rank->number << APART),
                                      &message);
        if (came < 0)
            rank_cancelled(rank);
        if (came) {
            transport_arrived(rank, &message);
            return true;
        }
        if (weft_now(rank->self) < choices->decided + EXPLORING_PATIENCE / 2)
            continue; /* a rank is still active */
        enum who_takes decision = exploring_decide(rank);
        if (decision != OF_ANOTHER)
            return decision == EXPLORING_OWN;
    }
}

struct envelope *exploring_probe(struct rank *rank, uint64_t context, int tag)
{
    struct transport *transport = rank->transport;
    transport->probes = true;
    transport->probe_context = context;
    transport->probe_tag = tag;
    transport->found = NULL;
    while (!transport->found && exploring_wait(rank))
        thread_yield(rank);
    transport->probes = false;
    return transport->found;
}

/* ---- unusual orders -------------------------------------------------------
 */

bool exploring_varies(struct rank *rank)
{
    struct transport *transport = rank->transport;
    int i = 0, count = transport->callings;
    if (!rank->world->settings->explore || rank->world->choices->varied)
        return false;
    while (i < count && transport->calling[i].caller != rank->caller)
        i++;
    if (i == count) {
        transport->calling =
            rank_realloc(rank, transport->calling,
                         ((size_t)count + 1) * sizeof *transport->calling);
        transport->calling[i] = (struct calling){rank->caller, 0};
        transport->callings++;
    }
    if (transport->calling[i].calls == EXPLORING_CALLS)
        return false;
    transport->calling[i].calls++;
    return true;
}

int exploring_vary(struct rank *rank, int of)
{
    int taken = choice_next(rank, of);
    rank->world->choices->varied |= taken > 0;
    return taken;
}

void exploring_settle(struct rank *rank)
{
    struct choosing *choices = rank->world->choices;
    struct weft_message message;
    int came = 1;
    while (came) {
        uint64_t now = weft_now(rank->self);
        uint64_t from = now > choices->decided ? now : choices->decided;
        came = weft_receive_until(rank->self, WEFT_ANY,
                                  from + EXPLORING_PATIENCE / 2, &message);
        if (came < 0)
            rank_cancelled(rank);
        if (came)
            transport_arrived(rank, &message);
    }
    choices->decided = weft_now(rank->self);
}

void exploring_finish(struct choosing *choices)
{
    free(choices->option);
    free(choices->asleep);
    free(choices->seen);
}
