/* Assigns steps to thread blocks, and determines which steps must wait. */
#include "chunks.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* limit on the number of pairs of thread blocks of the same GPU */
#define WAITS_MAX ((size_t)1 << 24)
#define CELL_BYTES 128 /* size of a cell with one reader, in bytes */

/* ---- the start ---- */

int chunks_create(struct msccl_writing *w)
{
    w->sums = !strcmp(w->collective, "allreduce") ||
              !strcmp(w->collective, "reducescatter") ||
              !strcmp(w->collective, "reduce");
    w->gathers = !strcmp(w->collective, "allgather");
    w->all_to_all = !strcmp(w->collective, "alltoall");
    w->words = w->sums ? ((size_t)w->gpus + 63) / 64 : 1;
    w->first = calloc((size_t)w->gpus + 2, sizeof *w->first);
    return w->first ? 0 : -1;
}

uint64_t *chunks_value(const struct msccl_writing *w, int gpu, int block)
{
    return w->value +
           ((size_t)gpu * (size_t)w->blocks + (size_t)block) * w->words;
}

static struct chunk_cell *cell_of(const struct msccl_writing *w, int gpu,
                                  int block)
{
    return &w->cell[(size_t)gpu * (size_t)w->blocks + (size_t)block];
}

/* Set the initial contents of all cells. */
static void chunks_fill(struct msccl_writing *w)
{
    int part = w->blocks / w->gpus;
    for (int g = 0; g < w->gpus; g++)
        for (int b = 0; b < w->blocks; b++) {
            uint64_t *value = chunks_value(w, g, b);
            cell_of(w, g, b)->writer.block = NEVER_WRITTEN;
            if (w->sums)
                value[g / 64] |= (uint64_t)1 << g % 64;
            else
                *value = w->gathers ? b / part == g : g == w->root;
        }
}

static int make_cells(struct msccl_writing *w, struct output *out)
{
    size_t cells = (size_t)w->gpus * (size_t)w->blocks;
    bool parts = w->gathers || !strcmp(w->collective, "reducescatter");
    bool fits = !parts || w->blocks % w->gpus == 0;
    if (w->all_to_all)
        fits = (int64_t)w->blocks == (int64_t)w->gpus * w->gpus;
    if (!fits || w->root < 0 || w->root >= w->gpus)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "%d blocks of %d processors are no MSCCL %s", w->blocks,
                        w->gpus, w->collective);
    if (w->all_to_all)
        return 0;
    uint64_t each = CELL_BYTES + w->words * sizeof *w->value;
    uint64_t most = MSCCL_BYTES_MAX + w->count * MSCCL_BYTES_A_MESSAGE;
    if (cells > most / each)
        return out_fail(out, WEFT_ERROR_LIMIT,
                        "%d blocks on %d processors are too many for an MSCCL "
                        "algorithm of so few messages",
                        w->blocks, w->gpus);
    w->cell = calloc(cells + 1, sizeof *w->cell);
    w->value = calloc(cells * w->words + 1, sizeof *w->value);
    if (!w->cell || !w->value)
        return -1;
    chunks_fill(w);
    return 0;
}

/* ---- thread blocks ---- */

static int chunks_by_place(const void *x, const void *y)
{
    const struct chunk_worker *a = x, *b = y;
    if (a->gpu != b->gpu)
        return a->gpu < b->gpu ? -1 : 1;
    if (a->sends != b->sends)
        return a->sends ? -1 : 1;
    if (a->receives != b->receives)
        return a->receives ? -1 : 1;
    return (a->peer > b->peer) - (a->peer < b->peer);
}

/* Create a thread block for each peer that a GPU sends to, and for each that it
 * receives from; for an all-to-all, also one that copies. */
static int make_workers(struct msccl_writing *w)
{
    size_t copies = w->all_to_all ? (size_t)w->gpus : 0, kept = 0;
    size_t count = 2 * w->count + copies;
    w->worker = calloc(count + 1, sizeof *w->worker);
    if (!w->worker)
        return -1;
    for (size_t i = 0; i < w->count; i++) {
        const struct weft_event *e = &w->send[i];
        w->worker[2 * i] = (struct chunk_worker){
            .gpu = e->rank, .peer = e->peer, .sends = true};
        w->worker[2 * i + 1] = (struct chunk_worker){
            .gpu = e->peer, .peer = e->rank, .receives = true};
    }
    for (size_t i = 0; i < copies; i++)
        w->worker[2 * w->count + i] =
            (struct chunk_worker){.gpu = (int)i, .peer = -1};
    qsort(w->worker, count, sizeof *w->worker, chunks_by_place);
    for (size_t i = 0; i < count; i++)
        if (!kept || chunks_by_place(&w->worker[kept - 1], &w->worker[i]))
            w->worker[kept++] = w->worker[i];
    w->workers = kept;
    for (size_t i = 0; i < kept; i++)
        w->first[w->worker[i].gpu + 1] = i + 1;
    for (int g = 0; g < w->gpus; g++)
        if (w->first[g + 1] < w->first[g])
            w->first[g + 1] = w->first[g];
    return 0;
}

size_t chunks_worker(const struct msccl_writing *w, int gpu, int peer,
                     bool sends)
{
    const struct chunk_worker key = {
        .gpu = gpu, .peer = peer, .sends = sends, .receives = !sends};
    const struct chunk_worker *found = bsearch(
        &key, w->worker, w->workers, sizeof *w->worker, chunks_by_place);
    return (size_t)(found - w->worker);
}

/* ---- steps ---- */

