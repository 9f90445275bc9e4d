/* Calls every function of weft/collective.h as a program does: real data, many
 * sizes, roots and lengths, both engines. All processors must get the right
 * bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/machine.h>
#include <weft/unstable/collective.h>

#include "fewer.h"

static int failures;

/* Parameters of a run; read-only while processors run, except `wrong`. */
struct call {
    const struct row *row;
    int p, root, packets;
    size_t bytes;
    const struct weft_operator *op;
    const struct weft_necklace *necklace;
    const struct weft_forest *forest;
    /* [p] 1 right, 2 wrong; each element is written by its rank */
    unsigned char *wrong;
};

/* A function under test. */
struct row {
    const char *name, *network, *model; /* "complete:%d": %d is p, or log2 p */
    /* Call the function and compare its result; set call->wrong. Return 0 or
     * -1. */
    int (*try)(struct weft_processor *self, const struct call *call);
    bool power_of_two;
    bool reduces, streams, needs_bytes, needs_forest;
};

/* ---- data ---- */

static unsigned char byte_of(int origin, int block, size_t i)
{
    return (unsigned char)(origin * 31 + block * 101 + (int)i * 7 + 3);
}

static void fill(unsigned char *to, size_t bytes, int origin, int block)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = byte_of(origin, block, i);
}

static bool is(const unsigned char *data, size_t bytes, int origin, int block)
{
    for (size_t i = 0; i < bytes; i++)
        if (data[i] != byte_of(origin, block, i))
            return false;
    return true;
}

/* number of bytes behind a buffer, which no function may change */
#define FENCE 16

static unsigned char *room(size_t bytes)
{
    unsigned char *data = malloc(bytes + FENCE);
    memset(data, 0xa5, bytes + FENCE);
    return data;
}

static void judge(const struct call *call, int rank, bool right,
                  unsigned char *data, size_t bytes)
{
    for (int i = 0; i < FENCE; i++)
        right = right && data[bytes + (size_t)i] == 0xa5;
    call->wrong[rank] = right ? 1 : 2;
    free(data);
}

/* ---- broadcasts ---- */

typedef int broadcast(struct weft_processor *self, int root, int id, void *data,
                      size_t bytes);

static int try_broadcast(struct weft_processor *self, const struct call *call,
                         broadcast *function)
{
    int rank = weft_rank(self);
    unsigned char *data = room(call->bytes);
    if (rank == call->root)
        fill(data, call->bytes, rank, 5);
    int status = function(self, call->root, 3, data, call->bytes);
    judge(call, rank, !status && is(data, call->bytes, call->root, 5), data,
          call->bytes);
    return status;
}

static int broadcast_binomial(struct weft_processor *self,
                              const struct call *call)
{
    return try_broadcast(self, call, weft_broadcast_binomial);
}

static int broadcast_sbt(struct weft_processor *self, const struct call *call)
{
    return try_broadcast(self, call, weft_broadcast_sbt);
}

static int broadcast_naive(struct weft_processor *self, const struct call *call)
{
    return try_broadcast(self, call, weft_broadcast_naive);
}

/* ---- reductions ---- */

typedef int reduce(struct weft_processor *self, int root, int id,
                   const struct weft_operator *op, void *data, size_t bytes);

/* Compute the result by combining from left to right. */
static void combine_all(const struct call *call, unsigned char *result)
{
    unsigned char *next = malloc(call->bytes + 1);
    fill(result, call->bytes, 0, 0);
    for (int rank = 1; rank < call->p; rank++) {
        fill(next, call->bytes, rank, 0);
        if (call->bytes)
            call->op->combine(call->op, result, result, next, call->bytes);
    }
    free(next);
}

