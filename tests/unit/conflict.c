/* Conflicts found in any order by several workers are reported in one order. */
#include "machine/conflict.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const struct weft_rule conflict_port = {"port", "a rule of ports"};

/* In the order of reports: each differs from the one before in a single key. */
static const struct weft_conflict conflict_told[] = {
    {.slot = 1, .rank = 5, .rule = &weft_rule_arc, .second = {.peer = 9}},
    {.slot = 2, .rank = 1, .rule = &weft_rule_arc, .second = {.peer = 9}},
    {.slot = 2, .rank = 3, .rule = &conflict_port, .second = {.peer = 9}},
    {.slot = 2, .rank = 3, .rule = &weft_rule_arc, .second = {.peer = 1}},
    {.slot = 2,
     .rank = 3,
     .rule = &weft_rule_arc,
     .second = {.peer = 2, .message = 1},
     .other = 7},
    {.slot = 2,
     .rank = 3,
     .rule = &weft_rule_arc,
     .second = {.peer = 2, .message = 2},
     .other = 4,
     .from = 8},
    {.slot = 2,
     .rank = 3,
     .rule = &weft_rule_arc,
     .second = {.peer = 2, .message = 2},
     .other = 6,
     .from = 1,
     .to = 9},
    {.slot = 2,
     .rank = 3,
     .rule = &weft_rule_arc,
     .second = {.peer = 2, .message = 2},
     .other = 6,
     .from = 2,
     .to = 1},
    {.slot = 2,
     .rank = 3,
     .rule = &weft_rule_arc,
     .second = {.peer = 2, .message = 2},
     .other = 6,
     .from = 2,
     .to = 5},
};

static bool conflict_same(const struct weft_conflict *a,
                          const struct weft_conflict *b)
{
    return a->slot == b->slot && a->rank == b->rank && a->rule == b->rule &&
           a->second.peer == b->second.peer &&
           a->second.message == b->second.message && a->other == b->other &&
           a->from == b->from && a->to == b->to;
}

/* Add conflicts from `first` on, starting at any of them, forwards or
 * backwards, alternating between two workers; check the order. */
static void conflict_expect_order(size_t first, size_t start, bool backwards)
{
    struct conflicts found[2] = {0};
    struct weft_outcome outcome = {0};
    size_t count = COUNT(conflict_told) - first;
    for (size_t i = 0; i < count; i++) {
        size_t at = (start + (backwards ? count - i : i)) % count;
        conflicts_add(&found[i % 2], &conflict_told[first + at]);
    }
    conflicts_merge(&outcome, &found[start % 2]);
    conflicts_merge(&outcome, &found[1 - start % 2]);
    cr_expect_eq(outcome.conflicts, count);
    size_t kept = count < WEFT_CONFLICTS_KEPT ? count : WEFT_CONFLICTS_KEPT;
    cr_assert_eq(outcome.kept, (int)kept);
    for (size_t i = 0; i < kept; i++)
        cr_expect(
            conflict_same(&outcome.conflict[i], &conflict_told[first + i]),
            "from %zu, beginning with %zu: place %zu", first, start, i);
    for (int i = 0; i < 2; i++)
        conflicts_finish(&found[i]);
}

Test(conflict, in_any_order)
{
    for (size_t first = 0; first < COUNT(conflict_told); first++)
        for (size_t start = 0; start < COUNT(conflict_told) - first; start++) {
            conflict_expect_order(first, start, false);
            conflict_expect_order(first, start, true);
        }
}

/* Only the lowest conflicts are kept. */
Test(conflict, the_lowest_are_kept)
{
    struct conflicts found = {0};
    for (unsigned i = 0; i < 101; i++) {
        const struct weft_conflict conflict = {.slot = 1 + i * 37 % 101,
                                               .rule = &conflict_port};
        conflicts_add(&found, &conflict);
    }
    cr_expect_eq(found.count, 101);
    cr_assert_eq(found.kept, WEFT_CONFLICTS_KEPT);
    for (int i = 0; i < found.kept; i++)
        cr_expect_eq(found.conflict[i].slot, (uint64_t)i + 1);
    conflicts_finish(&found);
}

/* Port conflicts count once per slot and processor. */
Test(conflict, ports_count_once)
{
    struct conflicts found = {0};
    for (int turn = 0; turn < 3; turn++)
        for (uint64_t slot = 1; slot <= 300; slot++)
            for (int rank = 0; rank < 7; rank++) {
                const struct weft_conflict conflict = {
                    .slot = slot, .rank = rank, .rule = &conflict_port};
                cr_assert_eq(conflicts_port(&found, &conflict), 0);
            }
    cr_expect_eq(found.count, 300 * 7);
    cr_expect_eq(found.kept, WEFT_CONFLICTS_KEPT);
    conflicts_finish(&found);
}
