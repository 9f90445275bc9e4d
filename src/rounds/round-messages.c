/* The messages of a round: when they end, whether the model allows them, and
 * what their receivers hold then.
 *
 * A round begins at the same time for all processors that act in it, and no
 * message lasts longer than the round. So all uses of a processor in a round
 * overlap, and those of different rounds do not: whether ports conflict is a
 * matter of counting. All messages are read before the first is stored, since a
 * processor sends what it held when the round began. */
#include <limits.h>

#include "rounds-run.h"

#include <weft/unstable/ways.h>

/* Leave the run to fibers. */
static int give_up(struct round_run *r)
{
    r->again = true;
    return -1;
}

bool round_meets(struct round_run *r, int round, int rank)
{
    struct meeting *m = &r->meeting;
    m->sends = m->receives = 0;
    r->t->meet(r->t, round, rank, m);
    return m->sends || m->receives;
}

/* ---- sending ---- */

/* Return the duration of a message; 0: it cannot be sent. */
static uint64_t message_time(struct round_run *r, int from, int to,
                             size_t bytes)
{
    const struct run *run = &r->run;
    const struct weft_network *network = run->machine->network;
    bool near = r->adjacent || weft_network_port(network, from, to) >= 0;
    if (!near &&
        !(run->routed && (run->far || weft_network_near(network, from, to))))
        return 0;
    if (!near || run->own_costs)
        return weft_way_time(network, &run->cost, from, to, NULL, bytes);
    if (bytes != r->cost_bytes || !r->cost) {
        r->cost = weft_cost_time(&run->cost, bytes, 1);
        r->cost_bytes = bytes;
    }
    return r->cost;
}

/* Read the values of a message from its sender's memory. Return 0 or -1. */
static int take_out(struct round_run *r, int rank, struct parcel *parcel)
{
    const struct timetable *t = r->t;
    size_t first = r->pieces.count;
    size_t strip = (size_t)r->cargo.reg * (size_t)t->p + (size_t)rank;
    for (size_t i = 0; i < r->cargo.runs; i++) {
        struct interval run = r->cargo.run[i];
        if (i && run.first <= r->cargo.run[i - 1].last)
            return give_up(r); /* not ascending */
        if (!t->place && shelf_take(&r->shelf, strip, run, &r->pieces, first))
            return -1;
        for (int block = run.first; t->place && block <= run.last; block++) {
            int place = t->place(t, rank, block);
            if (shelf_at(&r->shelf, strip, place) != (uint64_t)block + 1)
                return give_up(r); /* its place contains another value */
            if (pieces_add(&r->pieces, first,
                           (struct value_range){{block, block}, 1}))
                return -1;
        }
    }
    for (size_t i = first; i < r->pieces.count; i++)
        if (!r->pieces.piece[i].value ||
            r->pieces.piece[i].value == SYMBOL_UNKNOWN)
            return give_up(r);
    parcel->first = (uint32_t)first;
    parcel->pieces = (uint32_t)(r->pieces.count - first);
    return r->pieces.count > UINT32_MAX ? give_up(r) : 0;
}

static struct parcel *parcel_new(struct round_run *r)
{
    if (r->parcels == r->parcel_room &&
        array_grow(&r->parcel, &r->parcel_room, r->parcels + 1,
                   sizeof *r->parcel))
        return NULL;
    return &r->parcel[r->parcels++];
}

static int message_load(struct round_run *r, int from, int to)
{
    cargo_clear(&r->cargo);
    r->cargo.number = 0;
    r->t->carry(r->t, r->round, from, to, &r->cargo);
    return r->cargo.failed ? -1 : 0;
}

static int message_send(struct round_run *r, int rank, int to)
{
    uint64_t begin = r->begin[r->round - 1];
    struct parcel *parcel = parcel_new(r);
    if (!parcel || message_load(r, rank, to))
        return -1;
    *parcel = (struct parcel){.to = to, .count = (uint32_t)r->cargo.count};
    if (!r->cargo.count)
        return 0;
    size_t bytes = r->cargo.count * r->plan->length;
    if (to < 0 || to >= r->t->p || to == rank ||
        r->cargo.reg >= r->t->registers || bytes > UINT32_MAX)
        return give_up(r);
    uint64_t time = message_time(r, rank, to, bytes);
    if (!time || time > r->begin[r->round] - begin)
        return give_up(r);
    parcel->end = begin + time;
    r->clock[rank] =
        parcel->end > r->clock[rank] ? parcel->end : r->clock[rank];
    r->load[rank].sent++;
    r->messages++;
    r->bytes += bytes;
    r->longest = bytes > r->longest ? bytes : r->longest;
    if (take_out(r, rank, parcel))
        return -1;
    return round_sent(r, rank, parcel);
}

/* Let a processor send the messages of the round, and list the senders of those
 * that it receives. */
static int processor_sends(struct round_run *r, int rank)
{
    r->sent[rank] = r->parcels;
    r->awaited[rank] = r->sources;
    if ((r->records && r->next[rank] != r->round) ||
        !round_meets(r, r->round, rank))
        return 0;
    const struct meeting *m = &r->meeting;
    r->clock[rank] = r->begin[r->round - 1];
    for (int i = 0; i < m->sends; i++) {
        if (i && m->to[i] == m->to[i - 1])
            return give_up(r); /* two messages over one arc */
        if (message_send(r, rank, m->to[i]))
            return -1;
    }
    size_t more = r->sources + (size_t)m->receives;
    if (more > r->source_room &&
        array_grow(&r->source, &r->source_room, more, sizeof *r->source))
        return -1;
    for (int i = 0; i < m->receives; i++)
        r->source[r->sources++] = m->from[i];
    return 0;
}