static int try_reduce(struct weft_processor *self, const struct call *call,
                      reduce *function)
{
    int rank = weft_rank(self);
    unsigned char *data = room(call->bytes);
    unsigned char *expected = malloc(call->bytes + 1);
    fill(data, call->bytes, rank, 0);
    fill(expected, call->bytes, rank, 0);
    if (rank == call->root)
        combine_all(call, expected);
    int status = function(self, call->root, 4, call->op, data, call->bytes);
    bool right = !status && !memcmp(data, expected, call->bytes);
    free(expected);
    judge(call, rank, right, data, call->bytes);
    return status;
}

static int reduce_binomial(struct weft_processor *self, const struct call *call)
{
    return try_reduce(self, call, weft_reduce_binomial);
}

static int reduce_sbt(struct weft_processor *self, const struct call *call)
{
    return try_reduce(self, call, weft_reduce_sbt);
}

static int reduce_naive(struct weft_processor *self, const struct call *call)
{
    return try_reduce(self, call, weft_reduce_naive);
}

/* ---- blocks of all processors ---- */

static unsigned char *place(unsigned char *data, const struct call *call, int r)
{
    return data + (size_t)r * call->bytes;
}

static int scatter_necklace(struct weft_processor *self,
                            const struct call *call)
{
    int rank = weft_rank(self);
    bool root = rank == call->root;
    size_t bytes = call->bytes * (size_t)(root ? call->p : 1);
    unsigned char *data = room(bytes);
    for (int r = 0; root && r < call->p; r++)
        fill(place(data, call, r), call->bytes, rank, r);
    int status = weft_scatter_necklace(self, call->necklace, call->root, data,
                                       call->bytes);
    judge(call, rank,
          !status && is(root ? place(data, call, rank) : data, call->bytes,
                        call->root, rank),
          data, bytes);
    return status;
}

static int gather_necklace(struct weft_processor *self, const struct call *call)
{
    int rank = weft_rank(self);
    bool root = rank == call->root;
    size_t bytes = call->bytes * (size_t)(root ? call->p : 1);
    unsigned char *data = room(bytes);
    fill(root ? place(data, call, rank) : data, call->bytes, rank, 9);
    int status = weft_gather_necklace(self, call->necklace, call->root, data,
                                      call->bytes);
    bool right = !status;
    for (int r = 0; root && r < call->p; r++)
        right = right && is(place(data, call, r), call->bytes, r, 9);
    judge(call, rank, right && (root || is(data, call->bytes, rank, 9)), data,
          bytes);
    return status;
}

static int try_multinode(struct weft_processor *self, const struct call *call,
                         bool split)
{
    int rank = weft_rank(self);
    size_t bytes = call->bytes * (size_t)call->p;
    unsigned char *data = room(bytes);
    fill(place(data, call, rank), call->bytes, rank, 2);
    int status = split ? weft_multinode_split(self, data, call->bytes)
                       : weft_multinode_necklace(self, call->necklace, data,
                                                 call->bytes);
    bool right = !status;
    for (int r = 0; r < call->p; r++)
        right = right && is(place(data, call, r), call->bytes, r, 2);
    judge(call, rank, right, data, bytes);
    return status;
}

static int multinode_necklace(struct weft_processor *self,
                              const struct call *call)
{
    return try_multinode(self, call, false);
}

static int multinode_split(struct weft_processor *self, const struct call *call)
{
    return try_multinode(self, call, true);
}

/* ---- streams ---- */

typedef int stream(struct weft_processor *self, int root, int packets,
                   void *data, size_t bytes);

static int judge_stream(const struct call *call, int rank, int status,
                        unsigned char *data)
{
    bool right = !status;
    for (int k = 0; k < call->packets; k++)
        right = right && is(place(data, call, k), call->bytes, call->root, k);
    judge(call, rank, right, data, call->bytes * (size_t)call->packets);
    return status;
}

static unsigned char *packets_of(struct weft_processor *self,
                                 const struct call *call)
{
    unsigned char *data = room(call->bytes * (size_t)call->packets);
    for (int k = 0; weft_rank(self) == call->root && k < call->packets; k++)
        fill(place(data, call, k), call->bytes, call->root, k);
    return data;
}

