/* The checker's table of reserved resources, compared with an array. */
#include <check/reservation.h>
#include <criterion/criterion.h>
#include <stdlib.h>

#define RESERVATION_KEYS 50000

static uint64_t end_of[RESERVATION_KEYS];

Test(reservation, forgets_only_what_is_past)
{
    struct reservations table = {0};
    srand(3);
    for (uint64_t now = 0; now < 400; now++) {
        for (int i = 0; i < 500; i++) {
            uint64_t key = (uint64_t)rand() % RESERVATION_KEYS;
            end_of[key] = now + 1 + (uint64_t)rand() % 60;
            struct reservation *entry = reservation_get(&table, key, now);
            cr_assert_eq(entry->key, key);
            entry->end = end_of[key];
        }
        for (uint64_t key = 0; key < RESERVATION_KEYS; key += 97) {
            const struct reservation *entry =
                reservation_find(&table, key, now);
            cr_assert_eq(entry != NULL, end_of[key] > now);
            cr_assert(!entry || entry->end == end_of[key]);
        }
    }
    cr_expect_leq(reservations_room(&table), 1u << 18);
    reservations_finish(&table);
}

Test(reservation, shrinks_again)
{
    struct reservations table = {0};
    for (uint64_t key = 0; key < 100000; key++)
        reservation_get(&table, key, 0)->end = 1;
    for (uint64_t key = 0; key < 1000000; key++)
        reservation_get(&table, key, 1 + key)->end = 2 + key;
    cr_expect_leq(reservations_room(&table), 1u << 15);
    reservations_finish(&table);
}