/* ---- receiving ---- */

/* Return the message from one processor to another that has not been received;
 * NULL: there is none. */
static struct parcel *parcel_find(struct round_run *r, int from, int to)
{
    for (size_t i = r->sent[from]; i < r->sent[from + 1]; i++)
        if (r->parcel[i].to == to)
            return &r->parcel[i];
    return NULL;
}

/* Store values at places: those with the numbers of the blocks, or the place of
 * each block. */
static int put_in(struct round_run *r, int rank, int reg,
                  struct value_range piece, bool adds)
{
    const struct timetable *t = r->t;
    size_t strip = (size_t)reg * (size_t)t->p + (size_t)rank;
    shelf_add *add = adds ? r->algebra.kind->add : NULL;
    if (!t->place)
        return shelf_put(&r->shelf, strip, &piece, add, &r->algebra);
    for (int block = piece.blocks.first; block <= piece.blocks.last; block++) {
        int place = t->place(t, rank, block);
        struct value_range one = {{place, place}, (uint64_t)block + 1};
        if (shelf_put(&r->shelf, strip, &one, NULL, NULL))
            return -1;
    }
    return 0;
}

static int message_receive(struct round_run *r, int rank, int from)
{
    const struct timetable *t = r->t;
    struct parcel *parcel =
        from < 0 || from >= t->p ? NULL : parcel_find(r, from, rank);
    if (!parcel) {
        if (from < 0 || from >= t->p)
            return give_up(r);
        if (message_load(r, from, rank))
            return -1;
        return r->cargo.count ? give_up(r) : 0;
    }
    parcel->to = -1;
    if (!parcel->count)
        return 0;
    if (round_received(r, rank, from, parcel))
        return -1;
    r->clock[rank] =
        parcel->end > r->clock[rank] ? parcel->end : r->clock[rank];
    r->load[rank].received++;
    int adds = t->adds ? t->adds(t, r->round, from, rank) : 0;
    if (adds && !r->combines)
        return give_up(r);
    for (uint32_t i = 0; i < parcel->pieces; i++) {
        struct value_range piece = r->pieces.piece[parcel->first + i];
        for (int reg = 0; reg < t->registers; reg++)
            if ((adds ? adds : 1) >> reg & 1 &&
                put_in(r, rank, reg, piece, adds))
                return -1;
    }
    return 0;
}

/* Return whether two messages carry the same values. */
static bool parcels_alike(const struct round_run *r, const struct parcel *a,
                          const struct parcel *b)
{
    const struct value_range *one = &r->pieces.piece[a->first];
    const struct value_range *two = &r->pieces.piece[b->first];
    bool alike = a->pieces == b->pieces && a->count == b->count;
    for (uint32_t i = 0; alike && i < a->pieces; i++)
        alike = one[i].blocks.first == two[i].blocks.first &&
                one[i].blocks.last == two[i].blocks.last &&
                one[i].value == two[i].value;
    return alike;
}

size_t round_first_alike(const struct round_run *r, int rank, size_t parcel)
{
    size_t i = r->sent[rank];
    while (i < parcel && !parcels_alike(r, &r->parcel[i], &r->parcel[parcel]))
        i++;
    return i - r->sent[rank];
}

/* Return whether the uses of a processor in the round break a rule of its
 * ports. */
static bool ports_clash(const struct round_run *r, int rank, int receives)
{
    const struct weft_model *model = &r->run.machine->model;
    int sends = 0;
    bool same = model->sends == WEFT_SENDS_SAME;
    for (size_t i = r->sent[rank]; i < r->sent[rank + 1]; i++)
        if (r->parcel[i].count && (!same || !round_first_alike(r, rank, i)))
            sends++;
        else if (r->parcel[i].count)
            sends += !sends; /* another copy of the first message */
    return sends > weft_model_ports(model, WEFT_USE_SEND) ||
           receives > weft_model_ports(model, WEFT_USE_RECEIVE) ||
           (model->duplex == WEFT_DUPLEX_HALF && sends && receives);
}

/* Let a processor receive the messages of the round. */
static int processor_receives(struct round_run *r, int rank)
{
    uint64_t received = r->load[rank].received, begin = r->begin[r->round - 1];
    if (r->sent[rank] == r->sent[rank + 1] &&
        r->awaited[rank] == r->awaited[rank + 1])
        return 0;
    for (size_t i = r->awaited[rank]; i < r->awaited[rank + 1]; i++)
        if (message_receive(r, rank, r->source[i]))
            return -1;
    received = r->load[rank].received - received;
    if (ports_clash(r, rank, (int)received))
        return give_up(r);
    r->received += received;
    r->load[rank].busy += r->clock[rank] - begin;
    if (r->clock[rank] > begin && r->clock[rank] > r->makespan)
        r->makespan = r->clock[rank];
    return r->records ? round_idle(r, rank, r->round) : 0;
}

int round_messages(struct round_run *r)
{
    int p = r->t->p;
    r->parcels = r->sources = r->pieces.count = 0;
    for (int rank = 0; rank < p; rank++)
        if (processor_sends(r, rank))
            return -1;
    r->sent[p] = r->parcels;
    r->awaited[p] = r->sources;
    for (int rank = 0; rank < p; rank++)
        if (processor_receives(r, rank))
            return -1;
    return r->received == r->messages ? 0 : give_up(r);
}
