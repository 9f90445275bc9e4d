/* Cells: their contents, and the order of accesses to them.
 *
 * An access is ordered after another one if the clock of its thread block shows
 * that the other's step has been completed. A read is compared with the last
 * write; a write is compared with the last write and the reads since then. If
 * these are ordered, the order with all earlier accesses follows. */
#include "execute.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- vector clocks ---- */

struct clock *clock_keep(struct execution *run, size_t block)
{
    size_t blocks = run->a->blocks;
    if ((run->clocks += blocks) > CLOCKS_MAX) {
        weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                       "too many messages under way at one time, or too many "
                       "thread blocks (%zu), to see what is in order",
                       blocks);
        return NULL;
    }
    struct clock *clock = malloc(sizeof *clock + blocks * sizeof clock->at[0]);
    if (!clock) {
        weft_error_set(run->err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    clock->holders = 1;
    for (size_t i = 0; i < blocks; i++)
        clock->at[i] = run->state[block].clock[i];
    return clock;
}

void clock_drop(struct execution *run, struct clock *clock)
{
    if (!clock || --clock->holders)
        return;
    run->clocks -= run->a->blocks;
    free(clock);
}

void clock_join(struct execution *run, size_t block, const struct clock *other)
{
    uint32_t *own = run->state[block].clock;
    for (size_t i = 0; i < run->a->blocks; i++)
        if (own[i] < other->at[i])
            own[i] = other->at[i];
}

/* ---- cells ---- */

int cells_create(struct execution *run)
{
    const struct algorithm *a = run->a;
    run->first = malloc(((size_t)a->gpus * BUFFERS + 1) * sizeof *run->first);
    if (!run->first)
        return -1;
    run->cells = 0;
    for (int g = 0; g < a->gpus; g++)
        for (int b = 0; b < BUFFERS; b++) {
            run->first[g * BUFFERS + b] = run->cells;
            run->cells += (size_t)a->gpu[g].chunks[b];
        }
    run->cell = calloc(run->cells + 1, sizeof *run->cell);
    return run->cell ? 0 : -1;
}

void cells_free(struct execution *run)
{
    for (size_t i = 0; run->cell && i < run->cells; i++) {
        value_drop(run->cell[i].value);
        free(run->cell[i].readers.read);
    }
    free(run->cell);
    free(run->first);
}

struct cell *cell_at(const struct execution *run, int gpu,
                     struct chunk_place place)
{
    struct chunk_place at =
        collective_memory(run->a, gpu, place, run->in_place);
    return &run->cell[run->first[gpu * BUFFERS + (int)at.buffer] +
                      (size_t)at.at];
}

/* Return the chunk of the input at a place in memory, or -1. */
static int input_chunk(const struct execution *run, int gpu,
                       struct chunk_place place)
{
    const struct algorithm *a = run->a;
    struct chunk_place start = {BUFFER_INPUT, 0};
    struct chunk_place at = collective_memory(a, gpu, place, run->in_place);
    start = collective_memory(a, gpu, start, run->in_place);
    int chunk = at.at - start.at;
    return at.buffer == start.buffer && chunk >= 0 &&
                   chunk < collective_input(a)
               ? chunk
               : -1;
}

struct value *cell_value(const struct execution *run, int gpu,
                         struct chunk_place place, bool *failed)
{
    const struct cell *cell = cell_at(run, gpu, place);
    if (cell->written)
        return value_share(cell->value);
    int chunk = input_chunk(run, gpu, place);
    if (chunk < 0)
        return NULL;
    struct value *own =
        value_one((uint32_t)(gpu * collective_input(run->a)) + (uint32_t)chunk,
                  run->effort.alive_at);
    *failed |= !own;
    return own;
}

/* Return whether another thread block made the access, and nothing orders it
 * before the current step of `block`. */
static bool is_unordered(const struct execution *run, size_t block,
                         struct access other)
{
    return other.at && other.block != block &&
           run->state[block].clock[other.block] < other.at;
}

static void cells_hold(const struct execution *run, size_t block,
                       struct access other, struct access *race)
{
    if (is_unordered(run, block, other))
        *race = other;
}

int cell_read(struct execution *run, size_t block, struct cell *cell,
              struct access *race)
{
    struct access own = {(uint32_t)block, run->state[block].clock[block]};
    cells_hold(run, block, (struct access){cell->writer, cell->written}, race);
    return readers_note(&cell->readers, own) < 0 ? -1 : 0;
}

int cell_write(struct execution *run, size_t block, struct cell *cell,
               struct access *race)
{
    cells_hold(run, block, (struct access){cell->writer, cell->written}, race);
    for (size_t i = 0; i < cell->readers.count; i++)
        cells_hold(run, block, cell->readers.read[i], race);
    cell->readers.count = 0;
    cell->writer = (uint32_t)block;
    cell->written = run->state[block].clock[block];
    return 0;
}
