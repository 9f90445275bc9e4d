/* Probes and receives by several threads of a rank. If a thread receives the
 * message that it has probed, no other thread may receive such a message in
 * between. */
#include "mpi/guard/thread-probes.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"

#include <string.h>

#define PROBES_KEPT 64 /* latest ones of all threads */

/* A call for a message of a source and tag, which may be any. */
struct probes_call {
    const struct comm *comm; /* NULL: no call */
    int source, tag;
    struct thread_moment at;
    const char *function;
    const void *caller;
    bool taken;    /* whether the thread has received what it has probed */
    bool reported; /* whether another thread may receive it */
};

struct thread_probes {
    struct probes_call found[PROBES_KEPT], took[PROBES_KEPT];
    size_t founds, takes;
};

struct thread_probes *thread_probes_new(struct rank *rank)
{
    return rank_alloc(rank, sizeof(struct thread_probes));
}

static struct probes_call probes_now(const struct rank *rank,
                                     const struct comm *comm, int source,
                                     int tag)
{
    return (struct probes_call){
        .comm = comm,
        .source = source,
        .tag = tag,
        .at = thread_moment(rank),
        .function = rank->function,
        .caller = rank->caller,
    };
}

void thread_probes_found(struct rank *rank, struct thread_probes *probes,
                         const struct comm *comm, int source, int tag)
{
    probes->found[probes->founds++ % PROBES_KEPT] =
        probes_now(rank, comm, source, tag);
}

/* Return whether a call can take the message that a probe has found. */
static bool probes_fit(const struct probes_call *take,
                       const struct probes_call *found)
{
    return take->comm == found->comm &&
           (take->source == MPI_ANY_SOURCE || take->source == found->source) &&
           (take->tag == MPI_ANY_TAG || take->tag == found->tag);
}

/* Report that `take` may take the message of `found`, one of which happens
 * now, if nothing orders it after the other. */
static void probes_compare(struct rank *rank, struct probes_call *found,
                           const struct probes_call *take, bool takes_now)
{
    char where[240];
    const struct probes_call *before = takes_now ? found : take;
    if (!found->comm || !found->taken || found->reported ||
        found->at.thread == take->at.thread || !probes_fit(take, found) ||
        thread_is_ordered(rank, &before->at))
        return;
    found->reported = true;
    report_where(rank, found->caller, where, sizeof where);
    rank_fault(rank, RULE_REQUEST, take->caller,
               "%s in thread %d may take the message that %s in thread %d at "
               "%s has found, and nothing orders the two; use MPI_Mprobe",
               take->function, take->at.thread, found->function,
               found->at.thread, where);
}

void thread_probes_take(struct rank *rank, struct thread_probes *probes,
                        const struct comm *comm, int source, int tag)
{
    const struct probes_call now = probes_now(rank, comm, source, tag);
    struct probes_call *own = NULL;
    for (size_t i = 0; i < PROBES_KEPT && i < probes->founds; i++) {
        struct probes_call *found =
            &probes->found[(probes->founds - 1 - i) % PROBES_KEPT];
        if (!own && found->at.thread == now.at.thread && !found->taken &&
            probes_fit(&now, found))
            own = found;
        else
            probes_compare(rank, found, &now, true);
    }
    if (own)
        own->taken = true;
    for (size_t i = 0; i < PROBES_KEPT && own; i++)
        probes_compare(rank, own, &probes->took[i], false);
    if (own)
        own->at = now.at; /* until now */
    probes->took[probes->takes++ % PROBES_KEPT] = now;
}
