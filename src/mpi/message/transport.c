/* Sending and receiving: eager messages, rendezvous and local messages. */
#include "mpi/message/transport.h"
#include "mpi/data/group.h"
#include "mpi/guard/clock.h"
#include "mpi/guard/guard.h"
#include "mpi/message/exploring.h"
#include "mpi/message/signature-text.h"
#include "mpi/message/trace-details.h"
#include "mpi/rank-waits.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define TRANSPORT_PATIENCE 1000000 /* failed tests before the run ends */
#define QUICK 16 /* failed tests before exploring_wait() is called */

void transport_open(struct rank *rank)
{
    struct transport *transport = rank_alloc(rank, sizeof *transport);
    transport->last = &transport->posted;
    transport->pause = rank->world->poll;
    rank->transport = transport;
    guard_open(rank);
}

/* ---- the machine ----------------------------------------------------------
 */

static double transport_own_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void transport_charge(struct rank *rank)
{
    double factor = rank->world->settings->compute;
    details_none(rank);
    if (factor <= 0)
        return;
    struct transport *transport = rank->transport;
    double now = transport_own_time();
    double spent = (now - transport->left) * factor;
    if (transport->left > 0 && spent >= 1 &&
        weft_compute(rank->self, (uint64_t)spent))
        rank_cancelled(rank);
    transport->left = transport_own_time();
}

static void returned(struct rank *rank)
{
    if (rank->world->settings->compute > 0)
        rank->transport->left = transport_own_time();
}

/* Send an envelope to a rank. A rank's envelope to itself arrives at once. */
void transport_give(struct rank *rank, const struct request *request, int to,
                    struct envelope *envelope, size_t charged)
{
    envelope->sent = rank->world->happened;
    clock_send(rank, envelope);
    if (to == rank->number) {
        envelope->arrival = weft_now(rank->self);
        thread_event(rank);
        matching_arrive(rank, envelope);
        return;
    }
    transport_charge(rank);
    rank->world->sent = (rank->world->sent + 1) & 0x7fffffff;
    details_of_request(rank, request);
    if (weft_send_token(rank->self, to, rank->world->sent, envelope, charged))
        rank_cancelled(rank);
    returned(rank);
}

/* ---- operations under way -------------------------------------------------
 */

/* Return the FNV-1a hash of the data in a buffer. */
static uint64_t hash_buffer(struct rank *rank, const struct request *request)
{
    size_t bytes = request->count * type_size(request->type);
    unsigned char *data = rank_alloc(rank, bytes + 1);
    uint64_t hash = 0xcbf29ce484222325u;
    if (bytes)
        type_pack(request->type, request->buffer, request->count, data);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ data[i]) * 0x100000001b3u;
    rank_free(rank, data);
    return hash;
}

/* Record the contents of the buffer of a nonblocking operation. */
static void transport_watch(struct rank *rank, struct request *request)
{
    request->watched = rank->world->settings->watch && request->handle &&
                       request->type && request->peer != MPI_PROC_NULL;
    if (request->watched)
        request->hash = hash_buffer(rank, request);
}

void transport_check_buffer(struct rank *rank, struct request *request)
{
    if (request->watched && !guard_reported(rank, request) &&
        hash_buffer(rank, request) != request->hash)
        rank_fault(rank, RULE_MEMORY, request->caller,
                   "%s: its buffer was changed while the operation was pending",
                   request->function);
    request->watched = false;
}

void transport_begin(struct rank *rank, struct request *request)
{
    transport_watch(rank, request);
    guard_request(rank, request);
    struct transport *transport = rank->transport;
    request->active = true;
    request->cancelled = false;
    request->done = false;
    request->previous = NULL;
    request->next = transport->active;
    if (request->next)
        request->next->previous = request;
    transport->active = request;
}

void transport_complete(struct rank *rank, struct request *request)
{
    struct transport *transport = rank->transport;
    if (request->next)
        request->next->previous = request->previous;
    if (request->previous)
        request->previous->next = request->next;
    else
        transport->active = request->next;
    request->next = request->previous = NULL;
    request->done = true;
    thread_event(rank);
    struct request *parent = request->parent;
    if (parent)
        parent->actions->part_over(rank, parent, request);
    if (request->freed)
        request_destroy(rank, request);
}

