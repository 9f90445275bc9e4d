/* An MSCCL++ execution plan: the operations of every thread block of every GPU;
 * private to this folder.
 *
 * plan-read.c reads it from JSON, plan-shape.c checks its operations one by one
 * and chooses the size of a chunk, plan-run.c runs it (run.h), and
 * plan-limits.c compares it with the limits of the executor. mscclpp.c has the
 * public functions and the format's table row. */
#ifndef WEFT_SRC_TRACE_MSCCLPP_PLAN_H
#define WEFT_SRC_TRACE_MSCCLPP_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/unstable/mscclpp.h>

struct input;

#define PLAN_NONE UINT32_MAX

/* Limits on the resources that a file may require, unless it is trusted. */
#define PLAN_GPUS_MAX 4096u
#define PLAN_BLOCKS_MAX (1u << 16)
#define PLAN_OPS_MAX ((uint64_t)1 << AT_ONCE(20, 10))
#define PLAN_CELLS_MAX ((uint64_t)1 << AT_ONCE(24, 14))
#define PLAN_TOUCHED_MAX ((uint64_t)1 << AT_ONCE(28, 16))
#define PLAN_CLOCKS_MAX ((uint64_t)1 << AT_ONCE(27, 18))
/* Limits for every file: sizes in bytes fit into 62 bits. */
#define PLAN_CHUNKS_MAX ((uint64_t)1 << 31)
#define PLAN_BYTES_MAX ((uint64_t)1 << 62)

enum plan_buffer { PLAN_INPUT, PLAN_OUTPUT, PLAN_SCRATCH, PLAN_BUFFERS };

enum plan_channel_type { PLAN_MEMORY, PLAN_PORT, PLAN_SWITCH, PLAN_TYPES };

/* A range of one of the plan's arrays. */
struct plan_slice {
    uint32_t first, count;
};

/* A buffer range of an operation, as in the file. */
enum plan_where { PLAN_OWN, PLAN_REMOTE, PLAN_GROUP };

struct plan_entry {
    enum plan_where where;
    uint32_t id; /* a buffer (PLAN_OWN), or an index into a list of the block */
    uint64_t index, size; /* in chunks */
};

enum plan_act {
    PLAN_NOP,
    PLAN_BARRIER,
    PLAN_SIGNAL,
    PLAN_WAIT,
    PLAN_FLUSH,
    PLAN_ACQUIRE,
    PLAN_RELEASE,
    PLAN_DATA,
    PLAN_PIPELINE,
    PLAN_UNKNOWN, /* no executor runs it */
};

/* A kind of operation. `source` and `target` have one letter for each entry; a
 * star repeats the letter before it: o own, p own packets, r remote, R remote
 * packets, s group of a switch, S its packets. */
struct plan_kind {
    const char *name;
    enum plan_act act;
    const char *source, *target;
    bool pairs;   /* entry i of the sources goes to entry i of the targets */
    bool ports;   /* port channels are possible */
    bool only;    /* memory channels are not */
    bool relaxed; /* a signal or wait without memory order */
    bool signals, flushes; /* put that signals, and then waits */
};

struct plan_op {
    const struct plan_kind *kind;
    uint32_t channel; /* enum plan_channel_type; PLAN_NONE: not stated */
    bool extremes;    /* the reduction is min or max, not sum */
    bool reduces;     /* whether the file names a reduction */
    struct plan_slice source, target; /* in entry[] */
    struct plan_slice ids;        /* in id[]: channels of the block's list */
    struct plan_slice semaphores; /* in id[]: semaphores of the GPU */
    uint64_t barrier, barrier_blocks;
    uint64_t part, parts; /* the block does part `part` of `parts` */
    /* pipeline: bytes per iteration, and total number of chunks */
    uint64_t unit, chunks;
    struct plan_slice inner; /* in inner[] */
};

struct plan_block {
    uint32_t gpu, id;
    struct plan_slice ops;
    struct plan_slice channels[PLAN_TYPES]; /* in local[type] */
    struct plan_slice remotes[PLAN_TYPES];  /* in seen[type] */
};

struct plan_remote { /* a buffer of another GPU */
    uint32_t rank;
    enum plan_buffer buffer;
    unsigned access; /* bit t: through channels of type t */
};

struct plan_channel { /* the end of a channel at one GPU */
    uint32_t gpu, peer;
    uint32_t pair; /* the other end; PLAN_NONE: there is none */
};

struct plan_group { /* a switch channel: a buffer of several GPUs */
    enum plan_buffer buffer;
    uint64_t size;
    struct plan_slice ranks; /* in id[] */
};

struct plan_gpu {
    uint64_t chunks[PLAN_BUFFERS];
    struct plan_slice blocks;
    struct plan_slice channels[2]; /* in channel[PLAN_MEMORY, PLAN_PORT] */
    struct plan_slice groups, remotes, semaphores;
    /* set by plan_shape(): first cell of each buffer */
    uint64_t origin[PLAN_BUFFERS];
};

/* A growing array of the plan. */
struct plan_array {
    void *at;
    size_t count, room;
};

