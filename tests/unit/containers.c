/* The containers of src/base: heap, hash table and radix sort, each compared
 * with a plain array; with keys that collide, and without memory. */
#include <base/base.h>
#include <base/keys.h>
#include <base/system/stable-sort.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static uint64_t containers_drawn = 88172645463325252u;

/* A small random number generator, with the same numbers everywhere. */
static uint64_t containers_draw(void)
{
    containers_drawn ^= containers_drawn << 13;
    containers_drawn ^= containers_drawn >> 7;
    return containers_drawn ^= containers_drawn << 17;
}

/* Limit the memory that this process can still allocate to `more` bytes. */
static void refuse_memory(size_t more)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    cr_assert(file && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = pages * 4096 + more;
    cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

/* ---- heap --------------------------------------------------------------- */

struct thing {
    uint64_t key;
    size_t place;
};

#define HEAP_NAME things
#define HEAP_ITEM struct thing *
#define HEAP_BEFORE(a, b) ((*(a))->key < (*(b))->key)
#define HEAP_PLACED(a, at) ((*(a))->place = (at))
#include <base/heap.h>

#define HEAP_NAME numbers
#define HEAP_ITEM uint64_t
#define HEAP_BEFORE(a, b) (*(a) < *(b))
#include <base/heap.h>

static void check_heap(const struct things *heap)
{
    for (size_t i = 0; i < heap->count; i++) {
        cr_assert_eq(heap->item[i]->place, i);
        cr_assert(!i || heap->item[(i - 1) / 2]->key <= heap->item[i]->key);
    }
}

Test(containers, heap_items_know_their_place)
{
    enum { CONTAINERS_COUNT = 500 };
    struct thing thing[CONTAINERS_COUNT];
    struct things heap = {0};
    cr_expect_null(things_first(&heap));
    for (size_t i = 0; i < CONTAINERS_COUNT; i++) {
        thing[i].key = containers_draw() % 300;
        cr_assert_eq(things_put(&heap, &thing[i]), 0);
    }
    check_heap(&heap);
    for (size_t i = 0; i < CONTAINERS_COUNT; i += 3) {
        bool raised = containers_draw() & 1;
        thing[i].key = raised ? thing[i].key / 2 : thing[i].key * 2 + 1;
        (raised ? things_raise : things_lower)(&heap, thing[i].place);
        check_heap(&heap);
    }
    for (size_t i = 1; i < CONTAINERS_COUNT; i += 7) {
        cr_assert_eq(things_remove(&heap, thing[i].place), &thing[i]);
        check_heap(&heap);
    }
    for (uint64_t last = 0; heap.count; last = things_take(&heap)->key)
        cr_assert_geq((*things_first(&heap))->key, last);
    things_finish(&heap);
}

Test(containers, heap_sorts)
{
    struct numbers heap = {0};
    for (size_t count = 0; count < 70; count++) {
        uint64_t last = 0;
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(numbers_put(&heap, containers_draw() % 50), 0);
        for (size_t i = 0; i < count; i++) {
            cr_assert_leq(last, *numbers_first(&heap));
            last = numbers_take(&heap);
        }
        cr_assert_null(numbers_first(&heap));
    }
    numbers_finish(&heap);
}

Test(containers, heap_without_memory_keeps_what_it_has)
{
    struct numbers heap = {0};
    refuse_memory((size_t)32 << 20);
    uint64_t put = 0;
    while (numbers_put(&heap, put ^ 0x5555) == 0)
        put++;
    cr_assert_eq(heap.count, put);
    for (uint64_t last = 0, i = 0; i < put; i++) {
        uint64_t next = numbers_take(&heap);
        cr_assert_leq(last, next);
        last = next;
    }
    numbers_finish(&heap);
}

/* ---- hash table --------------------------------------------------------- */

struct containers_entry {
    uint64_t key;
    uint32_t value; /* 0: free */
};

#define HASH_NAME words
#define HASH_ENTRY struct containers_entry
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_FREE(e) ((e)->value == 0)
#define HASH_BITS 1
#include <base/hash.h>

struct couple {
    struct pair key;
    int32_t value;
};

#define HASH_NAME couples
#define HASH_ENTRY struct couple
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) ((e)->value < 0)
#define HASH_UNUSED                                                            \
    {                                                                          \
        .value = -1                                                            \
    }
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include <base/hash.h>

struct lease {
    uint64_t key, end;
};

