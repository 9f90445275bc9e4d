/* An MSCCL algorithm: the steps of every thread block of every GPU; private to
 * this folder.
 *
 * document.c reads it from XML; connect.c matches the two ends of each
 * connection; execute.c runs it, using values.c for the contents of cells,
 * expect.c for their required contents at the end, and clocks.c for the order
 * of accesses. msccl.c has the format's table row, and algorithm-trace.c turns
 * the transfers into events. */
#ifndef WEFT_SRC_TRACE_MSCCL_ALGORITHM_H
#define WEFT_SRC_TRACE_MSCCL_ALGORITHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/goal.h>
#include <weft/msccl.h>

struct input;

/* Limits on the resources for a file: cells in all buffers of all GPUs, which
 * grow with the number of steps, and numbers in clocks that exist at the same
 * time. */
#define CELLS_MAX ((int64_t)1 << 18)
#define CELLS_A_STEP 16
#define CLOCKS_MAX ((uint64_t)1 << 24)

enum buffer { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_SCRATCH, BUFFERS };

/* The actions of a kind of step, in this order. */
struct step_type {
    const char *name;
    bool receives;
    bool reads_source; /* whether it reads the source, and adds it to the
                          received value or to the target */
    /* whether it reads the target and adds it to the value */
    bool reads_target;
    bool writes; /* whether it writes the value to the target */
    bool sends;  /* whether it sends the value */
};

/* The position of the first chunk of a step in a buffer of its GPU. */
struct chunk_place {
    enum buffer buffer;
    int at;
};

struct step {
    const struct step_type *type;
    struct chunk_place source, target;
    int count; /* number of chunks */
    /* id of the thread block of the same GPU to wait for; -1: none */
    int waits;
    int waits_step; /* number of the step that the other thread block must have
                       completed; a later one with `tells` also counts */
    bool tells;
    unsigned line;
    /* set by connect.c */
    size_t target_step; /* index of the step to wait for, if waits >= 0 */
    uint32_t waiters;   /* number of steps that wait for this one */
};

struct thread_block {
    int gpu, id;
    int send, receive; /* peer GPU of each connection; -1: none */
    int channel;
    unsigned line;
    struct step *step; /* [steps] steps in order */
    size_t steps, room;
    /* set by connect.c; SIZE_MAX: none */
    size_t receiver; /* index of the thread block that receives from this one */
};

struct gpu {
    /* number of chunks in each buffer, as in the file or as the collective
     * needs */
    int chunks[BUFFERS];
    size_t first, blocks; /* range in block[] of the GPU's thread blocks */
    bool seen;
};

struct algorithm {
    char name[64];
    const struct collective *collective;
    int gpus, chunks, root;
    /* number of chunks of the longest input of a custom collective */
    int input;
    bool in_place, out_of_place;
    struct gpu *gpu; /* [gpus] chunks and thread blocks of each GPU */
    /* [blocks] thread blocks, ordered by GPU and id */
    struct thread_block *block;
    size_t blocks, room;
};

/* One contribution to a value; gpu = -1: the sum of this chunk over all
 * GPUs. */
struct wish {
    int gpu, chunk;
};

/* The requirements of a collective (expect.c). */
struct collective {
    const char *name;
    const char *also; /* another name of the collective, or NULL */
    /* The corresponding problem of weft. `single`: only if each pair has one
     * block. also_problem: the problem if there are several chunks, or NULL. */
    const char *problem, *also_problem;
    bool single;
    bool sums;    /* whether values are combined */
    bool divides; /* whether the number of chunks must be a multiple of the
                     number of GPUs */
    bool rooted;
    /* whether the input and the output hold all chunks, not only the part of
     * one GPU */
    bool whole_input, whole_output;
    /* In place: the buffer that contains the other one; BUFFERS: none. */
    enum buffer alias;
    /* Return the required value of output chunk `at` of GPU `owner`. NULL:
     * defined by a goal. */
    struct wish (*wish)(const struct algorithm *a, int owner, int at);
    /* Does this GPU's output have requirements? NULL: every GPU's does. */
    bool (*asks)(const struct algorithm *a, int owner);
    /* Return the number of the block that a contribution belongs to. */
    int (*number)(const struct algorithm *a, int gpu, int chunk);
    bool own; /* whether the collective is custom: defined by the file alone,
                 with its own buffer sizes */
};

const struct collective *collective_find(const char *name);
/* Return the custom collective that combines values. */
const struct collective *collective_own_sums(void);
/* Return the minimum number of chunks of its input and output buffers. */
int collective_input(const struct algorithm *a);
int collective_output(const struct algorithm *a);
/* Return where a chunk of a buffer is in memory: in place, two buffers are
 * one. */
struct chunk_place collective_memory(const struct algorithm *a, int gpu,
                                     struct chunk_place place, bool in_place);

/* Return 0, or -1 with WEFT_ERROR_FORMAT (and the line), _LIMIT, _MEMORY, or an
 * error of the input. */
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

/* Add a finding. step SIZE_MAX: it is about the whole thread block. */
void finding_add(struct findings *findings, const struct thread_block *block,
                 size_t step, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Match the ends of connections, and waits with steps. Add findings, any of
 * which makes it impossible to run the algorithm. Return 0, or -1 with
 * WEFT_ERROR_MEMORY. */
int algorithm_connect(struct algorithm *a, struct findings *findings,
                      struct weft_error *err);

/* ---- running it ---- */

/* The contents of a cell: contributions (GPU times the number of chunks of an
 * input, plus the chunk), each once, ascending. Immutable and shared. */
struct value {
    uint64_t *alive; /* counter of the total size of all values */
    /* number that the caller may store here; VALUE_NEW at first */
    int64_t number;
    uint32_t holders;
    uint32_t parts;
    uint32_t part[]; /* [parts] contributions */
};

#define VALUE_NEW INT64_MIN

/* Return the value with one contribution; NULL if out of memory. */
struct value *value_one(uint32_t part, uint64_t *alive);
/* Add a reference; NULL stays NULL. */
struct value *value_share(struct value *value);
void value_drop(struct value *value); /* drop a reference, which may be NULL */
/* Return the sum of two values; NULL if out of memory. *twice: a contribution
 * that is in both, else UINT32_MAX. */
struct value *value_add(const struct value *one, const struct value *other,
                        uint32_t *twice);

/* Called for each message, which is transferred in the time step that ends at
 * `end`. Returns 0, or -1 to stop. */
struct listener {
    int (*sent)(void *arg, const struct algorithm *a,
                const struct thread_block *block, uint64_t end,
                struct value *const *value, int count);
    void *arg;
};

/* Run an algorithm that connects, and add findings.
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

#endif
