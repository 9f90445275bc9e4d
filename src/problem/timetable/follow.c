/* Executes a timetable on a processor: in each round it packs the blocks of its
 * messages, sends them, and unpacks received blocks, replacing or combining.
 * Both ends of a message derive its list of blocks from the timetable, so that
 * only blocks are transferred. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "problem/shared/collective.h"
#include "timetable.h"

/* State of one processor, used by its own thread only. */
struct mover {
    struct weft_processor *self;
    const struct timetable *t;
    const struct weft_operator *op;
    /* [places][bytes], the registers; register 0 is the caller's */
    char *data[2];
    unsigned char *has; /* [registers][places] whether each value is present */
    size_t bytes;
    struct meeting m;
    struct cargo cargo;
    char *pack; /* [pack_room] buffer for the blocks of a message */
    size_t pack_room;
    uint64_t begin; /* time when the current round began */
};

static int follow_no_memory(const struct mover *w)
{
    return weft_fail(w->self, "no memory for blocks");
}

static int follow_place_of(const struct mover *w, int block)
{
    const struct timetable *t = w->t;
    return t->place ? t->place(t, weft_rank(w->self), block) : block;
}

static unsigned char *follow_has(const struct mover *w, int reg, int place)
{
    return &w->has[(size_t)reg * (size_t)w->t->places + (size_t)place];
}

static char *follow_at(const struct mover *w, int reg, int place)
{
    size_t offset = (size_t)place * w->bytes;
    /* the register may be NULL */
    return offset ? w->data[reg] + offset : w->data[reg];
}

/* ---- one message
 * --------------------------------------------------------------- */

static int follow_load(struct mover *w, int round, int from, int to, int number)
{
    cargo_clear(&w->cargo);
    w->cargo.number = number;
    w->t->carry(w->t, round, from, to, &w->cargo);
    if (w->cargo.failed ||
        array_grow(&w->pack, &w->pack_room, w->cargo.count * w->bytes + 1, 1))
        return follow_no_memory(w);
    return 0;
}

/* Pack a block. Return 0 or -1. */
static int follow_pack(struct mover *w, int block, int to, char *pack)
{
    int place = follow_place_of(w, block);
    if (!*follow_has(w, w->cargo.reg, place))
        return weft_fail(w->self,
                         "sends block %d to %d, but holds nothing of it", block,
                         to);
    if (w->bytes)
        memcpy(pack, follow_at(w, w->cargo.reg, place), w->bytes);
    return 0;
}

static int follow_send(struct mover *w, int round, int to, int number)
{
    const struct timetable *t = w->t;
    int rank = weft_rank(w->self);
    if (follow_load(w, round, rank, to, number))
        return -1;
    if (t->next_way)
        t->next_way[rank] = t->way(t, round, rank, to, number);
    const struct cargo *cargo = &w->cargo;
    char *pack = w->pack;
    for (size_t i = 0; i < cargo->runs; i++)
        for (int block = cargo->run[i].first; block <= cargo->run[i].last;
             block++, pack += w->bytes)
            if (follow_pack(w, block, to, pack))
                return -1;
    return cargo->count ? weft_post(w->self, to, cargo->run->first, w->pack,
                                    cargo->count * w->bytes)
                        : 0;
}

/* Add a received value; the value of lower ranks is the left operand. */
static void follow_add(struct mover *w, int reg, int place, int from,
                       const void *block)
{
    char *mine = follow_at(w, reg, place);
    unsigned char *there = follow_has(w, reg, place);
    if (!w->bytes || !*there) {
        if (w->bytes)
            memcpy(mine, block, w->bytes);
    } else if (w->t->left || from < weft_rank(w->self)) {
        w->op->combine(w->op, mine, block, mine, w->bytes);
    } else {
        w->op->combine(w->op, mine, mine, block, w->bytes);
    }
    *there = 1;
}

/* Take a received block: add it to registers, or replace that of register 0. */
static void follow_take(struct mover *w, int adds, int from, int block,
                        const char *data)
{
    int place = follow_place_of(w, block);
    for (int reg = 0; reg < w->t->registers; reg++)
        if (adds >> reg & 1)
            follow_add(w, reg, place, from, data);
    if (adds)
        return;
    if (w->bytes)
        memcpy(follow_at(w, 0, place), data, w->bytes);
    *follow_has(w, 0, place) = 1;
}

static void follow_unpack(struct mover *w, int adds, int from, const char *data)
{
    for (size_t i = 0; i < w->cargo.runs; i++)
        for (int block = w->cargo.run[i].first; block <= w->cargo.run[i].last;
             block++, data += w->bytes)
            follow_take(w, adds, from, block, data);
}

static int follow_receive(struct mover *w, int round, int from, int number)
{
    const struct timetable *t = w->t;
    int rank = weft_rank(w->self);
    struct weft_message message;
    if (follow_load(w, round, from, rank, number))
        return -1;
    if (!w->cargo.count)
        return 0;
    if (weft_receive(w->self, from, &message))
        return -1;
    if (message.id != w->cargo.run->first ||
        message.bytes != w->cargo.count * w->bytes)
        return weft_fail(
            w->self,
            "received block %d of %zu bytes from %d, not block %d of %zu",
            message.id, message.bytes, from, w->cargo.run->first,
            w->cargo.count * w->bytes);
    follow_unpack(w, t->adds ? t->adds(t, round, from, rank) : 0, from,
                  message.data);
    return 0;
}

