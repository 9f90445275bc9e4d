/* Calls the round-based algorithms of weft/collective.h as a program does: real
 * bytes of any length, noncommutative operators where the order is kept, costs
 * with and without lengths. All processors must get the right result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/machine.h>
#include <weft/unstable/collective.h>

#include "fewer.h"

static int failures;

typedef int moves(struct weft_processor *, void *, size_t);
typedef int moves_by(struct weft_processor *, int, void *, size_t);
typedef int moves_grid(struct weft_processor *, int, const int *, void *,
                       size_t);
typedef int moves_wide(struct weft_processor *, int, const int *, bool, void *,
                       size_t);
typedef int moves_both(struct weft_processor *, int, int, void *, size_t);
typedef int sums(struct weft_processor *, const struct weft_operator *, void *,
                 size_t);
typedef int sums_by(struct weft_processor *, int, const struct weft_operator *,
                    void *, size_t);
typedef int sums_grid(struct weft_processor *, int, const int *,
                      const struct weft_operator *, void *, size_t);
typedef int sums_wide(struct weft_processor *, int, const int *, bool,
                      const struct weft_operator *, void *, size_t);
typedef int sums_both(struct weft_processor *, int, int,
                      const struct weft_operator *, void *, size_t);

enum kind {
    GATHERS,  /* each processor's block to all */
    PAIRS,    /* a block from each processor to each */
    SCATTERS, /* sums, one part at each processor */
    REDUCES,  /* sums of `chunks` blocks at all processors */
    SCANS,    /* sums of 0 .. r */
    EXSCANS,  /* sums of 0 .. r-1 */
    SPREADS,  /* the root's `chunks` blocks to all */
    DEALS,    /* the root's block r to processor r */
    COLLECTS, /* each processor's block to the root */
    SUMS_UP   /* sums of `chunks` blocks at the root */
};

enum chunks {
    ONE,
    PER_PROCESSOR,
    TWICE,
    FOURFOLD,
    POWER,
    GIVEN,
    TWICE_GIVEN,
    NONE
};

struct row {
    const char *name;
    enum kind kind;
    enum chunks chunks;
    bool ordered; /* the operator need not commute */
    /* allowed numbers of processors: 0 any, 1 even, 2 powers of two, 3 more
     * than two */
    int which;
    moves *moves;
    moves_by *moves_by; /* takes `by`; NULL: `moves` is set instead */
    moves_grid *moves_grid;
    moves_wide *moves_wide;
    moves_both *moves_both; /* takes the root and `by` */
    sums *sums;
    sums_by *sums_by;
    sums_grid *sums_grid;
    sums_wide *sums_wide;
    sums_both *sums_both;
    int by;
    bool all_port;
};

#define MOVES(n, k, w)                                                         \
    {                                                                          \
#n, k, PER_PROCESSOR, .which = w, .moves = weft_##n                    \
    }
#define SUMS(n, k, c, o, w)                                                    \
    {                                                                          \
#n, k, c, o, .which = w, .sums = weft_##n                              \
    }

/* ---- barriers: nothing but to return ---- */

#define BARRIER(name)                                                          \
    static int barrier_##name(struct weft_processor *self, void *data,         \
                              size_t bytes)                                    \
    {                                                                          \
        (void)data, (void)bytes;                                               \
        return weft_barrier_##name(self);                                      \
    }

BARRIER(tournament)
BARRIER(recursive_doubling)
BARRIER(central)
BARRIER(ring)

static int barrier_dissemination(struct weft_processor *self, void *data,
                                 size_t bytes)
{
    (void)data, (void)bytes;
    return weft_barrier_dissemination(self, 3);
}

