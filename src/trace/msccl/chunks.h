/* The thread blocks and steps of a schedule that is written; private to this
 * folder. written-algorithm.c keeps the transfers and writes, chunks.c arranges
 * them. */
#ifndef WEFT_SRC_TRACE_MSCCL_CHUNKS_H
#define WEFT_SRC_TRACE_MSCCL_CHUNKS_H

#include "base/base.h"
#include "base/items/items.h"
#include "readers.h"
#include "trace/format.h"

#define MSCCL_BLOCKS_MAX (1 << 20)
/* What a schedule may ask for, and more for each of its messages: bytes of the
 * blocks of all GPUs and what they hold; blocks read and written; readers that
 * are noted. */
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
    /* for a step of another thread block; -1: for none */
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
    struct weft_trace_info info; /* only what gives events their items */
    struct weft_event *send;     /* [count] */
    size_t count, room;
    struct chunk_worker *worker; /* [workers] by GPU: who send, who receive */
    size_t workers;
    size_t *first;           /* [gpus + 1] of its workers */
    struct chunk_cell *cell; /* [gpus][blocks] */
    uint64_t *value;         /* [gpus][blocks][words] contributors */
    size_t words;
};

#define NOBODY SIZE_MAX

#define NEVER_WRITTEN UINT32_MAX

struct chunk_cell {
    struct access writer; /* worker and step; or NEVER_WRITTEN */
    struct readers readers;
};

/* While it is arranged. */
struct arranging {
    struct msccl_writing *w;
    struct output *out;
    struct item_list list;
    uint64_t *set;   /* [words] of the item at hand */
    size_t **waited; /* [workers][workers of the GPU] 1 + the last step */
    size_t *need;    /* [workers] 1 + the step to wait for; 0: none */
    size_t lowest, highest; /* of those that are needed */
    uint64_t moved, readers;
};

/* After begin has filled in what the run is. 0, or -1: no memory. */
int chunks_create(struct msccl_writing *w);
/* The sender of a message, or its receiver. */
size_t chunks_worker(const struct msccl_writing *w, int gpu, int peer,
                     bool sends);
/* A step that waits for nobody. 0, or -1: no memory. */
int chunks_append(struct msccl_writing *w, size_t worker,
                  const struct chunk_step *step);
/* A step that reads or writes a run of blocks of its GPU. 0, -1, or as
 * out_fail(). */
int chunks_access(struct arranging *a, size_t worker, enum chunk_type type,
                  int block, int count);
/* Cells, thread blocks, and room to arrange them. 0, -1, or as out_fail(). */
int chunks_prepare(struct arranging *a);
/* The contributors of what a GPU's cell of a block holds. */
uint64_t *chunks_value(const struct msccl_writing *w, int gpu, int block);

/* Make the thread blocks. 0, or -1: no memory, or what out_fail() was told. */
int chunks_arrange(struct msccl_writing *w, struct output *out);
void chunks_finish(void *writing);

/* The format's writer (written-algorithm.c). */
int msccl_begin(void *state, struct output *out,
                const struct weft_trace_info *info);
int msccl_events(void *state, struct output *out,
                 const struct weft_event *event, size_t count);
int msccl_end(void *state, struct output *out);

#endif