static void copy_register(struct mover *w)
{
    size_t places = (size_t)w->t->places;
    if (places && w->bytes)
        memcpy(w->data[1], w->data[0], places * w->bytes);
    memcpy(follow_has(w, 1, 0), follow_has(w, 0, 0), places);
}

/* ---- one round
 * ------------------------------------------------------------------ */

static int follow_work(struct mover *w, int round)
{
    bool sends = false;
    w->m.sends = w->m.receives = 0;
    if (w->t->copies && w->t->copies(w->t, round))
        copy_register(w);
    w->t->meet(w->t, round, weft_rank(w->self), &w->m);
    if ((w->m.sends || w->m.receives) &&
        weft_round_begin(w->self, (uint64_t)round, w->begin))
        return -1;
    for (int i = 0, number = 0; i < w->m.sends; i++) {
        number = meet_number(w->m.to, i, number);
        if (follow_send(w, round, w->m.to[i], number))
            return -1;
        sends = sends || w->cargo.count;
    }
    if (sends && weft_step(w->self))
        return -1;
    for (int i = 0, number = 0; i < w->m.receives; i++) {
        number = meet_number(w->m.from, i, number);
        if (follow_receive(w, round, w->m.from[i], number))
            return -1;
    }
    return 0;
}

/* Report the parts of a timetable as tasks. */
static int part_begin(struct mover *w, int round)
{
    int second = w->t->second;
    if (second && round == 1)
        return weft_task_begin(w->self, 1);
    if (!second || round != second + 1)
        return 0;
    return weft_task_end(w->self, 1) || weft_task_begin(w->self, 2) ? -1 : 0;
}

static int follow_go(struct mover *w)
{
    const struct timing timing = {weft_network(w->self), weft_costs(w->self),
                                  weft_message_length(w->self, w->bytes),
                                  false};
    w->begin = weft_now(w->self);
    for (int round = 1; round <= w->t->rounds; round++) {
        if (part_begin(w, round) || follow_work(w, round))
            return -1;
        uint64_t length = w->t->length ? w->t->length[round - 1]
                                       : timetable_length(w->t, round, &timing);
        if (!length)
            return follow_no_memory(w);
        w->begin += length;
    }
    return w->t->second && w->t->rounds ? weft_task_end(w->self, 2) : 0;
}

/* ---- beginning and end
 * -------------------------------------------------------------- */

static int follow_init(struct mover *w, const struct timetable *t)
{
    size_t places = (size_t)t->places, ports = (size_t)t->ports;
    w->m.to = calloc(2 * ports + 1, sizeof *w->m.to);
    w->has = calloc((size_t)t->registers * places + 1, 1);
    if (t->registers > 1)
        w->data[1] = malloc(places * w->bytes + 1);
    if (!w->m.to || !w->has || (t->registers > 1 && !w->data[1]))
        return follow_no_memory(w);
    w->m.from = w->m.to + ports;
    for (int reg = 0; reg < t->registers; reg++)
        if (t->filled >> reg & 1)
            memset(follow_has(w, reg, 0), 1, places);
    if (t->registers > 1 && places && w->bytes)
        memcpy(w->data[1], w->data[0], places * w->bytes);
    return 0;
}

/* Move the result to register 0. */
static void follow_conclude(struct mover *w)
{
    const struct timetable *t = w->t;
    for (int place = 0; place < t->places && t->registers > 1 && w->bytes;
         place++) {
        if (t->joined && *follow_has(w, 1, place))
            w->op->combine(w->op, follow_at(w, 0, place),
                           follow_at(w, 0, place), follow_at(w, 1, place),
                           w->bytes);
        else if (t->result == 1 && *follow_has(w, 1, place))
            memcpy(follow_at(w, 0, place), follow_at(w, 1, place), w->bytes);
    }
}

int timetable_follow(struct weft_processor *self, const struct timetable *t,
                     const struct weft_operator *op, void *data, size_t bytes)
{
    struct mover w = {
        .self = self, .t = t, .op = op, .data = {data}, .bytes = bytes};
    int status = follow_init(&w, t) || follow_go(&w) ? -1 : 0;
    if (!status)
        follow_conclude(&w);
    free(w.data[1]);
    free(w.has);
    free(w.m.to);
    free(w.cargo.run);
    free(w.pack);
    return status;
}

int timetable_call(struct weft_processor *self, timetable_maker *maker,
                   const struct terms *terms, const struct weft_operator *op,
                   void *data, size_t bytes)
{
    struct timetable t;
    struct terms own = *terms;
    if (collective_check_bytes(self, bytes) ||
        collective_check_root(self, terms->root))
        return -1;
    if (terms->packets < 0)
        return weft_fail(self, "%d packets or blocks", terms->packets);
    own.p = weft_size(self);
    int status = timetable_make(&t, maker, &own)
                     ? weft_fail(self, "this algorithm %s", t.wrong)
                     : timetable_follow(self, &t, op, data, bytes);
    timetable_finish(&t);
    return status;
}
