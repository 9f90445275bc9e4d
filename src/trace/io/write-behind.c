/* Write-behind. Each block stores its position in the file, so any thread may
 * write any block at any time. */
#include "write-behind.h"

#include "out.h"
#include "worker-pool.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define BLOCKS 4

struct write_behind_block {
    char *bytes; /* [room] bytes of the block, at least WEFT_OUT_BLOCK */
    size_t count, room;
    off_t position;
    int fd;
    int failed; /* errno value of the write, or 0 */
};

struct write_behind {
    struct worker_pool *pool;
    struct write_behind_block block[BLOCKS]; /* blocks to write, synchronised by
                                            `pool` */
    off_t position; /* position of the next block in the file */
    int failed;     /* errno value of the first failure, or 0 */
};

static void write_behind_write_block(void *piece)
{
    struct write_behind_block *block = piece;
    size_t done = 0;
    block->failed = 0;
    while (done < block->count) {
        ssize_t n = pwrite(block->fd, block->bytes + done, block->count - done,
                           block->position + (off_t)done);
        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno != EINTR) {
            block->failed = errno;
            return;
        }
    }
}

struct write_behind *write_behind_create(int fd)
{
    struct write_behind *behind = calloc(1, sizeof *behind);
    if (!behind)
        return NULL;
    behind->pool =
        worker_pool_create(behind->block, BLOCKS, sizeof *behind->block, 2,
                           write_behind_write_block);
    bool good = behind->pool != NULL;
    for (int i = 0; i < BLOCKS; i++) {
        behind->block[i].fd = fd;
        behind->block[i].room = WEFT_OUT_BLOCK;
        behind->block[i].bytes = malloc(WEFT_OUT_BLOCK);
        good = good && behind->block[i].bytes;
    }
    if (good)
        return behind;
    write_behind_destroy(behind);
    return NULL;
}

/* Wait for the oldest block. Return false if no block is in progress. */
static bool write_behind_drain(struct write_behind *behind)
{
    const struct write_behind_block *block = worker_pool_oldest(behind->pool);
    if (block && block->failed && !behind->failed)
        behind->failed = block->failed;
    return block != NULL;
}

static struct write_behind_block *write_behind_next(struct write_behind *behind)
{
    struct write_behind_block *block = worker_pool_next(behind->pool);
    if (!block && write_behind_drain(behind))
        block = worker_pool_next(behind->pool);
    return block;
}

char *write_behind_block(struct write_behind *behind)
{
    return write_behind_next(behind)->bytes;
}

char *write_behind_swap(struct write_behind *behind, char **bytes, size_t *room)
{
    struct write_behind_block *block = write_behind_next(behind);
    struct write_behind_block old = *block;
    block->bytes = *bytes;
    block->room = *room;
    *bytes = old.bytes;
    *room = old.room;
    return block->bytes;
}

int write_behind_submit(struct write_behind *behind, size_t count)
{
    if (count && !behind->failed) {
        struct write_behind_block *block = worker_pool_next(behind->pool);
        block->count = count;
        block->position = behind->position;
        behind->position += (off_t)count;
        worker_pool_submit(behind->pool);
    }
    return behind->failed;
}

int write_behind_finish(struct write_behind *behind)
{
    while (write_behind_drain(behind))
        ;
    return behind->failed;
}

void write_behind_destroy(struct write_behind *behind)
{
    worker_pool_destroy(behind->pool);
    for (int i = 0; i < BLOCKS; i++)
        free(behind->block[i].bytes);
    free(behind);
}