/* ---- sending --------------------------------------------------------------
 */

static struct envelope *envelope_of(struct rank *rank,
                                    const struct request *request,
                                    enum envelope_kind kind, size_t room)
{
    struct envelope *envelope = envelope_new(rank, room);
    envelope->kind = kind;
    envelope->ready = request->mode == SEND_READY;
    envelope->origin = request->comm->rank;
    envelope->tag = request->tag;
    envelope->context = request->context;
    envelope->bytes = request->count * type_size(request->type);
    envelope->signature = request->signature;
    envelope->caller = request->caller;
    envelope->function = request->function;
    return envelope;
}

static void post_data(struct rank *rank, struct request *request,
                      struct envelope *envelope)
{
    if (envelope->bytes)
        type_pack(request->type, request->buffer, request->count,
                  envelope->data);
    transport_give(rank, request, request->world, envelope, envelope->bytes);
}

static bool waits_for_receiver(const struct rank *rank,
                               const struct request *request, size_t bytes)
{
    if (request->mode == SEND_BUFFERED || request->mode == SEND_READY)
        return false;
    if (request->mode == SEND_SYNCHRONOUS)
        return true;
    return rank->world->settings->no_eager ? !request->internal
                                           : bytes > rank->world->eager;
}

/* Reserve space in the attached buffer for a message of MPI_Bsend until it is
 * received. Only in runs without buffering. */
static void hold_buffer(struct rank *rank, const struct request *request,
                        struct envelope *envelope)
{
    struct transport *transport = rank->transport;
    if (!request->attached || !rank->world->settings->no_eager)
        return;
    envelope->held = envelope->bytes + MPI_BSEND_OVERHEAD;
    transport->held += envelope->held;
    if (transport->held > transport->given)
        rank_fault(rank, RULE_MEMORY, request->caller,
                   "%s: messages that may not have left take %llu bytes, "
                   "MPI_BSEND_OVERHEAD included, of the %llu attached by "
                   "MPI_Buffer_attach",
                   request->function, (unsigned long long)transport->held,
                   (unsigned long long)transport->given);
}

void transport_release(struct rank *rank, struct envelope *envelope)
{
    struct transport *of = rank->world->rank[envelope->source]->transport;
    of->held -= envelope->held < of->held ? envelope->held : of->held;
    envelope->held = 0;
}

/* Record the envelope of a send, so that the send can be cancelled. */
static void transport_remember(struct request *request,
                               struct envelope *envelope)
{
    request->sent = envelope;
    request->serial = envelope->serial;
}

void transport_withdraw_send(struct rank *rank, struct request *request)
{
    struct envelope *envelope = request->sent;
    if (!envelope || envelope->serial != request->serial || envelope->taken ||
        (envelope->kind != ENVELOPE_EAGER && envelope->kind != ENVELOPE_ASK))
        return;
    envelope->cancelled = true;
    transport_release(rank, envelope);
    request->cancelled = true;
    if (!request->done)
        transport_complete(rank, request);
}

void transport_send(struct rank *rank, struct request *request)
{
    size_t bytes = request->count * type_size(request->type);
    transport_begin(rank, request);
    if (request->world < 0) { /* the peer is MPI_PROC_NULL */
        transport_complete(rank, request);
        return;
    }
    if (request->internal && request->type->single == MPI_BYTE)
        request->signature = (struct signature){.elements = bytes,
                                                .basic = bytes ? MPI_BYTE : 0};
    else if (!request->packed)
        type_signature(request->type, request->count, &request->signature);
    if (waits_for_receiver(rank, request, bytes)) {
        struct envelope *envelope = envelope_of(rank, request, ENVELOPE_ASK, 0);
        transport_remember(request, envelope);
        envelope->sender = request;
        transport_give(rank, request, request->world, envelope, 0);
        return;
    }
    struct envelope *envelope =
        envelope_of(rank, request, ENVELOPE_EAGER, bytes);
    hold_buffer(rank, request, envelope);
    transport_remember(request, envelope);
    post_data(rank, request, envelope);
    transport_complete(rank, request);
}