static int try_stream(struct weft_processor *self, const struct call *call,
                      stream *function)
{
    unsigned char *data = packets_of(self, call);
    int status = function(self, call->root, call->packets, data, call->bytes);
    return judge_stream(call, weft_rank(self), status, data);
}

static int stream_path(struct weft_processor *self, const struct call *call)
{
    return try_stream(self, call, weft_stream_path);
}

static int stream_binomial(struct weft_processor *self, const struct call *call)
{
    return try_stream(self, call, weft_stream_binomial);
}

static int stream_binary(struct weft_processor *self, const struct call *call)
{
    return try_stream(self, call, weft_stream_binary);
}

static int stream_edst(struct weft_processor *self, const struct call *call)
{
    return try_stream(self, call, weft_stream_edst);
}

static int stream_fibonacci(struct weft_processor *self,
                            const struct call *call)
{
    unsigned char *data = packets_of(self, call);
    int status = weft_stream_fibonacci(self, call->forest, call->root,
                                       call->packets, data, call->bytes);
    return judge_stream(call, weft_rank(self), status, data);
}

/* ---- runs ---- */

static const struct row rows[] = {
    {"broadcast_binomial", "complete:%d", "one-port", broadcast_binomial},
    {"broadcast_binomial", "ring:%d", "one-port", broadcast_binomial},
    {"broadcast_naive", "line:%d", "one-port", broadcast_naive},
    {"broadcast_sbt", "hypercube:%d", "shouting", broadcast_sbt, true},
    {"reduce_binomial", "complete:%d", "one-port", reduce_binomial, false,
     true},
    {"reduce_binomial", "line:%d", "one-port-duplex", reduce_binomial, false,
     true},
    {"reduce_naive", "ring:%d", "one-port", reduce_naive, false, true},
    {"reduce_sbt", "hypercube:%d", "all-port", reduce_sbt, true, true},
    {"scatter_necklace", "hypercube:%d", "all-port", scatter_necklace, true},
    {"gather_necklace", "hypercube:%d", "all-port", gather_necklace, true},
    {"multinode_necklace", "hypercube:%d", "all-port", multinode_necklace,
     true},
    {"multinode_split", "hypercube:%d", "all-port", multinode_split, true,
     false, false, true},
    {"stream_path", "complete:%d", "one-port-duplex", stream_path, false, false,
     true},
    {"stream_binomial", "complete:%d", "one-port", stream_binomial, false,
     false, true},
    {"stream_binary", "complete:%d", "one-port-duplex", stream_binary, false,
     false, true},
    {"stream_edst", "hypercube:%d", "one-port-duplex", stream_edst, true, false,
     true},
    {"stream_fibonacci", "complete:%d", "one-port-duplex", stream_fibonacci,
     false, false, true, false, true},
};

static int program(struct weft_processor *self, void *arg)
{
    const struct call *call = arg;
    return call->row->try(self, call);
}

static void run(struct call *call, const char *engine,
                const struct weft_cost *cost)
{
    const struct row *row = call->row;
    char spec[40];
    struct weft_error err = {0};
    struct weft_outcome outcome = {0};
    int d = __builtin_ctz((unsigned)call->p);
    snprintf(spec, sizeof spec, row->network, row->power_of_two ? d : call->p);
    struct weft_machine machine = {.network = weft_network_create(spec, &err),
                                   .program = program,
                                   .arg = call,
                                   .engine = engine,
                                   .cost = *cost,
                                   .bytes = 8};
    weft_model_parse(row->model, &machine.model, &err);
    call->wrong = calloc((size_t)call->p, 1);
    int status = weft_machine_run(&machine, &outcome, &err);
    bool right = !status && !outcome.conflicts && !outcome.untaken;
    for (int r = 0; r < call->p; r++)
        right = right && call->wrong[r] == 1;
    if (!right) {
        failures++;
        fprintf(stderr,
                "%s %s: %s, root %d, %zu bytes, %d packets, op %s: %s\n",
                row->name, engine, spec, call->root, call->bytes, call->packets,
                call->op ? call->op->name : "-", err.text);
    }
    weft_outcome_finish(&outcome);
    weft_network_destroy((struct weft_network *)machine.network);
    free(call->wrong);
}

