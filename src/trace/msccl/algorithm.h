/* An MSCCL algorithm: what every thread block of every GPU does; private to
 * this folder.
 *
 * document.c reads it from XML; connect.c finds who is at the other end of
 * each connection; execute.c runs it, with values.c for what cells hold,
 * expect.c for what they must hold at the end, and order.c for what happens
 * before what. msccl.c is the format's row and tells the transfers as events.
 */
#ifndef WEFT_SRC_TRACE_MSCCL_ALGORITHM_H
#define WEFT_SRC_TRACE_MSCCL_ALGORITHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/goal.h>
#include <weft/msccl.h>

struct input;

/* What a file may ask for: cells of all buffers of all GPUs, so many and so
 * many more for each step; numbers in clocks that are kept at one time. */
#define CELLS_MAX ((int64_t)1 << 18)
#define CELLS_A_STEP 16
#define CLOCKS_MAX ((uint64_t)1 << 24)

enum buffer { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_SCRATCH, BUFFERS };

/* What a kind of step does, in this order. */
struct step_type {
    const char *name;
    bool receives;
    bool reads_source; /* and adds it to what was received, or to the target */
    bool reads_target; /* adds it */
    bool writes;       /* the target */
    bool sends;        /* the result */
};

/* A run of chunks in a buffer of the step's own GPU. */
struct chunk_place {
    enum buffer buffer;
    int at;
};

struct step {
    const struct step_type *type;
    struct chunk_place source, target;
    int count;      /* chunks */
    int waits;      /* for a thread block of the same GPU; -1: for none */
    int waits_step; /* it has done this step, or a later one that tells */
    bool tells;
    unsigned line;
    /* found by connect.c */
    size_t target_step; /* waits >= 0: the step waited for */
    uint32_t waiters;   /* steps that wait for this one */
};

struct thread_block {
    int gpu, id;
    int send, receive; /* the other GPU; -1: none */
    int channel;
    unsigned line;
    struct step *step; /* [steps] */
    size_t steps, room;
    /* found by connect.c; SIZE_MAX: nobody */
    size_t receiver; /* who takes what this one sends */
};

struct gpu {
    int chunks[BUFFERS];  /* as the file has it, or as the collective needs */
    size_t first, blocks; /* its thread blocks among all */
    bool seen;
};

struct algorithm {
    char name[64];
    const struct collective *collective;
    int gpus, chunks, root;
    int input; /* of a collective of one's own: chunks of the longest input */
    bool in_place, out_of_place;
    struct gpu *gpu;            /* [gpus] */
    struct thread_block *block; /* [blocks], by GPU and number */
    size_t blocks, room;
};

/* A contribution, or, with gpu -1, the sum of that chunk of all GPUs. */
struct wish {
    int gpu, chunk;
};

/* What must be true of a collective (expect.c). */
struct collective {
    const char *name;
    const char *also; /* another name of it, or NULL */
    /* The problem of that kind that weft has: of one block for each pair, if
     * `single`; of several chunks another one, if that has a name. */
    const char *problem, *also_problem;
    bool single;
    bool sums;    /* values are combined */
    bool divides; /* the chunks must be a multiple of the GPUs */
    bool rooted;
    /* Chunks of the buffers: of all, or of one GPU's part. */
    bool whole_input, whole_output;
    /* In place: the buffer that the other one is a part of; BUFFERS: none. */
    enum buffer alias;
    /* What output chunk `at` of GPU `owner` must be; NULL: a goal says it. */
    struct wish (*wish)(const struct algorithm *a, int owner, int at);
    /* Must the output chunks of this GPU hold anything? NULL: of every. */
    bool (*asks)(const struct algorithm *a, int owner);
    /* Number of the block that a contribution is (one of). */
    int (*number)(const struct algorithm *a, int gpu, int chunk);
    bool own; /* of the file alone: buffers are as it has them */
};

const struct collective *collective_find(const char *name);
/* One's own where values are combined. */
const struct collective *collective_own_sums(void);
/* Chunks that its input and output buffers have at least. */
int collective_input(const struct algorithm *a);
int collective_output(const struct algorithm *a);
/* Where a chunk of a buffer lies in memory: in place two buffers are one. */
struct chunk_place collective_memory(const struct algorithm *a, int gpu,
                                     struct chunk_place place, bool in_place);

/* 0, or -1 with WEFT_ERROR_FORMAT (line), _LIMIT, _MEMORY, or as of the
 * input. */
int algorithm_read(struct algorithm *a, struct input *in,
                   struct weft_error *err);
void algorithm_finish(struct algorithm *a);

/* ---- what is wrong ---- */

#define FINDINGS_MAX 20 /* texts that are kept */

struct findings {
    struct weft_msccl_finding *list; /* [kept] */
    size_t kept, room;
    size_t reason; /* 1 + the first that waits for ever; 0: none does */
    uint64_t count;
    bool failed; /* no memory */
};

/* step: SIZE_MAX: of the whole thread block. */
void finding_add(struct findings *findings, const struct thread_block *block,
                 size_t step, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Who talks with whom, who waits for which step. Adds what is wrong; what is
 * wrong here makes it impossible to go on. 0, or -1 with WEFT_ERROR_MEMORY. */
int algorithm_connect(struct algorithm *a, struct findings *findings,
                      struct weft_error *err);

/* ---- running it ---- */

/* What a cell holds: contributions (their GPU times the chunks of an input
 * plus their chunk), each once, ascending. Never changed; shared. */
struct value {
    uint64_t *alive; /* what all values that there are take */
    int64_t number;  /* for a listener, to note something; VALUE_NEW at first */
    uint32_t holders;
    uint32_t parts;
    uint32_t part[]; /* [parts] */
};

#define VALUE_NEW INT64_MIN

/* The contribution itself; NULL: no memory. */
struct value *value_one(uint32_t part, uint64_t *alive);
/* One more holder; NULL stays NULL. */
struct value *value_share(struct value *value);
void value_drop(struct value *value); /* NULL is fine */
/* The sum of two. *twice: a part that is in both, else UINT32_MAX. NULL: no
 * memory. */
struct value *value_add(const struct value *one, const struct value *other,
                        uint32_t *twice);

/* Who is told of each message: it travels in the time step that ends at
 * `end`. 0, or -1 to stop. */
struct listener {
    int (*sent)(void *arg, const struct algorithm *a,
                const struct thread_block *block, uint64_t end,
                struct value *const *value, int count);
    void *arg;
};

/* Run an algorithm that connects. Adds what is wrong.
 *
 * goal   what the GPUs must hold at the end; NULL: what the collective says
 * steps  filled: the time at which all is done; 0: that is never
 * 0, or -1 with WEFT_ERROR_LIMIT or WEFT_ERROR_MEMORY, or if the listener
 * stopped. */
int algorithm_execute(const struct algorithm *a, bool in_place,
                      const struct weft_goal *goal,
                      const struct listener *listener,
                      struct findings *findings, uint64_t *steps,
                      struct weft_error *err);

#endif
