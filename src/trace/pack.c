/* Parallel gzip: each block is compressed by itself up to a byte boundary
 * (a "sync flush"), the pieces are put one after the other, and their CRCs are
 * combined, so the result is one ordinary gzip member.
 *
 * The blocks go round a ring of slots. The caller fills slots in order and
 * writes them out in order; the threads compress whatever is full, the oldest
 * first. Where the caller would wait for a slot that no thread has begun, it
 * compresses it itself: with no threads at all everything still works, and
 * small traces never start one. */
#include "pack.h"

#include "out.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#define THREADS_MAX 8
#define SLOTS (2 * THREADS_MAX)
#define PACKED_MAX (WEFT_OUT_BLOCK + WEFT_OUT_BLOCK / 8)

enum slot_state { EMPTY, FULL, PACKING, PACKED };

struct slot {
    enum slot_state state; /* guarded by lock */
    char *plain;           /* the rest belongs to who set the state: */
    size_t count;          /* the caller, or the thread that is PACKING */
    unsigned char *packed;
    size_t packed_count; /* 0: could not be compressed */
    uLong crc;
};

struct weft_pack {
    int (*write)(void *arg, const void *bytes, size_t count);
    void *arg;
    pthread_mutex_t lock;
    pthread_cond_t work, done; /* with lock: a slot is FULL; one is PACKED */
    bool stop;                 /* guarded by lock */
    struct slot slot[SLOTS];
    /* the rest: caller's thread only */
    uint64_t filled, drained; /* slots handed in and written out, ever */
    pthread_t thread[THREADS_MAX];
    int threads, threads_max;
    uLong crc;
    uint64_t total;
    int failed; /* errno of the first failure */
};

static void compress_slot(struct slot *slot)
{
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

/* Compress a slot that is FULL; called and left with the lock held. */
static void work_on(struct weft_pack *pack, struct slot *slot)
{
    slot->state = PACKING;
    pthread_mutex_unlock(&pack->lock);
    compress_slot(slot);
    pthread_mutex_lock(&pack->lock);
    slot->state = PACKED;
    pthread_cond_broadcast(&pack->done);
}

static void *worker(void *arg)
{
    struct weft_pack *pack = arg;
    pthread_mutex_lock(&pack->lock);
    /* slots become full in ring order, so the oldest full one is found by
     * going on from the last one this thread took */
    for (unsigned at = 0; !pack->stop;) {
        unsigned tried = 0;
        while (tried < SLOTS && pack->slot[at].state != FULL) {
            at = (at + 1) % SLOTS;
            tried++;
        }
        if (tried < SLOTS)
            work_on(pack, &pack->slot[at]);
        else
            pthread_cond_wait(&pack->work, &pack->lock);
    }
    pthread_mutex_unlock(&pack->lock);
    return NULL;
}

static void fail(struct weft_pack *pack, int code)
{
    if (!pack->failed)
        pack->failed = code;
}

/* Write out the oldest slot, when it is compressed. */
static void drain(struct weft_pack *pack)
{
    struct slot *slot = &pack->slot[pack->drained++ % SLOTS];
    pthread_mutex_lock(&pack->lock);
    if (slot->state == FULL)
        work_on(pack, slot);
    while (slot->state != PACKED)
        pthread_cond_wait(&pack->done, &pack->lock);
    slot->state = EMPTY;
    pthread_mutex_unlock(&pack->lock);
    if (!slot->packed_count)
        fail(pack, ENOMEM);
    pack->crc = crc32_combine(pack->crc, slot->crc, (z_off_t)slot->count);
    pack->total += slot->count;
    if (!pack->failed &&
        pack->write(pack->arg, slot->packed, slot->packed_count))
        fail(pack, errno);
}

struct weft_pack *weft_pack_create(int (*write)(void *arg, const void *bytes,
                                                size_t count),
                                   void *arg)
{
    static const unsigned char header[10] = {0x1f, 0x8b, 8, [9] = 3};
    struct weft_pack *pack = calloc(1, sizeof *pack);
    if (!pack)
        return NULL;
    pack->write = write;
    pack->arg = arg;
    pthread_mutex_init(&pack->lock, NULL);
    pthread_cond_init(&pack->work, NULL);
    pthread_cond_init(&pack->done, NULL);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    pack->threads_max = cores < THREADS_MAX ? (int)cores : THREADS_MAX;
    for (int i = 0; i < SLOTS; i++) {
        pack->slot[i].plain = malloc(WEFT_OUT_BLOCK);
        pack->slot[i].packed = malloc(PACKED_MAX);
        if (!pack->slot[i].plain || !pack->slot[i].packed) {
            weft_pack_destroy(pack);
            errno = ENOMEM;
            return NULL;
        }
    }
    pack->crc = crc32(0, NULL, 0);
    if (pack->write(pack->arg, header, sizeof header))
        fail(pack, errno);
    return pack;
}

char *weft_pack_block(struct weft_pack *pack)
{
    if (pack->filled - pack->drained == SLOTS)
        drain(pack);
    return pack->slot[pack->filled % SLOTS].plain;
}

int weft_pack_submit(struct weft_pack *pack, size_t count)
{
    if (count) {
        struct slot *slot = &pack->slot[pack->filled++ % SLOTS];
        slot->count = count;
        pthread_mutex_lock(&pack->lock);
        slot->state = FULL;
        pthread_cond_signal(&pack->work);
        pthread_mutex_unlock(&pack->lock);
        /* the first block may be the only one: then no thread is needed */
        if (pack->filled > 1 && pack->threads < pack->threads_max &&
            !pthread_create(&pack->thread[pack->threads], NULL, worker, pack))
            pack->threads++;
    }
    errno = pack->failed;
    return pack->failed ? -1 : 0;
}

int weft_pack_finish(struct weft_pack *pack)
{
    while (pack->drained < pack->filled)
        drain(pack);
    unsigned char end[10] = {3, 0}; /* an empty last block */
    for (int i = 0; i < 4; i++) {
        end[2 + i] = (unsigned char)(pack->crc >> 8 * i);
        end[6 + i] = (unsigned char)(pack->total >> 8 * i);
    }
    if (!pack->failed && pack->write(pack->arg, end, sizeof end))
        fail(pack, errno);
    errno = pack->failed;
    return pack->failed ? -1 : 0;
}

void weft_pack_destroy(struct weft_pack *pack)
{
    pthread_mutex_lock(&pack->lock);
    pack->stop = true;
    pthread_cond_broadcast(&pack->work);
    pthread_mutex_unlock(&pack->lock);
    for (int i = 0; i < pack->threads; i++)
        pthread_join(pack->thread[i], NULL);
    for (int i = 0; i < SLOTS; i++) {
        free(pack->slot[i].plain);
        free(pack->slot[i].packed);
    }
    pthread_cond_destroy(&pack->done);
    pthread_cond_destroy(&pack->work);
    pthread_mutex_destroy(&pack->lock);
    free(pack);
}