static void each_operator(struct call *call, const char *engine,
                          const struct weft_cost *cost)
{
    if (!call->row->reduces) {
        call->op = NULL;
        run(call, engine, cost);
        return;
    }
    for (size_t i = 0; (call->op = weft_operator(i)); i++)
        run(call, engine, cost);
}

static void each_length(struct call *call, const char *engine)
{
    static const size_t lengths[] = {8, 0, 1, 5, 33};
    static const struct weft_cost costs[] = {{0}, {3, 2, 0}, {3, 1, 2}};
    static const int packets[] = {3, 0, 1, 7, 12};
    for (size_t i = 0; i < 5; i++) {
        call->bytes = lengths[i];
        call->packets = call->row->streams ? packets[i] : 0;
        if (call->row->needs_bytes && !call->bytes)
            continue;
        each_operator(call, engine, &costs[i % 3]);
    }
}

static void try_size(const struct row *row, int p)
{
    struct weft_necklace necklace = {0};
    struct weft_forest forest = {0};
    struct call call = {.row = row, .p = p};
    if (row->power_of_two) {
        weft_necklace_init(&necklace, __builtin_ctz((unsigned)p));
        call.necklace = &necklace;
    }
    if (row->needs_forest) {
        int trees = weft_forest_best(p, 5);
        if (trees < 1 || weft_forest_init(&forest, p, trees, NULL))
            return;
        call.forest = &forest;
    }
    const int roots[] = {0, 1 % p, p / 2, p - 1};
    for (int i = 0; i < 4; i++) {
        call.root = roots[i];
        each_length(&call, i % 2 ? "fibers" : "threads");
    }
    weft_necklace_finish(&necklace);
    weft_forest_finish(&forest);
}

/* Check that a wrong root makes the run fail with a message, without a hang. */
static void try_wrong_root(const struct row *row)
{
    struct call call = {.row = row, .p = 4, .root = 4, .bytes = 8};
    struct weft_error err = {0};
    struct weft_outcome outcome = {0};
    unsigned char wrong[4];
    struct weft_necklace necklace;
    struct weft_forest forest;
    weft_necklace_init(&necklace, 2);
    weft_forest_init(&forest, 4, 3, NULL);
    call.necklace = &necklace;
    call.forest = &forest;
    call.packets = 2;
    call.op = weft_operator(0);
    call.wrong = wrong;
    struct weft_machine machine = {.network =
                                       weft_network_create("hypercube:2", NULL),
                                   .program = program,
                                   .arg = &call};
    weft_model_parse("one-port-duplex", &machine.model, NULL);
    if (weft_machine_run(&machine, &outcome, &err) == 0 ||
        !strstr(err.text, "root 4")) {
        failures++;
        fprintf(stderr, "%s: a root that is no processor: '%s'\n", row->name,
                err.text);
    }
    weft_outcome_finish(&outcome);
    weft_necklace_finish(&necklace);
    weft_forest_finish(&forest);
    weft_network_destroy((struct weft_network *)machine.network);
}

int main(void)
{
    static const int sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17, 22, 31, 32};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct row *row = &rows[r];
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            int p = sizes[i];
            bool power_of_two = (p & (p - 1)) == 0;
            if ((row->power_of_two && !power_of_two) || p > FEWER(32, 9) ||
                (p == 2 && !strncmp(row->network, "ring", 4)))
                continue;
            try_size(row, p);
        }
        if (!strstr(row->name, "multinode"))
            try_wrong_root(row);
    }
    return failures != 0;
}
