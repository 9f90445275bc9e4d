/* An MSCCL algorithm: the steps of every thread block of every GPU; private to
 * this folder.
 *
 * document.c reads it from XML; connect.c matches the two ends of each
 * connection; execute.c runs it, using values.c for the contents of cells,
 * expect.c for their required contents at the end, and cells.c for the order
 * of accesses. msccl.c has the format's table row, and algorithm-trace.c
 * converts the transfers to events. */
#ifndef WEFT_SRC_TRACE_MSCCL_ALGORITHM_H
#define WEFT_SRC_TRACE_MSCCL_ALGORITHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/goal.h>
#include <weft/unstable/msccl.h>

struct input;

/* Limits on the resources for a file: number of cells in all buffers of all
 * GPUs, which grows with the number of steps, and size of all clocks that exist
 * at the same time, in numbers. */
#define CELLS_MAX ((int64_t)1 << 18)
#define CELLS_A_STEP 16
#define CLOCKS_MAX ((uint64_t)1 << 24)

enum buffer { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_SCRATCH, BUFFERS };

/* A type of step and its actions, in the order in which they are executed. */
struct step_type {
    const char *name;
    bool receives;
    bool reads_source; /* whether the step reads the source, and adds it to the
                          received value or to the target */
    /* whether the step reads the target, and adds it to the value */
    bool reads_target;
    bool writes; /* whether the step writes the value to the target */
    bool sends;  /* whether the step sends the value */
};

/* Position of the first chunk of a step in a buffer of its GPU. */
struct chunk_place {
    enum buffer buffer;
    int at;
};

struct step {
    const struct step_type *type;
    struct chunk_place source, target;
    int count; /* number of chunks */
    /* id of a thread block of the same GPU that this step waits for; -1:
     * none */
    int waits;
    int waits_step; /* number of the step of that thread block which must have
                       completed; if it has no `tells`, the next one with
                       `tells` */
    bool tells;
    unsigned line;
    /* the following members are set by connect.c */
    size_t target_step; /* index of the step to wait for, if waits >= 0 */
    uint32_t waiters;   /* number of steps that wait for this one */
};

struct thread_block {
    int gpu, id;
    int send, receive; /* peer GPU of the connection for sending, and for
                          receiving; -1: none */
    int channel;
    unsigned line;
    struct step *step; /* [steps] steps in the order of execution */
    size_t steps, room;
    /* the following member is set by connect.c; SIZE_MAX: none */
    size_t receiver; /* index of the thread block that receives from this one */
};

struct gpu {
    /* number of chunks in each buffer, as the file states or the collective
     * needs */
    int chunks[BUFFERS];
    size_t first, blocks; /* range of the GPU's thread blocks in block[] */
    bool seen;
};

struct algorithm {
    char name[64];
    const struct collective *collective;
    int gpus, chunks, root;
    /* number of chunks of the longest input of a custom collective */
    int input;
    bool in_place, out_of_place;
    int channels;    /* number that the file states; -1: none */
    int slots;       /* messages that a connection of its protocol holds */
    struct gpu *gpu; /* [gpus] chunks and thread blocks of each GPU */
    /* [blocks] thread blocks, ordered by GPU and id */
    struct thread_block *block;
    size_t blocks, room;
};

/* A contribution to a required value; gpu = -1: the sum of this chunk over all
 * GPUs. */
struct msccl_wanted {
    int gpu, chunk;
};

/* A collective and its requirements (expect.c). */
struct collective {
    const char *name;
    const char *also; /* second name of the collective, or NULL */
    /* problem: the corresponding problem of weft, `single`: only if each pair
     * has one block; also_problem: the problem if there are several chunks, or
     * NULL */
    const char *problem, *also_problem;
    bool single;
    bool sums;    /* whether values are combined */
    bool divides; /* whether the number of chunks must be a multiple of the
                     number of GPUs */
    bool rooted;
    /* whether the input or output buffer holds all chunks, not only the part of
     * one GPU */
    bool whole_input, whole_output;
    /* in place: the buffer that contains the other one; BUFFERS: none */
    enum buffer alias;
    /* Returns the required value of output chunk `at` of GPU `owner`. NULL: a
     * goal defines the values. */
    struct msccl_wanted (*postcondition)(const struct algorithm *a, int owner,
                                         int at);
    /* Returns whether the output of a GPU has requirements. NULL: those of all
     * GPUs do. */
    bool (*asks)(const struct algorithm *a, int owner);
    /* Returns the number of the block that a contribution belongs to. */
    int (*number)(const struct algorithm *a, int gpu, int chunk);
    bool own; /* whether the collective is custom: defined only by the file,
                 which has its own buffer sizes */
};