static const struct row rows[] = {
    {"barrier_tournament", GATHERS, NONE, .moves = barrier_tournament},
    {"barrier_recursive_doubling", GATHERS, NONE,
     .moves = barrier_recursive_doubling},
    {"barrier_central", GATHERS, NONE, .moves = barrier_central},
    {"barrier_ring", GATHERS, NONE, .moves = barrier_ring},
    {"barrier_dissemination", GATHERS, NONE, .moves = barrier_dissemination},
    MOVES(allgather_ring, GATHERS, 0),
    {"allgather_bidirectional", GATHERS, PER_PROCESSOR, .which = 3,
     .moves = weft_allgather_bidirectional, .all_port = true},
    MOVES(allgather_neighbour, GATHERS, 1),
    MOVES(allgather_recursive_doubling, GATHERS, 2),
    {"allgather_bruck", GATHERS, PER_PROCESSOR,
     .moves_by = weft_allgather_bruck, .by = 3},
    MOVES(allgather_spread_out, GATHERS, 0),
    MOVES(allgather_sparbit, GATHERS, 0),
    MOVES(allgather_bine, GATHERS, 1),
    {"allgather_circulant", GATHERS, PER_PROCESSOR,
     .moves_by = weft_allgather_circulant, .by = 1},
    MOVES(allgather_gather_broadcast, GATHERS, 0),
    {"allgather_bucket", GATHERS, PER_PROCESSOR,
     .moves_grid = weft_allgather_bucket},
    {"allgather_exchange", GATHERS, PER_PROCESSOR,
     .moves_wide = weft_allgather_exchange},
    {"allgather_hierarchical", GATHERS, PER_PROCESSOR, .which = 1,
     .moves_by = weft_allgather_hierarchical, .by = 2},
    {"allgather_pat", GATHERS, PER_PROCESSOR, .moves_by = weft_allgather_pat,
     .by = 2},
    MOVES(alltoall_spread_out, PAIRS, 0),
    MOVES(alltoall_pairwise, PAIRS, 2),
    {"alltoall_bruck", PAIRS, PER_PROCESSOR, .moves_by = weft_alltoall_bruck,
     .by = 2},
    MOVES(alltoall_hypercube, PAIRS, 2),
    {"alltoall_grid", PAIRS, PER_PROCESSOR, .moves_both = weft_alltoall_grid},
    MOVES(alltoall_ring, PAIRS, 0),
    {"alltoall_bidirectional", PAIRS, PER_PROCESSOR, .which = 3,
     .moves = weft_alltoall_bidirectional, .all_port = true},
    {"alltoall_balanced", PAIRS, PER_PROCESSOR, .which = 2,
     .moves = weft_alltoall_balanced, .all_port = true},
    SUMS(reduce_scatter_ring, SCATTERS, PER_PROCESSOR, false, 0),
    SUMS(reduce_scatter_pairwise, SCATTERS, PER_PROCESSOR, true, 0),
    SUMS(reduce_scatter_recursive_halving, SCATTERS, PER_PROCESSOR, false, 0),
    SUMS(reduce_scatter_circulant, SCATTERS, PER_PROCESSOR, false, 0),
    SUMS(reduce_scatter_bine, SCATTERS, PER_PROCESSOR, false, 1),
    {"reduce_scatter_bucket", SCATTERS, PER_PROCESSOR,
     .sums_grid = weft_reduce_scatter_bucket},
    {"reduce_scatter_exchange", SCATTERS, PER_PROCESSOR,
     .sums_wide = weft_reduce_scatter_exchange},
    {"reduce_scatter_pat", SCATTERS, PER_PROCESSOR,
     .sums_by = weft_reduce_scatter_pat, .by = 2},
    SUMS(allreduce_ring, REDUCES, PER_PROCESSOR, false, 0),
    {"allreduce_bidirectional", REDUCES, TWICE, .which = 3,
     .sums = weft_allreduce_bidirectional, .all_port = true},
    SUMS(allreduce_recursive_doubling, REDUCES, ONE, true, 0),
    SUMS(allreduce_rabenseifner, REDUCES, POWER, true, 0),
    SUMS(allreduce_circulant, REDUCES, PER_PROCESSOR, false, 0),
    SUMS(allreduce_bine, REDUCES, PER_PROCESSOR, false, 1),
    {"allreduce_bucket", REDUCES, PER_PROCESSOR,
     .sums_grid = weft_allreduce_bucket},
    {"allreduce_exchange", REDUCES, PER_PROCESSOR,
     .sums_wide = weft_allreduce_exchange},
    SUMS(allreduce_census, REDUCES, ONE, false, 0),
    SUMS(allreduce_swing, REDUCES, ONE, false, 2),
    {"allreduce_swing_torus", REDUCES, FOURFOLD, .which = 2,
     .sums_grid = weft_allreduce_swing_torus, .all_port = true},
    SUMS(allreduce_reduce_broadcast, REDUCES, ONE, true, 0),
    {"allreduce_hierarchical", REDUCES, ONE, true, .which = 1,
     .sums_by = weft_allreduce_hierarchical, .by = 2},
    {"allreduce_double_tree", REDUCES, TWICE_GIVEN,
     .sums_by = weft_allreduce_double_tree, .by = 3},
    {"allreduce_in_network", REDUCES, GIVEN,
     .sums_by = weft_allreduce_in_network, .by = 3, .all_port = true},
    {"allreduce_multiplying", REDUCES, ONE,
     .sums_by = weft_allreduce_multiplying, .by = 3},
    {"allreduce_pat", REDUCES, PER_PROCESSOR, .sums_by = weft_allreduce_pat,
     .by = 4},
    SUMS(scan_chain, SCANS, ONE, true, 0),
    SUMS(scan_hillis_steele, SCANS, ONE, true, 0),
    SUMS(scan_recursive_doubling, SCANS, ONE, true, 0),
    SUMS(scan_brent_kung, SCANS, ONE, true, 0),
    SUMS(exscan_shift, EXSCANS, ONE, true, 0),
    SUMS(exscan_doubling_123, EXSCANS, ONE, true, 3),
    {"stream_circulant", SPREADS, GIVEN, .moves_both = weft_stream_circulant,
     .by = 5},
    {"stream_double_tree", SPREADS, GIVEN,
     .moves_both = weft_stream_double_tree, .by = 5},
    {"stream_scatter_allgather", SPREADS, PER_PROCESSOR,
     .moves_by = weft_stream_scatter_allgather},
    {"stream_in_network", SPREADS, GIVEN, .moves_both = weft_stream_in_network,
     .by = 5, .all_port = true},
    {"stream_scatter_doubling", SPREADS, PER_PROCESSOR, .which = 2,
     .moves_by = weft_stream_scatter_doubling},
    {"broadcast_knomial", SPREADS, ONE, .moves_both = weft_broadcast_knomial,
     .by = 3},
    {"broadcast_in_network", SPREADS, ONE,
     .moves_by = weft_broadcast_in_network, .all_port = true},
    {"broadcast_bine", SPREADS, ONE, .which = 2,
     .moves_by = weft_broadcast_bine},
    {"scatter_binomial", DEALS, PER_PROCESSOR,
     .moves_by = weft_scatter_binomial},
    {"scatter_linear", DEALS, PER_PROCESSOR, .moves_by = weft_scatter_linear},
    {"gather_binomial", COLLECTS, PER_PROCESSOR,
     .moves_by = weft_gather_binomial},
    {"reduce_in_network", SUMS_UP, GIVEN, .sums_both = weft_reduce_in_network,
     .by = 5, .all_port = true},
    {"reduce_circulant", SUMS_UP, GIVEN, .sums_both = weft_reduce_circulant,
     .by = 4},
};

