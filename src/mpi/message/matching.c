/* Matching of messages and receives. */
#include "mpi/guard/clock.h"
#include "mpi/message/choice.h"
#include "mpi/message/exploring.h"
#include "mpi/message/signature-text.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <stdio.h>
#include <string.h>

static void check_types(struct rank *rank, const struct request *request,
                        const struct envelope *envelope)
{
    struct signature mine;
    char sent[96], expected[96], where[256];
    if (!envelope->bytes || signature_is_raw(&envelope->signature))
        return;
    type_signature(request->type, request->count, &mine);
    if (signature_is_raw(&mine) ||
        type_begins(request->type, request->count, &envelope->signature))
        return;
    report_where(rank, envelope->caller, where, sizeof where);
    rank_fault(rank, RULE_TYPE, request->caller,
               "%s: the message from rank %d, tag %d, %s, contains %s (sent by "
               "%s at %s), but the receive expects %s",
               request->function, envelope->origin, envelope->tag,
               request->comm->name, signature_text(&envelope->signature, sent),
               envelope->function, where, signature_text(&mine, expected));
}

static void too_long(struct rank *rank, struct request *request,
                     const struct envelope *envelope, size_t room)
{
    char text[256];
    request->error = MPI_ERR_TRUNCATE;
    snprintf(text, sizeof text,
             "the message from rank %d, tag %d, %s, has %zu bytes, but the "
             "receive buffer holds %zu",
             envelope->origin, envelope->tag, request->comm->name,
             envelope->bytes, room);
    request->wrong = rank_alloc(rank, strlen(text) + 1);
    memcpy(request->wrong, text, strlen(text));
}

/* In a collective call, report a block whose sender specified fewer bytes than
 * the receiver; a block that is too long is an error of the whole call. */
static void check_part(struct rank *rank, struct request *request,
                       const struct envelope *envelope, size_t room)
{
    struct request *whole = request->parent;
    if (!request->internal || !whole || envelope->bytes == room)
        return;
    if (envelope->bytes < room) {
        char where[256];
        report_where(rank, envelope->caller, where, sizeof where);
        rank_fault(rank, RULE_TYPE, request->caller,
                   "%s on %s: rank %d sends %zu bytes to this rank (%s at %s), "
                   "which expects %zu",
                   request->function, request->comm->name, envelope->origin,
                   envelope->bytes, envelope->function, where, room);
    } else if (!whole->error) {
        whole->error = request->error;
        whole->wrong = request->wrong;
        request->wrong = NULL;
    }
}

static void matching_put_data(struct rank *rank, struct request *request,
                              const struct envelope *envelope)
{
    size_t room = request->count * type_size(request->type);
    size_t bytes = envelope->bytes < room ? envelope->bytes : room;
    transport_check_buffer(rank, request);
    if (bytes)
        type_unpack(request->type, request->buffer, request->count,
                    envelope->data, bytes);
    transport_complete(rank, request);
}

static void matching_meet(struct rank *rank, struct request *request,
                          struct envelope *envelope)
{
    size_t room = request->count * type_size(request->type);
    clock_receive(rank, envelope);
    if (envelope->held)
        transport_release(rank, envelope);
    request->matched = true;
    request->source = envelope->origin;
    request->found = envelope->tag;
    request->bytes = envelope->bytes < room ? envelope->bytes : room;
    if (envelope->bytes > room)
        too_long(rank, request, envelope, room);
    else
        check_types(rank, request, envelope);
    check_part(rank, request, envelope, room);
    if (envelope->kind == ENVELOPE_EAGER) {
        matching_put_data(rank, request, envelope);
        envelope_free(rank, envelope);
        return;
    }
    request->world = envelope->source;
    envelope->kind = ENVELOPE_CLEAR;
    envelope->receiver = request;
    int to = envelope->source;
    envelope->source = rank->number;
    transport_give(rank, request, to, envelope, 0);
}

static void enqueue(struct transport *transport, struct envelope *envelope)
{
    struct envelope **at = &transport->unexpected;
    struct envelope **place = NULL;
    for (; *at; at = &(*at)->next) {
        if ((*at)->source == envelope->source)
            place = NULL; /* insert after all messages of the same sender */
        else if (!place && (*at)->arrival > envelope->arrival)
            place = at;
    }
    place = place ? place : at;
    envelope->next = *place;
    *place = envelope;
}

/* Remove a receive from the posted queue. */
static void unpost(struct transport *transport, struct request **at)
{
    struct request *request = *at;
    *at = request->queue;
    if (transport->last == &request->queue)
        transport->last = at;
    request->queue = NULL;
}

static void was_not_ready(struct rank *rank, const struct envelope *envelope)
{
    char where[256];
    report_where(rank, envelope->caller, where, sizeof where);
    rank_fault(rank, RULE_UNMATCHED, envelope->caller,
               "MPI_Rsend: no matching receive was posted when the message "
               "from rank %d, tag %d, sent at %s, reached rank %d",
               envelope->origin, envelope->tag, where, rank->number);
}

