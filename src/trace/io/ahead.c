/* Write-behind. Each block stores its position in the file, so any thread may
 * write any block at any time. */
#include "ahead.h"

#include "crew.h"
#include "out.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define BLOCKS 4

struct io_ahead_block {
    char *bytes; /* [room] bytes of the block, at least WEFT_OUT_BLOCK */
    size_t count, room;
    off_t place;
    int fd;
    int failed; /* errno value of the write, or 0 */
};

struct ahead {
    struct crew *crew;
    struct io_ahead_block block[BLOCKS]; /* blocks to write, synchronised by
                                            `crew` */
    off_t place; /* position of the next block in the file */
    int failed;  /* errno value of the first failure, or 0 */
};

static void ahead_write_block(void *piece)
{
    struct io_ahead_block *block = piece;
    size_t done = 0;
    block->failed = 0;
    while (done < block->count) {
        ssize_t n = pwrite(block->fd, block->bytes + done, block->count - done,
                           block->place + (off_t)done);
        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno != EINTR) {
            block->failed = errno;
            return;
        }
    }
}

struct ahead *ahead_create(int fd)
{
    struct ahead *ahead = calloc(1, sizeof *ahead);
    if (!ahead)
        return NULL;
    ahead->crew = crew_create(ahead->block, BLOCKS, sizeof *ahead->block, 2,
                              ahead_write_block);
    bool good = ahead->crew != NULL;
    for (int i = 0; i < BLOCKS; i++) {
        ahead->block[i].fd = fd;
        ahead->block[i].room = WEFT_OUT_BLOCK;
        ahead->block[i].bytes = malloc(WEFT_OUT_BLOCK);
        good = good && ahead->block[i].bytes;
    }
    if (good)
        return ahead;
    ahead_destroy(ahead);
    return NULL;
}

/* Wait for the oldest block. Return false if no block is in progress. */
static bool ahead_drain(struct ahead *ahead)
{
    const struct io_ahead_block *block = crew_oldest(ahead->crew);
    if (block && block->failed && !ahead->failed)
        ahead->failed = block->failed;
    return block != NULL;
}

static struct io_ahead_block *ahead_next(struct ahead *ahead)
{
    struct io_ahead_block *block = crew_next(ahead->crew);
    if (!block && ahead_drain(ahead))
        block = crew_next(ahead->crew);
    return block;
}

char *ahead_block(struct ahead *ahead)
{
    return ahead_next(ahead)->bytes;
}

char *ahead_swap(struct ahead *ahead, char **bytes, size_t *room)
{
    struct io_ahead_block *block = ahead_next(ahead);
    struct io_ahead_block old = *block;
    block->bytes = *bytes;
    block->room = *room;
    *bytes = old.bytes;
    *room = old.room;
    return block->bytes;
}

int ahead_submit(struct ahead *ahead, size_t count)
{
    if (count && !ahead->failed) {
        struct io_ahead_block *block = crew_next(ahead->crew);
        block->count = count;
        block->place = ahead->place;
        ahead->place += (off_t)count;
        crew_submit(ahead->crew);
    }
    return ahead->failed;
}

int ahead_finish(struct ahead *ahead)
{
    while (ahead_drain(ahead))
        ;
    return ahead->failed;
}

void ahead_destroy(struct ahead *ahead)
{
    crew_destroy(ahead->crew);
    for (int i = 0; i < BLOCKS; i++)
        free(ahead->block[i].bytes);
    free(ahead);
}