const struct collective *collective_find(const char *name);
/* Return the custom collective that combines values. */
const struct collective *collective_own_sums(void);
/* Return the minimum number of chunks of the collective's input or output
 * buffer. */
int collective_input(const struct algorithm *a);
int collective_output(const struct algorithm *a);
/* Return where a chunk of a buffer is in memory: in place, one of the two
 * buffers is within the other. */
struct chunk_place collective_memory(const struct algorithm *a, int gpu,
                                     struct chunk_place place, bool in_place);

/* Read an algorithm. Return 0, or -1 with WEFT_ERROR_FORMAT (and the line),
 * WEFT_ERROR_LIMIT, WEFT_ERROR_MEMORY, or an error of the input. */
int algorithm_read(struct algorithm *a, struct input *in,
                   struct weft_error *err);
void algorithm_finish(struct algorithm *a);

/* ---- findings ---- */

#define FINDINGS_MAX 20 /* limit on the number of texts that are stored */

struct findings {
    struct weft_msccl_finding *list; /* [kept] findings */
    size_t kept, room;
    size_t reason; /* 1 + index of the first finding that explains why the
                      algorithm does not end; 0: none */
    uint64_t count;
    bool failed; /* whether memory ran out */
};

/* Add a finding about a step or, if step is SIZE_MAX, about the whole thread
 * block. */
void finding_add(struct findings *findings, const struct thread_block *block,
                 size_t step, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Match the ends of connections, and waits with steps. Add findings for those
 * that do not match; after any finding, the algorithm cannot be run. Return 0,
 * or -1 with WEFT_ERROR_MEMORY. */
int algorithm_connect(struct algorithm *a, struct findings *findings,
                      struct weft_error *err);

/* ---- running it ---- */

/* The contents of a cell: a set of contributions, in ascending order; the
 * number of contribution (g, c) is g times the number of chunks of an input,
 * plus c. Immutable and shared. */
struct value {
    uint64_t *alive; /* pointer to the total size of all values */
    /* a number of the caller's; VALUE_NEW at first */
    int64_t number;
    uint32_t holders;
    uint32_t parts;
    uint32_t part[]; /* [parts] contributions */
};

#define VALUE_NEW INT64_MIN

/* Return a value with one contribution; NULL if out of memory. */
struct value *value_one(uint32_t part, uint64_t *alive);
/* Add a reference and return the value, which may be NULL. */
struct value *value_share(struct value *value);
void value_drop(struct value *value); /* drop a reference; NULL is allowed */
/* Return the sum of two values; NULL if out of memory. Set *twice to a
 * contribution that is in both, or to UINT32_MAX. */
struct value *value_add(const struct value *one, const struct value *other,
                        uint32_t *twice);
/* Return the block to which all contributions in a value belong; -1 if there
 * are several, or the value is NULL. */
int value_block(const struct algorithm *a, const struct value *value);

/* Called for each message; `end` is the end of the time step in which it is
 * transferred. Returns 0, or -1 to stop the run. */
struct listener {
    int (*sent)(void *arg, const struct algorithm *a,
                const struct thread_block *block, uint64_t end,
                struct value *const *value, int count);
    void *arg;
};

/* Run an algorithm whose connections match, and add findings.
 *
 * goal   the required contents at the end; NULL: defined by the collective
 * steps  set to the time at which everything ends; 0 if it never ends
 *
 * Return 0, or -1 with WEFT_ERROR_LIMIT or WEFT_ERROR_MEMORY, or if the
 * listener stopped. */
int algorithm_execute(const struct algorithm *a, bool in_place,
                      const struct weft_goal *goal,
                      const struct listener *listener,
                      struct findings *findings, uint64_t *steps,
                      struct weft_error *err);

/* Run an algorithm that ends, with connections that hold this number of
 * messages of one chunk, and add a finding for each thread block of a cycle of
 * thread blocks that wait for each other. Return 0, or -1 with
 * WEFT_ERROR_MEMORY. */
int algorithm_slots(const struct algorithm *a, int slots,
                    struct findings *findings, struct weft_error *err);

/* Add the limits of executors, or of one of them, that an algorithm exceeds.
 * Return 0, or -1 with WEFT_ERROR_MEMORY or WEFT_ERROR_MISUSE: unknown. */
int algorithm_limits(const struct algorithm *a, const char *executor,
                     struct weft_msccl_result *result, struct weft_error *err);

#endif
