/* Sorting of more events than fit into the intended memory. */
#include <trace/order.h>

#include <criterion/criterion.h>

#define ORDER_EVENTS 700000 /* needs several runs in the temporary file */

struct seen {
    uint64_t events, wrong;
    uint64_t start;
    int32_t rank, message;
};

/* Check the order: by start, then rank, then order of arrival, which the
 * message numbers count. */
static int look(void *arg, const struct weft_event *event, size_t count)
{
    struct seen *seen = arg;
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *e = &event[i];
        bool later = e->start > seen->start ||
                     (e->start == seen->start && e->rank > seen->rank) ||
                     (e->start == seen->start && e->rank == seen->rank &&
                      e->message > seen->message);
        seen->wrong += seen->events && !later;
        seen->start = e->start;
        seen->rank = e->rank;
        seen->message = e->message;
        seen->events++;
    }
    return 0;
}

static void trace_order_expect_order(int times, int ranks)
{
    const struct weft_trace_info info = {ranks, 1, 0, 0, NULL};
    struct seen seen = {0};
    const struct weft_sink sink = {NULL, look, NULL, &seen};
    struct order *order = order_create(&sink, &info, NULL);
    cr_assert(order);
    for (int32_t i = 0; i < ORDER_EVENTS; i++) {
        const struct weft_event event = {
            .start = (uint64_t)(i % times * 7 % times),
            .rank = i / times % ranks,
            .message = i,
            .peer = -1,
            .dimension = -1,
            .kind = WEFT_MARK,
        };
        cr_assert_eq(order_add(order, &event), 0);
    }
    cr_assert_eq(order_end(order), 0);
    order_destroy(order);
    cr_expect_eq(seen.events, ORDER_EVENTS);
    cr_expect_eq(seen.wrong, 0, "%d times, %d ranks: %llu of %d", times, ranks,
                 (unsigned long long)seen.wrong, ORDER_EVENTS);
}

Test(order, equal_events_stay_as_they_came)
{
    static const int cases[][2] = {{1, 1}, {2, 1}, {1, 3}, {5, 4}, {100, 1000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trace_order_expect_order(cases[i][0], cases[i][1]);
}
