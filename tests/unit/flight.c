/* In-flight messages: each receive finds its message. */
#include <base/flight.h>

#include <criterion/criterion.h>
#include <stdlib.h>

static void flight_add(struct flights *flights, int from, int to, int message,
                       uint64_t id)
{
    const struct flight flight = {
        .id = id, .source = from, .destination = to, .message = message};
    cr_assert_eq(flights_add(flights, &flight), 0);
}

static uint64_t flight_take(struct flights *flights, int from, int to,
                            int message)
{
    struct flight taken = {0};
    if (!flights_take(flights, from, to, message, &taken))
        return 0;
    return taken.id;
}

Test(flight, the_oldest_of_a_pair_first)
{
    struct flights flights = {0};
    cr_expect_eq(flight_take(&flights, 1, 2, 7), 0);
    flight_add(&flights, 1, 2, 7, 10);
    flight_add(&flights, 1, 2, 7, 11);
    flight_add(&flights, 2, 1, 7, 12);
    cr_expect_eq(flight_take(&flights, 1, 2, 7), 10);
    cr_expect_eq(flight_take(&flights, 1, 2, 7), 11);
    cr_expect_eq(flight_take(&flights, 1, 2, 7), 0);
    cr_expect_eq(flight_take(&flights, 2, 1, 7), 12);
    flights_finish(&flights);
}

Test(flight, the_same_message_before_an_older_one)
{
    struct flights flights = {0};
    flight_add(&flights, 1, 2, 7, 10);
    flight_add(&flights, 1, 2, 8, 11);
    cr_expect_eq(flight_take(&flights, 1, 2, 8), 11);
    cr_expect_eq(flight_take(&flights, 1, 2, 9), 10,
                 "an older one for want of it");
    flights_finish(&flights);
}

/* 200 pairs with up to 60 messages each, so that the table grows. */
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
            flight_add(&flights, (int)pair, (int)pair % 7, 0,
                       pair * 1000000 + ++sent[pair]);
        else if (taken[pair] < sent[pair])
            cr_assert_eq(flight_take(&flights, (int)pair, (int)pair % 7, 0),
                         pair * 1000000 + ++taken[pair]);
    }
    struct flight any;
    size_t left = flights.count;
    for (size_t i = 0; i < left; i++)
        cr_assert(flights_any(&flights, &any));
    cr_expect_not(flights_any(&flights, &any));
    flights_finish(&flights);
}

/* Receive in reverse order: no receive may have to search all sends. */
Test(flight, backwards)
{
    enum { FLIGHT_COUNT = 200000 };
    struct flights flights = {0};
    for (int i = 1; i <= FLIGHT_COUNT; i++)
        flight_add(&flights, 1, 2, i, (uint64_t)i);
    for (int i = FLIGHT_COUNT; i > 0; i--)
        cr_assert_eq(flight_take(&flights, 1, 2, i), (uint64_t)i);
    cr_expect_eq(flights.count, 0);
    flights_finish(&flights);
}

/* Compare with a plain definition: few message numbers and pairs, received by
 * number or in order. */
Test(flight, as_defined)
{
    enum { FLIGHT_COUNT = 4000 };
    static struct flight sent[FLIGHT_COUNT];
    struct flights flights = {0};
    unsigned dice = 7;
    int left = 0, first = 0;
    for (int i = 0; i < FLIGHT_COUNT; i++) {
        dice = dice * 1664525u + 1013904223u;
        sent[i] = (struct flight){.id = (uint64_t)i + 1,
                                  .source = (int)(dice >> 20 & 1),
                                  .destination = (int)(dice >> 21 & 1),
                                  .message = (int)(dice >> 22) % 40,
                                  .under_way = true};
        cr_assert_eq(flights_add(&flights, &sent[i]), 0);
        left++;
        if (i < 500 || dice >> 16 & 1)
            continue;
        int source = (int)(dice >> 8 & 1), destination = (int)(dice >> 9 & 1);
        int message = (int)(dice >> 10) % 44;
        bool same = dice >> 15 & 1;
        const struct flight *best = NULL, *oldest = NULL;
        while (!sent[first].under_way)
            first++;
        for (int j = first; j <= i && !best; j++)
            if (sent[j].under_way && sent[j].source == source &&
                sent[j].destination == destination) {
                oldest = oldest ? oldest : &sent[j];
                best = sent[j].message == message ? &sent[j] : NULL;
            }
        best = best || same ? best : oldest;
        struct flight taken = {0};
        bool found = (same ? flights_take_same : flights_take)(
            &flights, source, destination, message, &taken);
        cr_assert_eq(found ? taken.id : 0, best ? best->id : 0);
        if (best)
            sent[best->id - 1].under_way = false;
        left -= best != NULL;
    }
    cr_expect_eq(flights.count, (size_t)left);
    struct flight any;
    while (flights_any(&flights, &any))
        left--;
    cr_expect_eq(left, 0);
    flights_finish(&flights);
}