#define ROWS (sizeof rows / sizeof *rows)

struct call {
    const struct row *row;
    int p, root, chunks;
    size_t bytes;
    const struct weft_operator *op;
    unsigned char *right; /* [p] each element is written by its rank */
};

static void fill(unsigned char *to, size_t bytes, int origin, int block)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(origin * 31 + block * 101 + (int)i * 7 + 3);
}

/* Return whether a processor has a block at the start; other blocks are 0. */
static bool starts(const struct call *call, int rank, int block)
{
    switch (call->row->kind) {
    case GATHERS:
    case COLLECTS:
        return block == rank;
    case SPREADS:
    case DEALS:
        return rank == call->root;
    default:
        return true;
    }
}

static bool wants(const struct call *call, int rank, int block)
{
    switch (call->row->kind) {
    case SCATTERS:
    case DEALS:
        return block == rank;
    case COLLECTS:
    case SUMS_UP:
        return rank == call->root;
    case EXSCANS:
        return rank > 0;
    default:
        return true;
    }
}

/* Combine the contributions of first .. last from left to right. */
static void fold(const struct call *call, unsigned char *to, int first,
                 int last, int block)
{
    unsigned char next[64];
    fill(to, call->bytes, first, block);
    for (int rank = first + 1; rank <= last; rank++) {
        fill(next, call->bytes, rank, block);
        if (call->bytes)
            call->op->combine(call->op, to, to, next, call->bytes);
    }
}

static void expect(const struct call *call, unsigned char *to, int rank,
                   int block)
{
    switch (call->row->kind) {
    case GATHERS:
    case COLLECTS:
        fill(to, call->bytes, block, block);
        break;
    case PAIRS:
        fill(to, call->bytes, block, rank);
        break;
    case SPREADS:
    case DEALS:
        fill(to, call->bytes, call->root, block);
        break;
    default:
        fold(call, to, 0,
             call->row->kind == SCANS     ? rank
             : call->row->kind == EXSCANS ? rank - 1
                                          : call->p - 1,
             block);
    }
}

/* Factorise p into two extents, as equal as possible. Return their number. */
static int extents(int p, int extent[2])
{
    int a = 1;
    for (int i = 1; i * i <= p; i++)
        a = p % i == 0 ? i : a;
    extent[0] = a;
    extent[1] = p / a;
    return 2;
}

