/* One row of bits per slot: sending processors, receiving processors, arcs in
 * use. */
#include "occupancy.h"

#include <stdlib.h>

#include "base/base.h"

struct occupancy_row {
    /* bit sets in one allocation, which begins at `sends` */
    uint64_t *sends, *receives, *arcs;
};

struct occupancy {
    const struct weft_network *network;
    const struct weft_model *model;
    /* arcs must be recorded: one can be busy while its ends are free */
    bool arcs;
    size_t words, arc_words;
    struct occupancy_row *row; /* [slots] bit sets of each slot */
    size_t slots, capacity;
};

static bool test(const uint64_t *bits, int64_t i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

static void occupancy_set(uint64_t *bits, int64_t i)
{
    bits[i / 64] |= (uint64_t)1 << (i % 64);
}

struct occupancy *occupancy_create(const struct weft_network *network,
                                   const struct weft_model *model)
{
    struct occupancy *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    int size = weft_network_size(network);
    o->network = network;
    o->model = model;
    o->arcs =
        model->sends == WEFT_SENDS_ALL || weft_network_vertices(network) > size;
    o->words = (size_t)size / 64 + 1;
    if (o->arcs)
        o->arc_words = (size_t)weft_network_arcs(network) / 64 + 1;
    return o;
}

void occupancy_destroy(struct occupancy *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->slots; i++)
        free(o->row[i].sends);
    free(o->row);
    free(o);
}

static int make_rows(struct occupancy *o, size_t slots)
{
    if (array_grow(&o->row, &o->capacity, slots, sizeof *o->row))
        return -1;
    for (; o->slots < slots; o->slots++) {
        uint64_t *bits = calloc(2 * o->words + o->arc_words, sizeof *bits);
        if (!bits)
            return -1;
        o->row[o->slots] =
            (struct occupancy_row){bits, bits + o->words, bits + 2 * o->words};
    }
    return 0;
}

/* Return the arc from vertex `at` towards `to`, and move `at` along it. */
static int64_t next_arc(const struct weft_network *network, int *at, int to)
{
    int next = weft_network_next(network, *at, to);
    int port = weft_network_port(network, *at, next);
    int64_t arc = weft_network_arc(network, *at, port);
    *at = next;
    return arc;
}

static bool ports_free(const struct occupancy *o,
                       const struct occupancy_row *row,
                       const struct timed_transfer *t)
{
    const struct weft_model *m = o->model;
    if (m->sends != WEFT_SENDS_ALL && test(row->sends, t->from))
        return false;
    if (m->receives == WEFT_RECEIVES_ONE && test(row->receives, t->to))
        return false;
    return m->duplex == WEFT_DUPLEX_FULL ||
           (!test(row->receives, t->from) && !test(row->sends, t->to));
}

bool occupancy_free(const struct occupancy *o,
                    const struct timed_transfer *transfer, size_t count,
                    uint64_t start)
{
    for (size_t i = 0; i < count; i++) {
        const struct timed_transfer *t = &transfer[i];
        if (start + t->slot >= o->slots)
            continue;
        const struct occupancy_row *row = &o->row[start + t->slot];
        if (!ports_free(o, row, t))
            return false;
        for (int at = t->from; o->arcs && at != t->to;)
            if (test(row->arcs, next_arc(o->network, &at, t->to)))
                return false;
    }
    return true;
}

int occupancy_take(struct occupancy *o, const struct timed_transfer *transfer,
                   size_t count, uint64_t start)
{
    for (size_t i = 0; i < count; i++) {
        const struct timed_transfer *t = &transfer[i];
        if (make_rows(o, start + t->slot + 1))
            return -1;
        struct occupancy_row *row = &o->row[start + t->slot];
        occupancy_set(row->sends, t->from);
        occupancy_set(row->receives, t->to);
        for (int at = t->from; o->arcs && at != t->to;)
            occupancy_set(row->arcs, next_arc(o->network, &at, t->to));
    }
    return 0;
}