void transport_send_data(struct rank *rank, struct request *request,
                         struct request *receiver)
{
    struct envelope *data =
        envelope_of(rank, request, ENVELOPE_DATA,
                    request->count * type_size(request->type));
    data->receiver = receiver;
    post_data(rank, request, data);
    transport_complete(rank, request);
}

/* ---- waiting --------------------------------------------------------------
 */

/* Return the only rank on which all pending operations depend, or WEFT_ANY.
 * Probes are not pending operations. */
static int sole_source(const struct transport *transport,
                       const struct waiting *waiting)
{
    int from = WEFT_ANY, seen = 0;
    if (!waiting->request)
        return WEFT_ANY;
    for (const struct request *r = transport->active; r; r = r->next) {
        if (r->kind == REQUEST_COLLECTIVE)
            continue; /* the parts of a collective call are in the list, too */
        if (r->kind == REQUEST_GENERAL || r->world < 0 || ++seen > 8 ||
            (from != WEFT_ANY && r->world != from))
            return WEFT_ANY;
        from = r->world;
    }
    return from;
}

const struct thread *transport_waiter(const struct rank *rank,
                                      const struct request *request)
{
    const struct threads *threads = rank->threads;
    for (int i = 0; threads && i < threads->count; i++) {
        const struct thread *thread = threads->thread[i];
        const struct waiting *waiting = thread->waiting;
        if (!thread->used || thread == threads->running || !waiting)
            continue;
        for (int k = 0; k < waiting->count; k++)
            if (waiting->request[k] == request)
                return thread;
    }
    return NULL;
}

void transport_arrived(struct rank *rank, const struct weft_message *message)
{
    struct envelope *envelope = (struct envelope *)message->data;
    envelope->arrival = message->end;
    if (rank->heard < envelope->sent)
        rank->heard = envelope->sent;
    thread_event(rank);
    matching_arrive(rank, envelope);
}

void transport_wait(struct rank *rank, const struct waiting *waiting)
{
    struct weft_message message;
    if (thread_wait_in_mpi(rank, waiting))
        return;
    int from = rank->threads ? WEFT_ANY : sole_source(rank->transport, waiting);
    bool explores = rank->world->settings->explore && exploring_any(rank);
    if (explores && exploring_wait(rank)) {
        thread_waited(rank);
        return;
    }
    if (explores || from == rank->number) /* no other rank will send it */
        from = WEFT_ANY;
    transport_charge(rank);
    details_of_wait(rank, waiting);
    if (weft_receive(rank->self, from, &message)) {
        waits_record(rank, waiting);
        rank_cancelled(rank);
    }
    returned(rank);
    thread_waited(rank);
    transport_arrived(rank, &message);
}

void transport_look(struct rank *rank)
{
    struct weft_message message;
    int came;
    transport_charge(rank);
    details_of_call(rank);
    while ((came = weft_take(rank->self, WEFT_ANY, &message)) > 0)
        transport_arrived(rank, &message);
    if (came < 0)
        rank_cancelled(rank);
    returned(rank);
}

void transport_good(struct rank *rank)
{
    rank->transport->vain = 0;
    rank->transport->pause = rank->world->poll;
}

void transport_vain(struct rank *rank)
{
    struct transport *transport = rank->transport;
    struct weft_message message;
    thread_yield(rank);
    if (++transport->vain == TRANSPORT_PATIENCE)
        rank_stop(rank, "%s was called %d times in a row, and nothing arrived",
                  rank->function, TRANSPORT_PATIENCE);
    if (rank->world->settings->explore && transport->vain > QUICK) {
        exploring_wait(rank); /* the awaited event may depend on other ranks */
        return;
    }
    transport_charge(rank);
    details_of_call(rank);
    int came =
        weft_receive_until(rank->self, WEFT_ANY,
                           weft_now(rank->self) + transport->pause, &message);
    if (came < 0)
        rank_cancelled(rank);
    returned(rank);
    uint64_t most = rank->world->settings->compute > 0
                        ? 1000000 /* other ranks may compute for a long time */
                        : 64 * rank->world->poll;
    if (transport->pause < most)
        transport->pause *= 2;
    if (came)
        transport_arrived(rank, &message);
}
