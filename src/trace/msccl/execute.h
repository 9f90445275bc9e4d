/* A run of an algorithm; what execute.c, clocks.c, cells.c and finish.c
 * share. */
#ifndef WEFT_SRC_TRACE_MSCCL_EXECUTE_H
#define WEFT_SRC_TRACE_MSCCL_EXECUTE_H

#include "algorithm.h"
#include "readers.h"

/* What has happened before: of each thread block, how many of its steps. */
struct clock {
    uint32_t holders;
    uint32_t at[]; /* [blocks] */
};

struct cell {
    struct value *value; /* NULL: nothing, or the contribution of its own */
    uint32_t writer, written; /* thread block, its clock; written 0: never */
    struct readers readers;   /* since */
};

struct sent {
    struct sent *next;
    size_t sender, step;
    uint64_t end;        /* when it has arrived */
    struct clock *clock; /* of its sender */
    int count;
    uint64_t room;
    struct value *value[]; /* [count] of [room] */
};

/* Where a thread block is. */
struct progress {
    size_t step; /* the next one */
    uint64_t time;
    uint32_t *clock;           /* [blocks] */
    struct sent *first, *last; /* on their way to it */
    enum { GOES_ON, FOR_STEP, FOR_MESSAGE } wait;
    size_t waiter;  /* the first of those that wait for a step of it */
    size_t further; /* the next one that waits for the same as this one */
};

struct execution {
    const struct algorithm *a;
    bool in_place;
    const struct weft_goal *goal; /* NULL: the end is the collective's */
    const struct listener *listener;
    struct findings *findings;
    struct weft_error *err;
    struct progress *state; /* [a->blocks] */
    struct clock ***told; /* [a->blocks][steps]: of steps that are waited for */
    uint64_t **told_time; /* the same: when they were done */
    size_t *ready;        /* [a->blocks] a stack of those that may go on */
    size_t readies;
    size_t *first; /* [a->gpus * BUFFERS] cells of each buffer */
    struct cell *cell;
    size_t cells;
    uint64_t clocks; /* numbers that are kept in clocks */
    struct effort {
        uint64_t alive;        /* parts of values that there are now */
        uint64_t *alive_at;    /* where that is counted */
        uint64_t flying;       /* chunks on their way */
        uint64_t moved, added; /* chunks; parts */
        uint64_t steps;        /* of the file: the more, the more is allowed */
        bool refused;
    } effort;
};

/* ---- effort.c ---- */

void effort_begin(struct execution *run);
/* A message is no longer under way. */
void message_free(struct execution *run, struct sent *message);
/* A step is about to move or send so many chunks, or so many parts have been
 * added: is that still in proportion to the file? Else the error is set. */
bool effort_moves(struct execution *run, const struct step *step);
bool effort_adds(struct execution *run, uint32_t parts);

/* ---- clocks.c ---- */

/* The clock of a thread block as it is now, with one holder. NULL: no memory,
 * or too many of them; the error is set. */
struct clock *clock_keep(struct execution *run, size_t block);
/* One holder less. NULL is fine. */
void clock_drop(struct execution *run, struct clock *clock);
/* What was before the other's step is before what comes now. */
void clock_join(struct execution *run, size_t block, const struct clock *other);

/* ---- cells.c ---- */

int cells_create(struct execution *run);
void cells_free(struct execution *run);
struct cell *cell_at(const struct execution *run, int gpu,
                     struct chunk_place place);
/* What it holds, one more holder; NULL: nothing, or no memory (*failed). */
struct value *cell_value(const struct execution *run, int gpu,
                         struct chunk_place place, bool *failed);
/* Note that a thread block reads or writes a cell in its current step. *race:
 * an access that nothing orders with it; at 0: there is none. 0, or -1: no
 * memory. */
int cell_read(struct execution *run, size_t block, struct cell *cell,
              struct access *race);
int cell_write(struct execution *run, size_t block, struct cell *cell,
               struct access *race);

/* ---- finish.c ---- */

/* Who waits for ever, and what nobody takes. */
void finish_stuck(const struct execution *run);
/* Does each output hold what it must? 0, or -1: no memory, as the error says.
 */
int finish_outputs(const struct execution *run);

/* ---- goal-end.c ---- */

/* Do the outputs hold what the goal asks for? 0, or -1 with an
 * error: no memory, or too much. */
int goal_outputs(const struct execution *run);

#endif
