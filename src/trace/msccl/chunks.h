/* The thread blocks and steps of a schedule that is being written; private to
 * this folder. written-algorithm.c collects the transfers and writes the file;
 * chunks.c and messages.c arrange the steps. */
#ifndef WEFT_SRC_TRACE_MSCCL_CHUNKS_H
#define WEFT_SRC_TRACE_MSCCL_CHUNKS_H

#include "base/base.h"
#include "base/items/items.h"
#include "readers.h"
#include "trace/format.h"

#define MSCCL_BLOCKS_MAX (1 << 20)
/* Limits on the resources for a schedule, which grow with the number of
 * messages: bytes of the blocks of all GPUs and their contents; blocks read and
 * written; stored readers. */
#define MSCCL_BYTES_MAX ((uint64_t)3 << AT_ONCE(24, 18))
#define MSCCL_BYTES_A_MESSAGE 256
#define MSCCL_MOVED_MAX ((uint64_t)1 << AT_ONCE(26, 12))
#define MSCCL_MOVED_A_MESSAGE 1024
#define MSCCL_READERS_MAX ((uint64_t)1 << AT_ONCE(20, 8))
#define MSCCL_READERS_A_MESSAGE 16

enum chunk_type {
    CHUNK_SEND,
    CHUNK_RECEIVE,
    CHUNK_ADD,
    CHUNK_COPY,
    CHUNK_NOTHING
};

struct chunk_step {
    enum chunk_type type;
    int source, target, count;
    /* thread block that this step waits for, and number of its step; -1:
     * none */
    int waits, waits_step;
    bool tells;
};

/* A thread block. */
struct chunk_worker {
    int gpu, peer, channel;
    bool sends, receives;
    struct chunk_step *step; /* [steps] */
    size_t steps, room;
};

struct chunk_cell;

struct msccl_writing {
    char name[64];
    const char *collective;
    bool rooted, sums, gathers, all_to_all;
    int root, gpus, blocks;
    uint64_t step;
    struct weft_trace_info info; /* information about the run, of which only
                                    `items` is set */
    struct weft_event *send;     /* [count] all sends of the run */
    size_t count, room;
    struct chunk_worker *worker; /* [workers] thread blocks, ordered by GPU:
                                    senders, then receivers */
    size_t workers;
    size_t *first; /* [gpus + 1] index of the first worker of each GPU */
    struct chunk_cell *cell; /* [gpus][blocks] last accesses to each block */
    uint64_t *value; /* [gpus][blocks][words] contributors to each block, as a
                        bit set */
    size_t words;
};

#define NOBODY SIZE_MAX

#define NEVER_WRITTEN UINT32_MAX

struct chunk_cell {
    /* thread block and step of the last write, or NEVER_WRITTEN */
    struct access writer;
    struct readers readers;
};

/* State of arranging the steps. */
struct arranging {
    struct msccl_writing *w;
    struct output *out;
    struct item_list list;
    uint64_t *set; /* [words] contributors of the current item */
    /* [workers][workers of the GPU] 1 + the last step of each other worker that
     * a worker has waited for */
    size_t **waited;
    size_t *need; /* [workers] 1 + number of the step of each worker to be
                     waited for; 0: none */
    size_t lowest, highest; /* first and last worker with a nonzero `need` */
    uint64_t moved, readers;
};

/* Set up the cells, after msccl_begin() has set the parameters of the run.
 * Return 0, or -1 if out of memory. */
int chunks_create(struct msccl_writing *w);
/* Return the worker of a GPU that sends messages to a peer or receives them. */
size_t chunks_worker(const struct msccl_writing *w, int gpu, int peer,
                     bool sends);
/* Append a step that does not wait. Return 0, or -1 if out of memory. */
int chunks_append(struct msccl_writing *w, size_t worker,
                  const struct chunk_step *step);
/* Add a step that reads or writes some consecutive blocks of its GPU. Return 0,
 * or -1 if out of memory or after out_fail(). */
int chunks_access(struct arranging *a, size_t worker, enum chunk_type type,
                  int block, int count);
/* Create cells and thread blocks, and allocate the data for arranging. Return
 * 0, or -1 if out of memory or after out_fail(). */
int chunks_prepare(struct arranging *a);
/* Return the bit set of contributors in a GPU's cell of a block. */
uint64_t *chunks_value(const struct msccl_writing *w, int gpu, int block);

/* Create the steps of all thread blocks. Return 0, or -1 if out of memory or
 * after out_fail(). */
int chunks_arrange(struct msccl_writing *w, struct output *out);
void chunks_finish(void *writing);

/* Functions that write the format (written-algorithm.c). */
int msccl_begin(void *state, struct output *out,
                const struct weft_trace_info *info);
int msccl_events(void *state, struct output *out,
                 const struct weft_event *event, size_t count);
int msccl_end(void *state, struct output *out);

#endif