int chunks_append(struct msccl_writing *w, size_t at,
                  const struct chunk_step *step)
{
    struct chunk_worker *worker = &w->worker[at];
    if (array_grow(&worker->step, &worker->room, worker->steps + 1,
                   sizeof *worker->step))
        return -1;
    worker->step[worker->steps++] = *step;
    return 0;
}

static void chunks_want(struct arranging *a, size_t worker,
                        const struct access *other)
{
    if (other->block == NEVER_WRITTEN || other->block == worker)
        return;
    size_t base = a->w->first[a->w->worker[worker].gpu];
    if (a->waited[worker][other->block - base] > other->at)
        return;
    if (a->need[other->block] <= other->at)
        a->need[other->block] = (size_t)other->at + 1;
    if (other->block < a->lowest)
        a->lowest = other->block;
    if (other->block > a->highest)
        a->highest = other->block;
}

/* Append a step. If it waits for several others, precede it with nops that
 * wait. */
static int append_waiting(struct arranging *a, size_t worker,
                          struct chunk_step step)
{
    struct msccl_writing *w = a->w;
    struct chunk_worker *own = &w->worker[worker];
    size_t base = w->first[own->gpu];
    step.waits = step.waits_step = -1;
    for (size_t i = a->lowest; i != NOBODY && i <= a->highest; i++) {
        struct chunk_step nop = {CHUNK_NOTHING,   0,    0, 0, step.waits,
                                 step.waits_step, false};
        if (!a->need[i])
            continue;
        if (step.waits >= 0 && chunks_append(w, worker, &nop))
            return -1;
        step.waits = (int)(i - base);
        step.waits_step = (int)a->need[i] - 1;
        a->waited[worker][i - base] = a->need[i];
        w->worker[i].step[a->need[i] - 1].tells = true;
        a->need[i] = 0;
    }
    a->lowest = NOBODY;
    a->highest = 0;
    return chunks_append(w, worker, &step);
}

static int note_reader(struct arranging *a, struct chunk_cell *cell,
                       struct access now)
{
    int more = readers_note(&cell->readers, now);
    a->readers += more > 0 && cell->readers.count > 1;
    return more < 0 ? -1 : 0;
}

/* Check that the work so far is in proportion to the number of messages. */
static int check_effort(struct arranging *a, int count)
{
    uint64_t messages = a->w->count;
    a->moved += (uint64_t)count;
    if (a->moved <= MSCCL_MOVED_MAX + messages * MSCCL_MOVED_A_MESSAGE &&
        a->readers <= MSCCL_READERS_MAX + messages * MSCCL_READERS_A_MESSAGE)
        return 0;
    return out_fail(a->out, WEFT_ERROR_LIMIT,
                    "so few messages carry too many blocks for an MSCCL "
                    "algorithm");
}

/* Add a step that reads or writes some consecutive blocks of its GPU. */
int chunks_access(struct arranging *a, size_t worker, enum chunk_type type,
                  int block, int count)
{
    struct msccl_writing *w = a->w;
    int gpu = w->worker[worker].gpu;
    bool writes = type != CHUNK_SEND;
    if (check_effort(a, count))
        return -1;
    for (int b = block; b < block + count; b++) {
        const struct chunk_cell *cell = cell_of(w, gpu, b);
        chunks_want(a, worker, &cell->writer);
        for (size_t i = 0; writes && i < cell->readers.count; i++)
            chunks_want(a, worker, &cell->readers.read[i]);
    }
    if (append_waiting(a, worker,
                       (struct chunk_step){.type = type,
                                           .source = block,
                                           .target = block,
                                           .count = count}))
        return -1;
    struct access now = {(uint32_t)worker,
                         (uint32_t)w->worker[worker].steps - 1};
    for (int b = block; b < block + count; b++) {
        struct chunk_cell *cell = cell_of(w, gpu, b);
        if (writes) {
            size_t readers = cell->readers.count;
            a->readers -= readers > 1 ? readers - 1 : 0;
            cell->writer = now;
            cell->readers.count = 0;
        } else if (note_reader(a, cell, now)) {
            return -1;
        }
    }
    return 0;
}

int chunks_prepare(struct arranging *a)
{
    struct msccl_writing *w = a->w;
    size_t pairs = 0;
    if (make_cells(w, a->out) || make_workers(w))
        return -1;
    a->set = calloc(w->words + 1, sizeof *a->set);
    a->need = calloc(w->workers + 1, sizeof *a->need);
    a->waited = calloc(w->workers + 1, sizeof *a->waited);
    if (!a->set || !a->need || !a->waited)
        return -1;
    for (size_t i = 0; i < w->workers; i++) {
        int gpu = w->worker[i].gpu;
        size_t own = w->first[gpu + 1] - w->first[gpu];
        pairs += own;
        if (pairs > WAITS_MAX)
            return out_fail(a->out, WEFT_ERROR_LIMIT,
                            "%zu thread blocks are too many", w->workers);
        a->waited[i] = calloc(own, sizeof *a->waited[i]);
        if (!a->waited[i])
            return -1;
    }
    return 0;
}

void chunks_finish(void *writing)
{
    struct msccl_writing *w = writing;
    size_t cells = w->cell ? (size_t)w->gpus * (size_t)w->blocks : 0;
    for (size_t i = 0; i < cells; i++)
        free(w->cell[i].readers.read);
    for (size_t i = 0; i < w->workers; i++)
        free(w->worker[i].step);
    free(w->cell);
    free(w->value);
    free(w->worker);
    free(w->first);
    free(w->send);
}
