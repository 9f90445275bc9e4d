/* Random programs: the i-th operation of processor `rank` is a function of the
 * seed alone.
 *
 * A matched program executes one list of transfers that all processors know; a
 * processor that is neither source nor destination performs an operation of its
 * own, or none. Free programs perform any operation at any time, and often
 * deadlock. */
#include "machine-case.h"

#include <stdlib.h>
#include <string.h>

#include "fewer.h"

uint64_t mix(uint64_t digest, uint64_t value)
{
    uint64_t x = (digest ^ value) * 0x9e3779b97f4a7c15u + 0x7f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 31;
}

void case_make(struct casus *casus, uint64_t seed)
{
    static const char *const networks[] = {
        "hypercube:1", "hypercube:2", "hypercube:4", "ring:5",
        "line:7",      "mesh:3x4",    "torus:4x4",   "tree:8",
        "star:9",      "complete:6",  "complete:2",  "hypercube:3",
        "complete:20", "torus:3x3x2",
    };
    static const char *const models[] = {
        "shouting",
        "all-port",
        "one-port",
        "one-port-duplex",
        "send=same,receive=one,duplex=full",
        "send=all,receive=one,duplex=half",
        "send=one,receive=all,duplex=full",
        "send=2,receive=3,duplex=full",
        "send=3,receive=2,duplex=half",
        "send=all,receive=2,duplex=full",
        "send=2,receive=all,duplex=full",
        "send=same,receive=4,duplex=half",
    };
    uint64_t draw = mix(seed, 1);
    memset(casus, 0, sizeof *casus);
    casus->seed = seed;
    casus->network = weft_network_create(
        networks[draw % (sizeof networks / sizeof networks[0])], NULL);
    draw = mix(seed, 2);
    if (!casus->network ||
        weft_model_parse(models[draw % (sizeof models / sizeof models[0])],
                         &casus->model, NULL))
        abort();
    casus->on_conflict = (enum weft_on_conflict)(mix(seed, 3) % 3);
    if (mix(seed, 4) % 3 == 0)
        casus->cost = (struct weft_cost){2, 1, 1};
    casus->size = weft_network_size(casus->network);
    casus->matched = mix(seed, 5) % 2;
    casus->fails = mix(seed, 6) % 16 == 0;
    casus->length = (int)(mix(seed, 7) % 60) + 5;
    /* Make some programs long, so that very old history matters. */
    if (seed % 5 == 0)
        casus->length *= casus->matched ? FEWER(20, 6) : 4;
}

void case_finish(struct casus *casus)
{
    weft_network_destroy(casus->network);
}

/* Return a processor to which `rank` may send. */
static int draw_peer(const struct casus *casus, int rank, uint64_t draw)
{
    const struct weft_network *network = casus->network;
    bool any = casus->model.sends == WEFT_SENDS_ONE ||
               weft_network_vertices(network) > casus->size;
    if (any && (draw & 1))
        return (rank + 1 + (int)((draw >> 8) % (uint64_t)(casus->size - 1))) %
               casus->size;
    int peer = weft_network_neighbour(
        network, rank,
        (int)((draw >> 8) % (uint64_t)weft_network_degree(network, rank)));
    return peer < casus->size ? peer : (rank + 1) % casus->size;
}

static void add_peers(const struct casus *casus, int rank, uint64_t draw,
                      struct op *op)
{
    int count = (int)(draw % PEERS_MAX) + 1;
    for (int i = 0; i < count; i++) {
        int peer = draw_peer(casus, rank, mix(draw, (uint64_t)i));
        bool known = false;
        for (int k = 0; k < op->peers; k++)
            known |= op->peer[k] == peer;
        if (!known)
            op->peer[op->peers++] = peer;
    }
}

static void matched(const struct casus *casus, int rank, uint64_t all,
                    struct op *op)
{
    int source = (int)(mix(all, 1) % (uint64_t)casus->size);
    int peer = draw_peer(casus, source, mix(all, 2));
    op->peer[0] = rank == source ? peer : source;
    op->peers = 1;
    if (rank == source)
        op->kind = OP_SEND;
    else if (rank == peer)
        op->kind = OP_RECEIVE;
    else
        op->kind = mix(all, (uint64_t)rank + 9) % 16 ? OP_MARK : OP_COMPUTE;
}

static void free_choice(const struct casus *casus, int rank, uint64_t draw,
                        struct op *op)
{
    static const enum op_kind kinds[] = {
        OP_SEND,  OP_SEND,    OP_SEND,  OP_SEND,  OP_SHOUT, OP_SHOUT, OP_POST,
        OP_POST,  OP_STEP,    OP_STEP,  OP_UNTIL, OP_UNTIL, OP_UNTIL, OP_UNTIL,
        OP_TAKE,  OP_TAKE,    OP_TAKE,  OP_TAKE,  OP_STORE, OP_MARK,  OP_SLEEP,
        OP_SLEEP, OP_COMPUTE, OP_UNTIL, OP_TAKE,  OP_UNTIL, OP_TAKE,
    };
    op->kind = kinds[draw % (sizeof kinds / sizeof kinds[0])];
    if (draw >> 10 & 1 && draw % 31 == 0)
        op->kind = OP_RECEIVE;
    if (op->kind == OP_SHOUT)
        add_peers(casus, rank, mix(draw, 1), op);
    else
        op->peer[op->peers++] = draw_peer(casus, rank, mix(draw, 2));
    bool receives =
        op->kind == OP_UNTIL || op->kind == OP_TAKE || op->kind == OP_RECEIVE;
    if (receives && mix(draw, 3) % 4)
        op->peer[0] = WEFT_ANY;
}

bool case_op(const struct casus *casus, int rank, int i, struct op *op)
{
    uint64_t all = mix(mix(casus->seed, 100), (uint64_t)i);
    uint64_t draw = mix(all, (uint64_t)rank);
    memset(op, 0, sizeof *op);
    if (i >= casus->length)
        return false;
    if (casus->matched)
        matched(casus, rank, all, op);
    else
        free_choice(casus, rank, draw, op);
    op->id = i * casus->size + rank;
    op->time = mix(draw, 5) % 9;
    op->bytes = mix(draw, 6) % 3 ? mix(draw, 7) % 9 : mix(draw, 7) % BYTES_MAX;
    if (casus->fails && mix(draw, 8) % 64 == 0)
        op->kind = OP_FAIL;
    return true;
}

void case_payload(unsigned char *data, size_t bytes, int source, int id)
{
    for (size_t i = 0; i < bytes; i++)
        data[i] =
            (unsigned char)mix((uint64_t)source * 65536 + (uint64_t)id, i);
}
