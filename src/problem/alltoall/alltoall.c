/* The problem `alltoall`: every processor has a block for every processor. */
#include "alltoall.h"

#include <stdlib.h>
#include <string.h>

#include "problem/shared/collective.h"
#include "problem/shared/payload.h"
#include "problem/shared/settings.h"

static int alltoall_place(const struct timetable *t, int rank, int block)
{
    (void)rank;
    return ring_add(t, block % t->p, -(block / t->p));
}

int alltoall_place_xor(const struct timetable *t, int rank, int block)
{
    (void)rank;
    return block % t->p ^ block / t->p;
}

void alltoall_blocks(struct timetable *t)
{
    t->blocks = t->p * t->p;
    t->places = t->p;
    t->place = alltoall_place;
}

/* Copy data between the caller's order and the places of the timetable. */
static int call(struct weft_processor *self, const struct timetable *t,
                char *data, size_t bytes)
{
    int rank = weft_rank(self);
    char *places = malloc((size_t)t->p * bytes + 1);
    if (!places)
        return weft_fail(self, "no memory for blocks");
    for (int to = 0; to < t->p && bytes; to++)
        memcpy(places + (size_t)t->place(t, rank, alltoall_block(t, rank, to)) *
                            bytes,
               data + (size_t)to * bytes, bytes);
    int status = timetable_follow(self, t, NULL, places, bytes);
    for (int from = 0; from < t->p && bytes && !status; from++)
        memcpy(data + (size_t)from * bytes,
               places +
                   (size_t)t->place(t, rank, alltoall_block(t, from, rank)) *
                       bytes,
               bytes);
    free(places);
    return status;
}

int alltoall_call(struct weft_processor *self, timetable_maker *maker,
                  const struct terms *terms, void *data, size_t bytes)
{
    struct timetable t;
    struct terms own = *terms;
    if (collective_check_bytes(self, bytes))
        return -1;
    own.p = weft_size(self);
    int status = timetable_make(&t, maker, &own)
                     ? weft_fail(self, "this algorithm %s", t.wrong)
                     : call(self, &t, data, bytes);
    timetable_finish(&t);
    return status;
}

/* limit on processors, so that block numbers fit in an int */
#define ALLTOALL_PROCESSORS_MAX 32768

static int alltoall_prepare(struct plan *plan, struct weft_error *err)
{
    if (plan->size > ALLTOALL_PROCESSORS_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "alltoall handles at most %d processors",
                              ALLTOALL_PROCESSORS_MAX);
    return frame_prepare(plan, 1, err);
}

int alltoall_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    int rank = weft_rank(self), p = plan->size;
    const struct interval own = {rank * p, rank * p + p - 1};
    return frame_move(self, plan, own);
}

static struct weft_goal *alltoall_goal(const struct plan *plan)
{
    return frame_goal(plan, 1, NULL);
}

static const struct weft_strategy *const alltoall_strategies[] = {
    &alltoall_spread_out, &alltoall_pairwise, &alltoall_bruck,
    &alltoall_hypercube,  &alltoall_ring,     &alltoall_bidirectional,
    &alltoall_grid,       &alltoall_balanced, NULL,
};

static const struct weft_setting *const alltoall_settings[] = {
    &setting_radix, &setting_dims, &setting_counts, NULL};

const struct weft_problem problem_alltoall = {
    .info =
        {.name = "alltoall",
         .summary =
             "a block from every processor to every processor (MPI_Alltoall)",
         .source = "Bruck, Ho, Kipnis, Upfal, Weathersby",
         .network = "complete:16",
         .model = "one-port-duplex"},
    .strategies = alltoall_strategies,
    .tagged = true,
    .settings = alltoall_settings,
    .prepare = alltoall_prepare,
    .goal = alltoall_goal,
    .block = judge_tagged,
    .items = frame_items_moved,
};