static int do_call(struct weft_processor *self, const struct call *call,
                   void *data)
{
    const struct row *row = call->row;
    size_t bytes = call->bytes;
    int extent[2], axes = extents(call->p, extent);
    int by = row->by ? row->by : call->root;
    if (row->moves)
        return row->moves(self, data, bytes);
    if (row->moves_by)
        return row->moves_by(self, by, data, bytes);
    if (row->moves_grid)
        return row->moves_grid(self, axes, extent, data, bytes);
    if (row->moves_wide)
        return row->moves_wide(self, axes, extent, false, data, bytes);
    if (row->moves_both && row->kind == PAIRS)
        return row->moves_both(self, extent[0], extent[1], data, bytes);
    if (row->moves_both)
        return row->moves_both(self, call->root, row->by, data, bytes);
    if (row->sums)
        return row->sums(self, call->op, data, bytes);
    if (row->sums_by)
        return row->sums_by(self, by, call->op, data, bytes);
    if (row->sums_grid)
        return row->sums_grid(self, axes, extent, call->op, data, bytes);
    if (row->sums_wide)
        return row->sums_wide(self, axes, extent, false, call->op, data, bytes);
    return row->sums_both(self, call->root, row->by, call->op, data, bytes);
}

static int program(struct weft_processor *self, void *arg)
{
    const struct call *call = arg;
    int rank = weft_rank(self);
    size_t bytes = call->bytes, all = bytes * (size_t)call->chunks;
    unsigned char *data = calloc(all + 16, 1), expected[64];
    memset(data + all, 0xa5, 16); /* guard bytes, which must not change */
    for (int block = 0; block < call->chunks; block++)
        if (starts(call, rank, block))
            fill(data + (size_t)block * bytes, bytes, rank, block);
    int status = do_call(self, call, data);
    bool right = !status;
    for (int block = 0; right && block < call->chunks; block++) {
        if (!wants(call, rank, block))
            continue;
        expect(call, expected, rank, block);
        right = !memcmp(data + (size_t)block * bytes, expected, bytes);
    }
    for (int i = 0; i < 16; i++)
        right = right && data[all + (size_t)i] == 0xa5;
    call->right[rank] = right;
    free(data);
    return status;
}

static int chunks_of(const struct row *row, int p)
{
    switch (row->chunks) {
    case PER_PROCESSOR:
        return p;
    case TWICE:
        return 2 * p;
    case FOURFOLD:
        return 4 * p;
    case GIVEN:
        return row->by;
    case TWICE_GIVEN:
        return 2 * row->by;
    case NONE:
        return 0;
    case POWER:
        return 1 << (31 - __builtin_clz((unsigned)p));
    default:
        return 1;
    }
}

static bool fits(const struct row *row, int p)
{
    bool power = !(p & (p - 1));
    return row->which == 0 || (row->which == 1 && p % 2 == 0) ||
           (row->which == 2 && power) || (row->which == 3 && p > 2);
}

static void run(struct call *call, const struct weft_cost *cost)
{
    const struct row *row = call->row;
    char spec[40];
    struct weft_error err = {0};
    struct weft_outcome outcome;
    call->right = calloc((size_t)call->p, 1);
    snprintf(spec, sizeof spec, "complete:%d", call->p);
    struct weft_machine machine = {
        .network = weft_network_create(spec, &err),
        .cost = *cost,
        .bytes = call->bytes,
        .engine = "fibers",
        .program = program,
        .arg = call,
    };
    weft_model_parse(row->all_port ? "all-port" : "one-port-duplex",
                     &machine.model, NULL);
    bool bad = weft_machine_run(&machine, &outcome, &err);
    for (int rank = 0; rank < call->p; rank++)
        bad = bad || !call->right[rank];
    if (bad) {
        printf("%s, p = %d, root %d, %zu bytes, ts = %llu: %s\n", row->name,
               call->p, call->root, call->bytes, (unsigned long long)cost->ts,
               err.text);
        failures++;
    }
    weft_outcome_finish(&outcome);
    weft_network_destroy((struct weft_network *)(uintptr_t)machine.network);
    free(call->right);
}

static const struct weft_operator *operator_named(const char *name)
{
    const struct weft_operator *op = NULL;
    for (size_t i = 0; (op = weft_operator(i)); i++)
        if (!strcmp(op->name, name))
            break;
    return op;
}

static void try_row(const struct row *row, int p)
{
    static const size_t lengths[] = {0, 1, 8, 24};
    static const struct weft_cost costs[] = {{.ts = 1},
                                             {.ts = 10, .tw = 3, .th = 0}};
    struct call call = {.row = row, .p = p, .chunks = chunks_of(row, p)};
    call.op = operator_named(row->ordered ? "compose" : "sum");
    for (size_t i = 0; i < 4; i++) {
        call.bytes = lengths[i];
        call.root = (int)(i * 7) % p;
        run(&call, &costs[i % 2]);
    }
}

int main(void)
{
    for (size_t i = 0; i < ROWS; i++)
        for (int p = 2; p <= 17; p += FEWER(1, 5))
            if (fits(&rows[i], p))
                try_row(&rows[i], p);
    return failures > 0;
}
