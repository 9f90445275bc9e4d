/* The state of running an algorithm; shared by execute.c, cells.c and
 * finish.c. */
#ifndef WEFT_SRC_TRACE_MSCCL_EXECUTE_H
#define WEFT_SRC_TRACE_MSCCL_EXECUTE_H

#include "algorithm.h"
#include "readers.h"

/* A vector clock: the number of completed steps of each thread block. */
struct clock {
    uint32_t holders;
    uint32_t at[]; /* [blocks] number of completed steps of each thread block */
};

struct cell {
    struct value *value; /* contents of the cell; NULL: nothing or, in a cell
                            that was never written, its own contribution */
    uint32_t writer, written; /* thread block of the last write, and its clock
                                 at that time; written = 0: never */
    struct readers readers;   /* reads since the last write */
};

struct sent {
    struct sent *next;
    size_t sender, step;
    uint64_t end;        /* time at which the message arrives */
    struct clock *clock; /* clock of the sender */
    int count;
    uint64_t room;
    struct value *value[]; /* [count] values of the chunks, in an array of
                              `room` elements */
};

/* Progress of a thread block. */
struct progress {
    size_t step; /* index of the next step */
    uint64_t time;
    uint32_t *clock;           /* [blocks] clock of the thread block */
    struct sent *first, *last; /* queue of messages in flight to this thread
                                  block */
    enum { GOES_ON, FOR_STEP, FOR_MESSAGE } wait;
    size_t waiter;  /* index of the first thread block that waits for a step of
                       this one */
    size_t further; /* index of the next thread block that waits for the same
                       thread block */
};

struct execution {
    const struct algorithm *a;
    bool in_place;
    const struct weft_goal *goal; /* contents required at the end; NULL: defined
                                     by the collective */
    const struct listener *listener;
    struct findings *findings;
    struct weft_error *err;
    struct progress *state;  /* [a->blocks] progress of each thread block */
    struct clock ***signals; /* [a->blocks][steps] clock of each step that
                             others wait for */
    /* [a->blocks][steps] end of each step that others wait for */
    uint64_t **signal_time;
    size_t *ready; /* [a->blocks] stack of thread blocks that may continue */
    size_t readies;
    size_t *first; /* [a->gpus * BUFFERS] index in cell[] of the first cell of
                      each buffer */
    struct cell *cell;
    size_t cells;
    uint64_t clocks; /* total size of all clocks */
    struct effort {
        uint64_t alive;        /* total size of all values */
        uint64_t *alive_at;    /* pointer to `alive`, which each value stores */
        uint64_t flying;       /* number of chunks in flight */
        uint64_t moved, added; /* number of chunks moved so far, and number of
                                  contributions added so far */
        uint64_t steps; /* number of steps in the file, which determines the
                           limits */
        bool refused;
    } effort;
};

/* ---- effort.c ---- */

void effort_begin(struct execution *run);
/* Free a message that is no longer in flight. */
void message_free(struct execution *run, struct sent *message);
/* Count the chunks that a step is about to move, or `parts` contributions that
 * have been added. Return whether the total is in proportion to the file; if
 * not, set the error. */
bool effort_moves(struct execution *run, const struct step *step);
bool effort_adds(struct execution *run, uint32_t parts);

/* ---- cells.c: vector clocks, which are sent with messages and passed to
 * waiting steps ---- */

/* Copy the current clock of a thread block, and return it with one reference.
 * Return NULL with an error if out of memory or above the limit. */
struct clock *clock_keep(struct execution *run, size_t block);
/* Drop a reference. The clock may be NULL. */
void clock_drop(struct execution *run, struct clock *clock);
/* Join another clock to the clock of a thread block: all steps that precede the
 * other's step now precede this thread block's next step. */
void clock_join(struct execution *run, size_t block, const struct clock *other);

/* ---- cells.c ---- */

int cells_create(struct execution *run);
void cells_free(struct execution *run);
struct cell *cell_at(const struct execution *run, int gpu,
                     struct chunk_place place);
/* Return a new reference to the contents of a cell; NULL if it is empty, or if
 * out of memory (*failed). */
struct value *cell_value(const struct execution *run, int gpu,
                         struct chunk_place place, bool *failed);
/* Record that a thread block reads or writes a cell in its current step. Set
 * *race to an access that is not ordered with it, or race->at to 0 if there is
 * none. Return 0, or -1 if out of memory. */
int cell_read(struct execution *run, size_t block, struct cell *cell,
              struct access *race);
int cell_write(struct execution *run, size_t block, struct cell *cell,
               struct access *race);

/* ---- finish.c ---- */

/* Add findings for thread blocks that wait for ever, and for messages that are
 * never received. */
void finish_stuck(const struct execution *run);
/* Check the contents of each output buffer. Return 0, or -1 with an error if
 * out of memory. */
int finish_outputs(const struct execution *run);

/* ---- goal-end.c ---- */

/* Check the outputs against the goal. Return 0, or -1 with an error if out of
 * memory or above a limit. */
int goal_outputs(const struct execution *run);

#endif
