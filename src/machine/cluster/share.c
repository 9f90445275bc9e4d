/* The part of a run that this process has: its ranks, and the check that all
 * processes are about to run the same. */
#include "base/base.h"
#include "cluster.h"
#include "machine/engine/engine.h"
#include "machine/run.h"
#include "machine/schedule/cross.h"
#include "machine/schedule/worker.h"
#include <stdlib.h>
#include <string.h>

int share_low(int size, const struct shared_run *share, int rank)
{
    return (int)((int64_t)size * rank / share->size);
}

int share_of(int size, const struct shared_run *share, int processor)
{
    return (int)((((int64_t)processor + 1) * share->size - 1) / size);
}

int share_make(struct run *run, struct weft_error *err)
{
    run->low = 0;
    run->high = run->size;
    if (strcmp(run->engine->info.name, "mpi") != 0 || !rendezvous_whole() ||
        weft_cluster_size() == 1)
        return 0;
    struct shared_run *share = run->share = calloc(1, sizeof *share);
    if (share) {
        share->rank = weft_cluster_rank();
        share->size = weft_cluster_size();
        size_t size = (size_t)share->size;
        share->out = calloc(size, sizeof *share->out);
        share->in = calloc(size, sizeof *share->in);
    }
    if (!share || !share->out || !share->in || rounds_open(share) ||
        streams_open(run))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    run->low = share_low(run->size, share, share->rank);
    run->high = share_low(run->size, share, share->rank + 1);
    if (share->rank)
        run->sink = NULL;
    return 0;
}

void share_finish(struct run *run)
{
    struct shared_run *share = run->share;
    if (!share)
        return;
    if (share->streams.stream)
        streams_close(run);
    for (int k = 0; share->out && k < share->size; k++)
        packet_finish(&share->out[k]);
    rounds_close(share);
    free(share->out);
    free(share->in);
    free(share->reason);
    free(share);
    run->share = NULL;
}

/* ---- the beginning ---------------------------------------------------------
 */

static uint64_t share_mark(uint64_t so_far, uint64_t number)
{
    uint64_t x = (so_far ^ number) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}

static uint64_t mark_text(uint64_t so_far, const char *text)
{
    for (; text && *text; text++)
        so_far = share_mark(so_far, (unsigned char)*text);
    return share_mark(so_far, 0);
}

/* Return a fingerprint that two different runs hardly ever share. */
static uint64_t marks(const struct run *run)
{
    const struct weft_machine *machine = run->machine;
    const struct weft_model *model = &machine->model;
    const struct weft_cost *cost = &run->cost;
    const uint64_t numbers[] = {
        (uint64_t)run->size,
        run->slot,
        run->shortest,
        run->window,
        run->limit,
        machine->on_conflict,
        machine->bytes,
        machine->tag,
        model->sends,
        model->receives,
        model->duplex,
        cost->ts,
        cost->tw,
        cost->th,
        cost->latency,
        cost->overhead,
        cost->gap,
        cost->per_byte,
        machine->parts,
        (uint64_t)model->send_ports,
        (uint64_t)model->receive_ports,
    };
    uint64_t sum = mark_text(0, weft_network_name(machine->network));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sum = share_mark(sum, numbers[i]);
    for (size_t i = 0; i < machine->parts; i++)
        sum = share_mark(share_mark(sum, machine->part[i].each),
                         machine->part[i].bytes);
    return mark_text(sum, machine->name);
}

int share_start(struct run *run, int status, struct weft_error *err)
{
    struct shared_run *share = run->share;
    struct weft_error why = {0};
    if (!share)
        return status;
    uint64_t own = marks(run);
    for (int k = 0; k < share->size; k++) {
        share->out[k].bytes = 0;
        packet_number(&share->out[k], START);
        packet_number(&share->out[k], own);
        packet_number(&share->out[k], run->sink != NULL);
    }
    share->events = run->sink != NULL;
    bool met = !rendezvous_meet(START, share->out, share->in, &why);
    for (int k = 0; k < share->size; k++) {
        share->out[k].bytes = 0;
        if (!met || k == share->rank)
            continue;
        uint64_t other = packet_take_number(&share->in[k]);
        if (other != own && !why.kind)
            weft_error_set(&why, WEFT_ERROR_MISUSE, 0,
                           "processes %d and %d run different experiments: "
                           "start all with the same command",
                           share->rank < k ? share->rank : k,
                           share->rank < k ? k : share->rank);
        if (!k)
            share->events = packet_take_number(&share->in[k]);
    }
    for (int r = 0; r < run->workers; r++)
        run->worker[r].log.kinds =
            share->events ? ~0u : run->shared << WEFT_SEND;
    if (!status && why.kind) {
        *err = why;
        status = -1;
    }
    /* open() empties the packet builders for the run */
    if (!status && run->cross->open(run))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return met ? weft_cluster_agree(status, err) : -1;
}