struct gpu_plan {
    char name[64];
    const struct plan_goal *goal; /* end state of the collective */
    char collective[24];
    bool packets; /* protocol LL */
    bool in_place, reuse, doubled;
    bool has_root;
    uint64_t threads, alignment, least, most, root;
    uint32_t gpus, blocks;
    struct plan_array gpu, block, op, inner, entry, id, remote, group,
        semaphore, channel[2], local[PLAN_TYPES], seen[PLAN_TYPES];
    /* set by plan_shape() */
    uint64_t size, chunk; /* of a message and of a chunk, in bytes */
    uint64_t cell;        /* bytes of a cell */
    uint64_t cells, ops, messages;
    uint64_t wrap; /* bytes after which offsets in scratch wrap; 0: never */
};

#define PLAN_AT(plan, type, array, i) (&((struct type *)(plan)->array.at)[i])

static inline struct plan_gpu *plan_gpu_at(const struct gpu_plan *plan,
                                           uint32_t i)
{
    return PLAN_AT(plan, plan_gpu, gpu, i);
}

static inline struct plan_block *plan_block_at(const struct gpu_plan *plan,
                                               uint32_t i)
{
    return PLAN_AT(plan, plan_block, block, i);
}

static inline const struct plan_op *plan_op_at(const struct gpu_plan *plan,
                                               uint32_t i)
{
    return PLAN_AT(plan, plan_op, op, i);
}

static inline const struct plan_entry *
plan_entry_at(const struct gpu_plan *plan, struct plan_slice slice, uint32_t i)
{
    return PLAN_AT(plan, plan_entry, entry, slice.first + i);
}

static inline uint32_t plan_number(const struct plan_array *array,
                                   struct plan_slice slice, uint32_t i)
{
    return ((const uint32_t *)array->at)[slice.first + i];
}

/* The end states: which contributions an output chunk must have. */
struct plan_wish {
    uint32_t first, last; /* GPUs; the sum over all of these */
    uint64_t chunk;
};

struct plan_goal {
    const char *name;
    bool sums;    /* whether contributions are added */
    int in_place; /* 0: apart, 1: one buffer, 2: the input is part of the
                     output, 3: the output is part of the input */
    struct plan_wish (*wish)(const struct gpu_plan *plan, uint32_t gpu,
                             uint64_t chunk);
};

const struct plan_goal *plan_goal_find(const char *name);

/* Read a plan. Return 0, or -1 with err; plan_release() in either case. */
int plan_read(struct gpu_plan *plan, struct input *in, struct weft_error *err);
void plan_release(struct gpu_plan *plan);
/* Return the kind of that name, or NULL. */
const struct plan_kind *plan_kind_find(const char *name);

/* ---- places, faults ---- */

/* An operation: in a pipeline also its iteration and inner operation. */
struct plan_place {
    uint32_t block, op;
    uint64_t iteration; /* UINT64_MAX: not in a pipeline */
    uint32_t inner;
};

struct plan_report {
    struct weft_mscclpp_result *result;
    size_t room, remark_room;
    struct plan_seen_table *seen; /* faults and remarks that were reported */
    bool failed;                  /* whether memory ran out */
};

/* Where a fault is. */
struct plan_spot {
    int rank;                       /* -1: the place's GPU */
    const struct plan_place *place; /* NULL: the whole GPU */
    const struct plan_place *other; /* NULL: none */
    struct weft_mscclpp_cell cell;  /* bytes 0: none */
};

/* Report a fault or a remark, unless the same one was reported. */
void plan_fault(struct plan_report *report, const struct gpu_plan *plan,
                enum weft_mscclpp_kind kind, const struct plan_spot *spot,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
void plan_remark(struct plan_report *report, const struct gpu_plan *plan,
                 enum weft_mscclpp_kind kind, const struct plan_spot *spot,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));
void plan_report_finish(struct plan_report *report);
/* Print a place, "GPU 0, thread block 1, op 6 (rres)". */
void plan_place_text(const struct gpu_plan *plan,
                     const struct plan_place *place, char *text, size_t size);
const struct plan_op *plan_place_op(const struct gpu_plan *plan,
                                    const struct plan_place *place);

/* ---- shape ---- */

/* A range of memory that an operation touches. */
struct plan_span {
    uint32_t gpu;
    enum plan_buffer buffer;
    bool packet;
    uint64_t start, length; /* bytes of data, not of packets */
};

/* Choose the sizes and check every operation. Return 0, also with faults in the
 * report, or -1 with err. */
int plan_shape(struct gpu_plan *plan,
               const struct weft_mscclpp_options *options,
               struct plan_report *report, struct weft_error *err);
/* Return the letter of an entry of an operation, as in struct plan_kind. */
char plan_letter(const struct plan_op *op, bool target, uint32_t i);
/* Return the number of GPUs that an entry touches: 1, or those of a group. */
uint32_t plan_width(const struct gpu_plan *plan, const struct plan_block *block,
                    const struct plan_entry *entry);
/* Set the range that entry `entry`, with this letter, touches at GPU number
 * `which` of its width. */
void plan_span_of(const struct gpu_plan *plan, const struct plan_block *block,
                  const struct plan_op *op, const struct plan_entry *entry,
                  char letter, uint32_t which, const struct plan_op *pipeline,
                  uint64_t iteration, struct plan_span *span);
uint64_t plan_iterations(const struct gpu_plan *plan, const struct plan_op *op);
/* Return the channel at the GPU that is number i of the op's ids. */
uint32_t plan_channel_of(const struct gpu_plan *plan,
                         const struct plan_block *block,
                         const struct plan_op *op, uint32_t i);

/* Report where the executor deviates from the plan. */
void plan_limits(const struct gpu_plan *plan, bool faults,
                 struct plan_report *report);

#endif
