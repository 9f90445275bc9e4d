/* The collectives: their buffers, and the contents of the buffers that are
 * required at the end.
 *
 * Chunk c of GPU g's input is contribution (g, c). With N chunks and P GPUs,
 * the part of a GPU is C = N / P chunks. */
#include "algorithm.h"

#include <string.h>

static int expect_part(const struct algorithm *a)
{
    return a->chunks / a->gpus;
}

static struct msccl_wanted sum_of_all(const struct algorithm *a, int owner,
                                      int at)
{
    (void)a;
    (void)owner;
    return (struct msccl_wanted){-1, at};
}

static struct msccl_wanted part_of_each(const struct algorithm *a, int owner,
                                        int at)
{
    (void)owner;
    return (struct msccl_wanted){at / expect_part(a), at % expect_part(a)};
}

static struct msccl_wanted part_for_owner(const struct algorithm *a, int owner,
                                          int at)
{
    return (struct msccl_wanted){at / expect_part(a),
                                 owner * expect_part(a) + at % expect_part(a)};
}

static struct msccl_wanted sum_of_part(const struct algorithm *a, int owner,
                                       int at)
{
    return (struct msccl_wanted){-1, owner * expect_part(a) + at};
}

static struct msccl_wanted of_root(const struct algorithm *a, int owner, int at)
{
    (void)owner;
    return (struct msccl_wanted){a->root, at};
}

static bool expect_at_root(const struct algorithm *a, int owner)
{
    return owner == a->root;
}

static int by_chunk(const struct algorithm *a, int gpu, int chunk)
{
    (void)a;
    (void)gpu;
    return chunk;
}

static int by_origin(const struct algorithm *a, int gpu, int chunk)
{
    return gpu * collective_input(a) + chunk;
}

#define CUSTOM "custom"

static const struct collective expect_collectives[] = {
    {"allreduce", NULL, "allreduce", NULL, false, true, false, false, true,
     true, BUFFER_INPUT, sum_of_all, NULL, by_chunk},
    {"allgather", NULL, "allgather", NULL, false, false, true, false, false,
     true, BUFFER_OUTPUT, part_of_each, NULL, by_origin},
    {"alltoall", NULL, "alltoall", NULL, true, false, true, false, true, true,
     BUFFER_INPUT, part_for_owner, NULL, by_origin},
    {"reducescatter", "reduce_scatter", "reduce-scatter", NULL, false, true,
     true, false, true, false, BUFFER_INPUT, sum_of_part, NULL, by_chunk},
    {"broadcast", NULL, "broadcast", "stream", false, false, false, true, true,
     true, BUFFER_INPUT, of_root, NULL, by_chunk},
    {"reduce", NULL, "reduce", NULL, false, true, false, true, true, true,
     BUFFER_INPUT, sum_of_all, expect_at_root, by_chunk},
    {.name = CUSTOM,
     .alias = BUFFER_INPUT,
     .whole_input = true,
     .whole_output = true,
     .number = by_origin,
     .own = true},
};

static const struct collective own_sums = {.name = CUSTOM,
                                           .sums = true,
                                           .alias = BUFFER_INPUT,
                                           .whole_input = true,
                                           .whole_output = true,
                                           .number = by_chunk,
                                           .own = true};

const struct collective *collective_own_sums(void)
{
    return &own_sums;
}

const struct collective *collective_find(const char *name)
{
    for (size_t i = 0;
         i < sizeof expect_collectives / sizeof *expect_collectives; i++)
        if (!strcmp(expect_collectives[i].name, name) ||
            (expect_collectives[i].also &&
             !strcmp(expect_collectives[i].also, name)))
            return &expect_collectives[i];
    return NULL;
}

int collective_input(const struct algorithm *a)
{
    if (a->collective->own)
        return a->input;
    return a->collective->whole_input ? a->chunks : expect_part(a);
}

int collective_output(const struct algorithm *a)
{
    return a->collective->whole_output ? a->chunks : expect_part(a);
}

/* In place, the smaller of the two buffers is inside the larger one, at the
 * part of its GPU. */
struct chunk_place collective_memory(const struct algorithm *a, int gpu,
                                     struct chunk_place place, bool in_place)
{
    const struct collective *collective = a->collective;
    enum buffer whole = collective->alias;
    if (!in_place || place.buffer == BUFFER_SCRATCH || place.buffer == whole)
        return place;
    bool is_part = !collective->whole_input || !collective->whole_output;
    return (struct chunk_place){
        whole, place.at + (is_part ? gpu * expect_part(a) : 0)};
}