#define HASH_NAME leases
#define HASH_ENTRY struct lease
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_FREE(e) ((e)->end == 0)
#define HASH_EXPIRED(e, past) ((e)->end <= (past))
#include <base/hash.h>

Test(containers, hash_against_an_array)
{
    enum { CONTAINERS_KEYS = 3000 };
    static uint32_t value[CONTAINERS_KEYS];
    struct words table = {0};
    size_t count = 0;
    cr_expect_null(words_find(&table, 7));
    for (int i = 0; i < 200000; i++) {
        uint64_t key = containers_draw() % CONTAINERS_KEYS;
        struct containers_entry *entry = words_find(&table, key << 40);
        cr_assert_eq(entry ? entry->value : 0, value[key]);
        if (entry && containers_draw() % 2) {
            words_remove(&table, entry);
            value[key] = 0;
            count--;
            continue;
        }
        entry = words_get(&table, key << 40);
        cr_assert_eq(entry->key, key << 40);
        cr_assert_eq(entry->value, value[key]);
        count += !value[key];
        entry->value = value[key] = (uint32_t)i + 1;
        cr_assert_eq(table.used, count);
    }
    size_t seen = 0;
    for (size_t i = 0; i < words_room(&table); i++)
        seen += table.place[i].value != 0;
    cr_expect_eq(seen, count);
    words_clear(&table);
    for (uint64_t key = 0; key < CONTAINERS_KEYS; key++)
        cr_assert_null(words_find(&table, key << 40));
    words_finish(&table);
    cr_expect_eq(words_room(&table), 0);
}

/* Return key i of a family of keys that collide in simple hash functions. */
static struct pair bad_key(int family, uint64_t i)
{
    switch (family) {
    case 0:
        return (struct pair){i, 0};
    case 1:
        return (struct pair){i << 13, 0};
    case 2:
        return (struct pair){i << 44, 0};
    case 3:
        return (struct pair){0, i << 32};
    case 4: /* a * C + b is constant */
        return (struct pair){i, 0 - i * 0x9e3779b97f4a7c15u};
    case 5: /* multiples of the inverse of C: small after multiplication by C */
        return (struct pair){i * 0xf1de83e19937733du, 0};
    case 6:
        return (struct pair){i << 32 | i, 0};
    case 7:
        return (struct pair){i, i};
    default:
        return (struct pair){i & 0x1ff, i >> 9 << 55};
    }
}

Test(containers, no_keys_make_the_hash_table_slow)
{
    enum { CONTAINERS_COUNT = 200000, FAMILIES = 9 };
    for (int family = 0; family < FAMILIES; family++) {
        struct couples table = {0};
        for (uint64_t i = 0; i < CONTAINERS_COUNT; i++) {
            struct couple *got = couples_get(&table, bad_key(family, i));
            cr_assert_eq(got->value, -1, "family %d", family);
            got->value = (int32_t)i;
        }
        size_t far = 0, mask = couples_room(&table) - 1;
        for (size_t i = 0; i <= mask; i++)
            if (table.place[i].value >= 0)
                far += (i - (size_t)mix_pair(table.place[i].key)) & mask;
        /* at this load, random keys are half a place off on average */
        cr_expect_lt(far, (size_t)2 * CONTAINERS_COUNT, "family %d: %zu places",
                     family, far);
        for (uint64_t i = 0; i < CONTAINERS_COUNT; i += 1001)
            cr_assert_eq(couples_find(&table, bad_key(family, i))->value,
                         (int32_t)i);
        couples_finish(&table);
    }
}

Test(containers, hash_forgets_what_expired)
{
    struct leases table = {0};
    for (uint64_t now = 0; now < 1000000; now++) {
        table.past = now;
        leases_get(&table, now * 977)->end = now + 100;
    }
    for (uint64_t now = 1000000 - 99; now < 1000000; now++)
        cr_assert_eq(leases_find(&table, now * 977)->end, now + 100);
    cr_expect_leq(leases_room(&table), 1u << 15);
    leases_finish(&table);
}

Test(containers, hash_without_memory_keeps_what_it_has)
{
    struct words table = {0};
    refuse_memory((size_t)32 << 20);
    uint32_t put = 0;
    for (struct containers_entry *entry; (entry = words_get(&table, put));
         put++)
        entry->value = put + 1;
    cr_assert_gt(put, 1000);
    cr_assert_eq(table.used, put);
    for (uint32_t i = 0; i < put; i++)
        cr_assert_eq(words_find(&table, i)->value, i + 1);
    words_finish(&table);
}

/* ---- radix sort --------------------------------------------------------- */

