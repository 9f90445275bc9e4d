/* Parallel gzip: each block is compressed separately up to a byte boundary (a
 * "sync flush"). The compressed blocks are concatenated and their CRCs
 * combined, so that the result is one ordinary gzip member. */
#include "compressor.h"

#include "out.h"
#include "worker-pool.h"

#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#define SLOTS (2 * COMPRESSOR_THREADS_MAX)
#define PACKED_MAX (WEFT_OUT_BLOCK + WEFT_OUT_BLOCK / 8)

struct slot {
    char *plain;
    size_t count;
    unsigned char *packed;
    size_t packed_count; /* number of compressed bytes; 0: the compression
                            failed */
    uLong crc;
};

struct compressor {
    int (*write)(void *arg, const void *bytes, size_t count);
    void *arg;
    struct worker_pool *pool;
    struct slot slot[SLOTS]; /* blocks to compress, synchronised by `pool` */
    uLong crc;
    uint64_t total;
    int failed; /* errno value of the first failure, or 0 */
};

static void compress_slot(void *piece)
{
    struct slot *slot = piece;
    z_stream z = {0};
    slot->packed_count = 0;
    slot->crc = crc32(0, (const Bytef *)slot->plain, (uInt)slot->count);
    if (deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY))
        return;
    z.next_in = (Bytef *)slot->plain;
    z.avail_in = (uInt)slot->count;
    z.next_out = slot->packed;
    z.avail_out = PACKED_MAX;
    if (deflate(&z, Z_SYNC_FLUSH) == Z_OK && z.avail_in == 0 && z.avail_out)
        slot->packed_count = PACKED_MAX - z.avail_out;
    deflateEnd(&z);
}

static void write_out(struct compressor *compressor, const void *bytes,
                      size_t count)
{
    if (!compressor->failed)
        compressor->failed = compressor->write(compressor->arg, bytes, count);
}

/* Write the oldest slot once it is compressed. Return false if there is
 * none. */
static bool compressor_drain(struct compressor *compressor)
{
    struct slot *slot = worker_pool_oldest(compressor->pool);
    if (!slot)
        return false;
    if (!slot->packed_count && !compressor->failed)
        compressor->failed = ENOMEM;
    compressor->crc =
        crc32_combine(compressor->crc, slot->crc, (z_off_t)slot->count);
    compressor->total += slot->count;
    write_out(compressor, slot->packed, slot->packed_count);
    return true;
}

static int make_slots(struct compressor *compressor, int threads)
{
    for (int i = 0; i < SLOTS; i++) {
        compressor->slot[i].plain = malloc(WEFT_OUT_BLOCK);
        compressor->slot[i].packed = malloc(PACKED_MAX);
        if (!compressor->slot[i].plain || !compressor->slot[i].packed)
            return -1;
    }
    compressor->pool =
        worker_pool_create(compressor->slot, SLOTS, sizeof *compressor->slot,
                           threads + 1, compress_slot);
    return compressor->pool ? 0 : -1;
}

struct compressor *compressor_create(int threads,
                                     int (*write)(void *arg, const void *bytes,
                                                  size_t count),
                                     void *arg)
{
    static const unsigned char header[10] = {0x1f, 0x8b, 8, [9] = 3};
    struct compressor *compressor = calloc(1, sizeof *compressor);
    if (!compressor)
        return NULL;
    compressor->write = write;
    compressor->arg = arg;
    if (make_slots(compressor, threads)) {
        compressor_destroy(compressor);
        return NULL;
    }
    compressor->crc = crc32(0, NULL, 0);
    write_out(compressor, header, sizeof header);
    return compressor;
}

char *compressor_block(struct compressor *compressor)
{
    struct slot *slot = worker_pool_next(compressor->pool);
    if (!slot && compressor_drain(compressor))
        slot = worker_pool_next(compressor->pool);
    return slot->plain;
}

int compressor_submit(struct compressor *compressor, size_t count)
{
    if (count) {
        struct slot *slot = worker_pool_next(compressor->pool);
        slot->count = count;
        worker_pool_submit(compressor->pool);
    }
    return compressor->failed;
}

int compressor_finish(struct compressor *compressor)
{
    while (compressor_drain(compressor))
        ;
    /* empty block that ends the compressed data */
    unsigned char end[10] = {3, 0};
    for (int i = 0; i < 4; i++) {
        end[2 + i] = (unsigned char)(compressor->crc >> 8 * i);
        end[6 + i] = (unsigned char)(compressor->total >> 8 * i);
    }
    write_out(compressor, end, sizeof end);
    return compressor->failed;
}

void compressor_destroy(struct compressor *compressor)
{
    worker_pool_destroy(compressor->pool);
    for (int i = 0; i < SLOTS; i++) {
        free(compressor->slot[i].plain);
        free(compressor->slot[i].packed);
    }
    free(compressor);
}