/* Match a message with the first posted receive that suits, or queue it. */
static void arrive_message(struct rank *rank, struct envelope *envelope)
{
    struct transport *transport = rank->transport;
    for (struct request **at = &transport->posted; *at; at = &(*at)->queue) {
        struct request *request = *at;
        if (!envelope_suits(envelope, request->context, request->peer,
                            request->tag))
            continue;
        if (exploring_open(rank, request)) {
            enqueue(transport, envelope);
            return;
        }
        unpost(transport, at);
        matching_meet(rank, request, envelope);
        return;
    }
    if (envelope->ready)
        was_not_ready(rank, envelope);
    enqueue(transport, envelope);
}

void matching_arrive(struct rank *rank, struct envelope *envelope)
{
    struct request *request;
    switch (envelope->kind) {
    case ENVELOPE_DECIDED:
        envelope_free(rank, envelope);
        exploring_reported(rank);
        return;
    case ENVELOPE_CLEAR:
        clock_receive(rank, envelope);
        request = envelope->sender;
        transport_send_data(rank, request, envelope->receiver);
        envelope_free(rank, envelope);
        return;
    case ENVELOPE_DATA:
        clock_receive(rank, envelope);
        request = envelope->receiver;
        matching_put_data(rank, request, envelope);
        envelope_free(rank, envelope);
        return;
    default:
        arrive_message(rank, envelope);
    }
}

/* Return the first message from a sender, or NULL if it is reserved for an open
 * receive. */
static struct envelope *first_suiting(const struct rank *rank, uint64_t context,
                                      int source, int tag)
{
    struct envelope *envelope = rank->transport->unexpected;
    while (envelope && !envelope_suits(envelope, context, source, tag))
        envelope = envelope->next;
    return envelope && exploring_kept(rank, envelope) ? NULL : envelope;
}

struct envelope *transport_find(struct rank *rank, const struct comm *comm,
                                int source, int tag)
{
    if (source == MPI_ANY_SOURCE && rank->world->settings->explore)
        return exploring_probe(rank, comm->context, tag);
    if (source == MPI_ANY_SOURCE)
        return choice_make(rank, comm->context, tag);
    return first_suiting(rank, comm->context, source, tag);
}

void transport_take(struct rank *rank, struct envelope *envelope)
{
    struct envelope **at = &rank->transport->unexpected;
    while (*at != envelope)
        at = &(*at)->next;
    *at = envelope->next;
    envelope->taken = true;
}

void transport_receive_message(struct rank *rank, struct request *request,
                               struct envelope *envelope)
{
    transport_begin(rank, request);
    if (envelope)
        matching_meet(rank, request, envelope);
    else
        transport_complete(rank, request);
}

void transport_receive(struct rank *rank, struct request *request)
{
    struct transport *transport = rank->transport;
    transport_begin(rank, request);
    request->source = request->peer;
    request->found = request->tag;
    request->bytes = 0;
    request->error = MPI_SUCCESS;
    request->matched = request->cancelled = false;
    if (request->peer == MPI_PROC_NULL) {
        request->found = MPI_ANY_TAG;
        transport_complete(rank, request);
        return;
    }
    struct envelope *envelope = NULL;
    if (request->peer == MPI_ANY_SOURCE)
        transport_look(rank);
    if (request->peer != MPI_ANY_SOURCE)
        envelope =
            first_suiting(rank, request->context, request->peer, request->tag);
    else if (!exploring_open(rank, request))
        envelope = choice_make(rank, request->context, request->tag);
    if (envelope) {
        transport_take(rank, envelope);
        matching_meet(rank, request, envelope);
        return;
    }
    request->queue = NULL;
    *transport->last = request;
    transport->last = &request->queue;
}

/* Match messages that are no longer reserved with receives posted later. */
static void matching_release(struct rank *rank)
{
    struct transport *transport = rank->transport;
    struct envelope *envelope = transport->unexpected, *next;
    for (; envelope; envelope = next) {
        struct request **at = &transport->posted;
        next = envelope->next;
        while (*at && !envelope_suits(envelope, (*at)->context, (*at)->peer,
                                      (*at)->tag))
            at = &(*at)->queue;
        if (!*at || exploring_open(rank, *at))
            continue;
        struct request *request = *at;
        unpost(transport, at);
        transport_take(rank, envelope);
        matching_meet(rank, request, envelope);
    }
}

void matching_take(struct rank *rank, struct request *request,
                   struct envelope *envelope)
{
    struct request **at = &rank->transport->posted;
    while (*at != request)
        at = &(*at)->queue;
    unpost(rank->transport, at);
    transport_take(rank, envelope);
    matching_meet(rank, request, envelope);
    matching_release(rank);
}

bool transport_withdraw(struct rank *rank, struct request *request)
{
    struct transport *transport = rank->transport;
    for (struct request **at = &transport->posted; *at; at = &(*at)->queue)
        if (*at == request) {
            unpost(transport, at);
            request->cancelled = true;
            transport_complete(rank, request);
            if (rank->world->settings->explore)
                matching_release(rank);
            return true;
        }
    return false;
}