struct card {
    uint64_t key;
    uint32_t number;
};

#define SORT_NAME sort_cards
#define SORT_ITEM struct card
#define SORT_WORD(item) ((item)->key)
#include <base/sort.h>

static void check_cards(const struct card *card, size_t count)
{
    for (size_t i = 1; i < count; i++)
        cr_assert(card[i - 1].key < card[i].key ||
                  (card[i - 1].key == card[i].key &&
                   card[i - 1].number < card[i].number));
}

Test(containers, radix_sort_is_stable)
{
    enum { CONTAINERS_MOST = 30000 }; /* above the limit for small inputs */
    static struct card card[2][CONTAINERS_MOST];
    static const uint64_t masks[] = {0,          1,
                                     0x3ff,      0x7ff,
                                     0xff0000ff, 0x8000000000000001u,
                                     UINT64_MAX, 0xfff0000000000000u};
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
        for (size_t count = 0; count < CONTAINERS_MOST; count = 3 * count + 1) {
            uint64_t bits = 0;
            for (size_t i = 0; i < count; i++) {
                card[0][i] =
                    (struct card){containers_draw() & masks[m], (uint32_t)i};
                bits |= card[0][i].key;
            }
            check_cards(sort_cards(card[0], card[1], count, bits), count);
        }
}

static int containers_compare(const void *one, const void *two)
{
    const struct sort_key *a = one, *b = two;
    if (a->major != b->major)
        return a->major < b->major ? -1 : 1;
    if (a->minor != b->minor)
        return a->minor < b->minor ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Sort keys whose words only have bits of these masks. */
static void check_keys(size_t count, uint64_t major, uint64_t minor)
{
    struct keys keys = {0};
    struct sort_key *expected = calloc(count + 1, sizeof *expected);
    cr_assert(expected && keys_reserve(&keys, count) == 0);
    for (size_t i = 0; i < count; i++) {
        expected[i] = (struct sort_key){containers_draw() & major,
                                        containers_draw() & minor, (uint32_t)i};
        keys.key[i] = expected[i];
    }
    qsort(expected, count, sizeof *expected, containers_compare);
    keys_sort(&keys, count);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(keys.key[i].index, expected[i].index);
    keys_finish(&keys);
    free(expected);
}

Test(containers, keys_of_two_words)
{
    static const uint64_t masks[] = {0, 3, 0xfffff, 0xff00000000ff0000,
                                     UINT64_MAX};
    for (size_t count = 0; count < 5000; count = 3 * count + 1)
        for (int i = 0; i < 25; i++)
            check_keys(count, masks[i / 5], masks[i % 5]);
}

Test(containers, keys_without_memory)
{
    struct keys keys = {0};
    cr_expect_eq(keys_reserve(&keys, 100), 0);
    refuse_memory((size_t)16 << 20);
    cr_expect_eq(keys_reserve(&keys, (size_t)16 << 20), -1);
    cr_expect_eq(keys_reserve(&keys, (size_t)UINT32_MAX + 1), -1);
    for (uint32_t i = 0; i < 100; i++)
        keys.key[i] = (struct sort_key){100 - i, 0, 0};
    keys_sort(&keys, 100);
    cr_expect_eq(keys.key[0].index, 99);
    keys_finish(&keys);
}

/* An item whose key is not unique, and its place before the sort. */
struct containers_item {
    int key, place;
};

static int containers_compare_items(const void *a, const void *b, void *calls)
{
    const struct containers_item *one = a, *two = b;
    ++*(size_t *)calls;
    return (one->key > two->key) - (one->key < two->key);
}

static void check_stable(size_t count, uint64_t keys)
{
    struct containers_item *item = calloc(count + 1, sizeof *item);
    size_t calls = 0;
    cr_assert(item);
    for (size_t i = 0; i < count; i++)
        item[i] =
            (struct containers_item){(int)(containers_draw() % keys), (int)i};
    stable_sort(item, count, sizeof *item, containers_compare_items, &calls);
    for (size_t i = 1; i < count; i++)
        cr_expect(item[i - 1].key < item[i].key ||
                  (item[i - 1].key == item[i].key &&
                   item[i - 1].place < item[i].place));
    cr_expect(calls <= 20 * count);
    free(item);
}

Test(containers, stable_sort_keeps_the_order_of_equal_items)
{
    for (size_t count = 0; count < 40; count++)
        for (uint64_t keys = 1; keys < 20; keys += 6)
            check_stable(count, keys);
    check_stable(10000, 100);
}
