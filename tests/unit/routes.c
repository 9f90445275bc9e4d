/* Transfers that share arcs: the machine's record of each arc, and how long it
 * is kept. */
#include "machine/record/routes.h"
#include "machine/run.h"

#include <criterion/criterion.h>

#define ROUTES_SIZE 64
#define SLOT 1000

static int routes_send(struct run *run, uint64_t start, uint64_t duration,
                       int from, int to, int message)
{
    const struct weft_event event = {.start = start,
                                     .since = start,
                                     .duration = duration,
                                     .rank = from,
                                     .peer = to,
                                     .message = message,
                                     .kind = WEFT_SEND};
    return routes_event(run, &event);
}

/* Two pairs of messages meet on one arc in each of several slots, among many
 * other messages, so that the table of arcs is rebuilt and drops old entries:
 * the arc counts once per slot. */
static void expect_conflicts(int others)
{
    struct weft_network *network = weft_network_create("complete:64", NULL);
    const struct weft_machine machine = {.network = network};
    struct run run = {.machine = &machine, .size = ROUTES_SIZE, .slot = SLOT};
    uint64_t slots = 5;
    cr_assert(network);
    cr_assert_eq(routes_open(&run), 0);
    for (uint64_t slot = 0; slot < slots; slot++) {
        uint64_t now = slot * SLOT;
        for (int pair = 0; pair < 2; pair++) {
            cr_assert_eq(routes_send(&run, now, 10, 0, 1, 1), 0);
            cr_assert_eq(routes_send(&run, now + 5, 10, 0, 1, 2), 0);
            now += 20;
            for (int i = 0; i < others; i++) {
                int from = 1 + i % (ROUTES_SIZE - 1);
                int to = (from + 1 + i / (ROUTES_SIZE - 1)) % ROUTES_SIZE;
                cr_assert_eq(routes_send(&run, now, 1, from, to, 3), 0);
            }
            now += 400;
        }
    }
    cr_expect_eq(run.conflicts.count, slots, "%d others: %d conflicts", others,
                 (int)run.conflicts.count);
    routes_close(&run);
    conflicts_finish(&run.conflicts);
    weft_network_destroy(network);
}

Test(routes, an_arc_counts_once_in_a_slot)
{
    for (int others = 0; others < 3000; others = 3 * others + 1)
        expect_conflicts(others);
}

/* Copies of one message to several processors share an arc without a conflict;
 * another message, or the same one sent again, conflicts. */
Test(routes, one_message_over_one_arc)
{
    struct weft_network *network = weft_network_create("line:4", NULL);
    const struct weft_machine machine = {.network = network};
    struct run run = {.machine = &machine, .size = 4, .slot = SLOT};
    cr_assert(network);
    cr_assert_eq(routes_open(&run), 0);
    cr_assert_eq(routes_send(&run, 0, 10, 0, 2, 1), 0);
    cr_assert_eq(routes_send(&run, 0, 10, 0, 3, 1), 0);
    cr_expect_eq(run.conflicts.count, 0);
    cr_assert_eq(routes_send(&run, 0, 10, 0, 1, 2), 0);
    cr_expect_eq(run.conflicts.count, 1);
    cr_assert_eq(routes_send(&run, SLOT, 10, 3, 2, 1), 0);
    cr_assert_eq(routes_send(&run, SLOT, 10, 3, 2, 1), 0);
    cr_expect_eq(run.conflicts.count, 2);
    routes_close(&run);
    conflicts_finish(&run.conflicts);
    weft_network_destroy(network);
}
