/* Messages under way: each is found by the receive that takes it. */
#include <trace/flight.h>

#include <criterion/criterion.h>
#include <stdlib.h>

static void add(struct flights *flights, int from, int to, int message,
                uint64_t id)
{
    const struct flight flight = {
        .id = id, .source = from, .destination = to, .message = message};
    cr_assert_eq(flights_add(flights, &flight), 0);
}

static uint64_t take(struct flights *flights, int from, int to, int message)
{
    struct flight taken = {0};
    if (!flights_take(flights, from, to, message, &taken))
        return 0;
    return taken.id;
}

Test(flight, the_oldest_of_a_pair_first)
{
    struct flights flights = {0};
    cr_expect_eq(take(&flights, 1, 2, 7), 0);
    add(&flights, 1, 2, 7, 10);
    add(&flights, 1, 2, 7, 11);
    add(&flights, 2, 1, 7, 12);
    cr_expect_eq(take(&flights, 1, 2, 7), 10);
    cr_expect_eq(take(&flights, 1, 2, 7), 11);
    cr_expect_eq(take(&flights, 1, 2, 7), 0);
    cr_expect_eq(take(&flights, 2, 1, 7), 12);
    flights_finish(&flights);
}

Test(flight, the_same_message_before_an_older_one)
{
    struct flights flights = {0};
    add(&flights, 1, 2, 7, 10);
    add(&flights, 1, 2, 8, 11);
    cr_expect_eq(take(&flights, 1, 2, 8), 11);
    cr_expect_eq(take(&flights, 1, 2, 9), 10, "an older one for want of it");
    flights_finish(&flights);
}

/* 200 pairs, up to 60 messages each, so that the table grows meanwhile. */
Test(flight, many)
{
    struct flights flights = {0};
    uint64_t sent[200] = {0}, taken[200] = {0};
    unsigned dice = 1;
    for (int i = 0; i < 100000; i++) {
        dice = dice * 1664525u + 1013904223u;
        unsigned pair = dice >> 8 & 127;
        bool sends = dice >> 20 & 1;
        if (sends && sent[pair] - taken[pair] < 60)
            add(&flights, (int)pair, (int)pair % 7, 0,
                pair * 1000000 + ++sent[pair]);
        else if (taken[pair] < sent[pair])
            cr_assert_eq(take(&flights, (int)pair, (int)pair % 7, 0),
                         pair * 1000000 + ++taken[pair]);
    }
    struct flight any;
    size_t left = flights.count;
    for (size_t i = 0; i < left; i++)
        cr_assert(flights_any(&flights, &any));
    cr_expect_not(flights_any(&flights, &any));
    flights_finish(&flights);
}
