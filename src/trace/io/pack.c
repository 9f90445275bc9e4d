/* Parallel gzip: each block is compressed separately up to a byte boundary (a
 * "sync flush"). The compressed blocks are concatenated and their CRCs
 * combined, so that the result is one ordinary gzip member. */
#include "pack.h"

#include "crew.h"
#include "out.h"

#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#define SLOTS (2 * WEFT_PACK_THREADS_MAX)
#define PACKED_MAX (WEFT_OUT_BLOCK + WEFT_OUT_BLOCK / 8)

struct slot {
    char *plain;
    size_t count;
    unsigned char *packed;
    size_t packed_count; /* number of compressed bytes; 0: the compression
                            failed */
    uLong crc;
};

struct pack {
    int (*write)(void *arg, const void *bytes, size_t count);
    void *arg;
    struct crew *crew;
    struct slot slot[SLOTS]; /* blocks to compress, synchronised by `crew` */
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

static void write_out(struct pack *pack, const void *bytes, size_t count)
{
    if (!pack->failed)
        pack->failed = pack->write(pack->arg, bytes, count);
}

/* Write the oldest slot once it is compressed. Return false if there is
 * none. */
static bool pack_drain(struct pack *pack)
{
    struct slot *slot = crew_oldest(pack->crew);
    if (!slot)
        return false;
    if (!slot->packed_count && !pack->failed)
        pack->failed = ENOMEM;
    pack->crc = crc32_combine(pack->crc, slot->crc, (z_off_t)slot->count);
    pack->total += slot->count;
    write_out(pack, slot->packed, slot->packed_count);
    return true;
}

static int make_slots(struct pack *pack, int threads)
{
    for (int i = 0; i < SLOTS; i++) {
        pack->slot[i].plain = malloc(WEFT_OUT_BLOCK);
        pack->slot[i].packed = malloc(PACKED_MAX);
        if (!pack->slot[i].plain || !pack->slot[i].packed)
            return -1;
    }
    pack->crew = crew_create(pack->slot, SLOTS, sizeof *pack->slot, threads + 1,
                             compress_slot);
    return pack->crew ? 0 : -1;
}

struct pack *
pack_create(int threads,
            int (*write)(void *arg, const void *bytes, size_t count), void *arg)
{
    static const unsigned char header[10] = {0x1f, 0x8b, 8, [9] = 3};
    struct pack *pack = calloc(1, sizeof *pack);
    if (!pack)
        return NULL;
    pack->write = write;
    pack->arg = arg;
    if (make_slots(pack, threads)) {
        pack_destroy(pack);
        return NULL;
    }
    pack->crc = crc32(0, NULL, 0);
    write_out(pack, header, sizeof header);
    return pack;
}

char *pack_block(struct pack *pack)
{
    struct slot *slot = crew_next(pack->crew);
    if (!slot && pack_drain(pack))
        slot = crew_next(pack->crew);
    return slot->plain;
}

int pack_submit(struct pack *pack, size_t count)
{
    if (count) {
        struct slot *slot = crew_next(pack->crew);
        slot->count = count;
        crew_submit(pack->crew);
    }
    return pack->failed;
}

int pack_finish(struct pack *pack)
{
    while (pack_drain(pack))
        ;
    /* empty block that ends the compressed data */
    unsigned char end[10] = {3, 0};
    for (int i = 0; i < 4; i++) {
        end[2 + i] = (unsigned char)(pack->crc >> 8 * i);
        end[6 + i] = (unsigned char)(pack->total >> 8 * i);
    }
    write_out(pack, end, sizeof end);
    return pack->failed;
}

void pack_destroy(struct pack *pack)
{
    crew_destroy(pack->crew);
    for (int i = 0; i < SLOTS; i++) {
        free(pack->slot[i].plain);
        free(pack->slot[i].packed);
    }
    free(pack);
}
