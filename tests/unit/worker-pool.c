/* Work done in order by several threads, and gzip compression by them. */
#include <trace/io/compressor.h>
#include <trace/io/out.h>
#include <trace/io/worker-pool.h>

#include <criterion/criterion.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct pool_piece {
    uint64_t number, result;
};

static void square(void *arg)
{
    struct pool_piece *piece = arg;
    piece->result = 0;
    /* some pieces take longer */
    for (uint64_t i = 0; i < piece->number % 97; i++)
        piece->result += piece->number;
    piece->result += piece->number * piece->number;
}

static void check_next(struct worker_pool *pool, uint64_t number)
{
    const struct pool_piece *piece = worker_pool_oldest(pool);
    cr_assert(piece);
    cr_assert_eq(piece->number, number);
    cr_assert_eq(piece->result, number * (number % 97) + number * number);
}

/* Every piece must return once, in order, and processed. */
static void check_pool(size_t pieces, int at_once)
{
    struct pool_piece *piece = calloc(pieces, sizeof *piece);
    struct worker_pool *pool =
        worker_pool_create(piece, pieces, sizeof *piece, at_once, square);
    cr_assert(piece && pool);
    uint64_t back = 0;
    for (uint64_t i = 0; i < 5000; i++) {
        struct pool_piece *next = worker_pool_next(pool);
        if (!next) {
            check_next(pool, back++);
            next = worker_pool_next(pool);
        }
        cr_assert(next);
        next->number = i;
        worker_pool_submit(pool);
    }
    while (back < 5000)
        check_next(pool, back++);
    cr_assert_null(worker_pool_oldest(pool));
    worker_pool_destroy(pool);
    free(piece);
}

Test(pool, in_order)
{
    for (int at_once = 1; at_once <= 10; at_once += 3)
        for (size_t pieces = 1; pieces <= 16; pieces += 5)
            check_pool(pieces, at_once);
}

/* Each piece continues where the previous one ended. */
static uint64_t running_sum;
static atomic_int at_work;

static void add_up(void *arg)
{
    struct pool_piece *piece = arg;
    cr_assert_eq(atomic_fetch_add(&at_work, 1), 0, "two pieces at a time");
    uint64_t sum = running_sum;
    for (uint64_t i = 0; i < piece->number % 13; i++)
        sched_yield();
    running_sum = piece->result = sum + piece->number;
    atomic_fetch_sub(&at_work, 1);
}

Test(pool, one_at_a_time)
{
    struct pool_piece piece[5] = {{0}};
    struct worker_pool *pool =
        worker_pool_create(piece, 5, sizeof *piece, 1, add_up);
    cr_assert(pool);
    uint64_t sum = 0, back = 0;
    for (uint64_t i = 0; back < 40;) {
        struct pool_piece *next = i < 40 ? worker_pool_next(pool) : NULL;
        if (next) {
            next->number = i++;
            worker_pool_submit(pool);
            continue;
        }
        const struct pool_piece *oldest = worker_pool_oldest(pool);
        cr_assert_eq(oldest->number, back);
        sum += back++;
        cr_assert_eq(oldest->result, sum);
    }
    worker_pool_destroy(pool);
}

Test(pool, pieces_under_way_at_the_end)
{
    struct pool_piece piece[4] = {{0}};
    struct worker_pool *pool =
        worker_pool_create(piece, 4, sizeof *piece, 2, square);
    while (worker_pool_next(pool))
        worker_pool_submit(pool);
    worker_pool_destroy(pool);
    worker_pool_destroy(NULL);
}

struct packed {
    size_t count;
    unsigned char bytes[4 << 20];
};

static int keep(void *arg, const void *bytes, size_t count)
{
    struct packed *packed = arg;
    cr_assert_lt(packed->count + count, sizeof packed->bytes);
    memcpy(packed->bytes + packed->count, bytes, count);
    packed->count += count;
    return 0;
}

/* Compress `plain` with the given number of threads. */
static void pack(const char *plain, size_t count, int threads,
                 struct packed *packed)
{
    packed->count = 0;
    struct compressor *pack = compressor_create(threads, keep, packed);
    cr_assert(pack);
    for (size_t part; count; plain += part, count -= part) {
        part = count < WEFT_OUT_BLOCK ? count : WEFT_OUT_BLOCK;
        memcpy(compressor_block(pack), plain, part);
        cr_assert_eq(compressor_submit(pack, part), 0);
    }
    cr_assert_eq(compressor_finish(pack), 0);
    compressor_destroy(pack);
}

Test(pack, same_bytes_by_any_number_of_threads)
{
    static char plain[6 << 20], back[sizeof plain + 1];
    static struct packed alone, packed;
    size_t count = 0;
    for (unsigned i = 0; count < sizeof plain - 40; i++)
        count += (size_t)sprintf(plain + count, "%u %u %u\n", i, i * i % 1000,
                                 i % 7);
    pack(plain, count, 0, &alone);
    for (int threads = 1; threads <= COMPRESSOR_THREADS_MAX; threads += 3) {
        pack(plain, count, threads, &packed);
        cr_assert_eq(packed.count, alone.count);
        cr_assert_eq(memcmp(packed.bytes, alone.bytes, alone.count), 0);
    }
    z_stream z = {.next_in = alone.bytes,
                  .avail_in = (uInt)alone.count,
                  .next_out = (Bytef *)back,
                  .avail_out = sizeof back};
    cr_assert_eq(inflateInit2(&z, MAX_WBITS + 16), Z_OK);
    cr_expect_eq(inflate(&z, Z_FINISH), Z_STREAM_END);
    cr_expect_eq(z.avail_in, 0, "a second member follows");
    cr_expect_eq(sizeof back - z.avail_out, count);
    cr_expect_eq(memcmp(back, plain, count), 0);
    inflateEnd(&z);
}
