/* Collectives of blocks with different sizes: several strategies, numbers of
 * processors and lists of sizes; every unit must arrive with its contents. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/sized.h>
#include <weft/weft.h>

static int failures;

typedef int collective(struct weft_processor *self, const char *strategy,
                       const int *counts, void *data, size_t bytes);

static const struct row {
    const char *strategy;
    collective *call;
    bool pairs, power;
} rows[] = {
    {"ring", weft_allgather_sized, false, false},
    {"circulant", weft_allgather_sized, false, false},
    {"bruck", weft_allgather_sized, false, false},
    {"recursive-doubling", weft_allgather_sized, false, true},
    {"spread-out", weft_alltoall_sized, true, false},
    {"bruck", weft_alltoall_sized, true, false},
    {"ring", weft_alltoall_sized, true, false},
    {"pairwise", weft_alltoall_sized, true, true},
};

struct call {
    const struct row *row;
    int p, units;
    int *counts; /* [p], or [p * p] */
    size_t bytes;
    bool *right; /* [p] */
};

static unsigned char contents(int unit, size_t byte)
{
    return (unsigned char)(7 * unit + 31 * (int)byte + 1);
}

/* Return whether a processor has a block at the start, or wants it. */
static bool has(const struct call *call, int rank, int block, bool wants)
{
    int from = call->row->pairs ? block / call->p : block;
    int to = call->row->pairs ? block % call->p : rank;
    return (wants ? to : from) == rank;
}

/* Fill in the units that a processor has, or compare those that it wants. */
static bool visit(const struct call *call, int rank, unsigned char *data,
                  bool wants)
{
    int blocks = call->row->pairs ? call->p * call->p : call->p, unit = 0;
    bool right = true;
    for (int block = 0; block < blocks; block++)
        for (int i = 0; i < call->counts[block]; i++, unit++)
            for (size_t b = 0; b < call->bytes; b++) {
                unsigned char *byte = data + (size_t)unit * call->bytes + b;
                if (!has(call, rank, block, wants))
                    continue;
                if (!wants)
                    *byte = contents(unit, b);
                right = right && *byte == contents(unit, b);
            }
    return right;
}

static int program(struct weft_processor *self, void *arg)
{
    struct call *call = arg;
    int rank = weft_rank(self);
    size_t size = (size_t)call->units * call->bytes;
    unsigned char *data = malloc(size + 1);
    memset(data, 0, size + 1);
    visit(call, rank, data, false);
    int status = call->row->call(self, call->row->strategy, call->counts, data,
                                 call->bytes);
    call->right[rank] = !status && visit(call, rank, data, true);
    free(data);
    return status;
}

/* Run a call. Return whether it succeeded everywhere. */
static bool run(struct call *call, struct weft_error *err)
{
    char spec[40];
    struct weft_outcome outcome;
    snprintf(spec, sizeof spec, "complete:%d", call->p);
    struct weft_machine machine = {
        .network = weft_network_create(spec, err),
        .bytes = call->bytes,
        .engine = "fibers",
        .program = program,
        .arg = call,
    };
    weft_model_parse("one-port-duplex", &machine.model, NULL);
    call->right = calloc((size_t)call->p, sizeof *call->right);
    bool right =
        !weft_machine_run(&machine, &outcome, err) && !outcome.conflicts;
    for (int rank = 0; rank < call->p; rank++)
        right = right && call->right[rank];
    free(call->right);
    weft_outcome_finish(&outcome);
    weft_network_destroy((struct weft_network *)(uintptr_t)machine.network);
    return right;
}

/* Make sizes from 0 to 4, not all 0. */
static void make_counts(struct call *call, unsigned seed)
{
    int blocks = call->row->pairs ? call->p * call->p : call->p;
    call->counts = malloc((size_t)blocks * sizeof *call->counts);
    call->units = 0;
    for (int i = 0; i < blocks; i++) {
        seed = seed * 1664525u + 1013904223u;
        call->counts[i] = i == blocks / 2 ? 1 : (int)(seed >> 24) % 5;
        call->units += call->counts[i];
    }
}

static void try_sizes(const struct row *row, int p, unsigned seed)
{
    struct call call = {.row = row, .p = p, .bytes = seed % 2 ? 8 : 3};
    struct weft_error err = {0};
    make_counts(&call, seed);
    if (!run(&call, &err)) {
        printf("%s, p = %d, seed %u: %s\n", row->strategy, p, seed, err.text);
        failures++;
    }
    call.counts[0] = -1;
    if (run(&call, &err)) {
        printf("%s, p = %d: a size of -1 is accepted\n", row->strategy, p);
        failures++;
    }
    free(call.counts);
}

int main(void)
{
    static const struct row unknown = {"x", weft_allgather_sized, false, false};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int p = 2; p <= 9; p++)
            for (unsigned seed = 0; seed < 4; seed++)
                if (!rows[i].power || !(p & (p - 1)))
                    try_sizes(&rows[i], p, seed);
    struct call call = {.row = &unknown, .p = 3, .bytes = 8};
    struct weft_error err = {0};
    make_counts(&call, 1);
    if (run(&call, &err) || !strstr(err.text, "no strategy of allgather")) {
        printf("an unknown strategy: %s\n", err.text);
        failures++;
    }
    free(call.counts);
    return failures > 0;
}
