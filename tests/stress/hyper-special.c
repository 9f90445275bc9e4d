/* Simultaneous broadcasts in special cases (Stamoulis, Tsitsiklis,
 * section 3.3): all sets of sources of small cubes, samples of larger ones. */
#include "fewer.h"
#include "hyper.h"

/* Check that the number of slots is independent of the tie rule, and that two
 * or more different sources stay below the bound d + K - 1. */
static int unbalanced_set(int d, unsigned sources)
{
    static const char *const ties[] = {"lowest", "highest", "first", "last"};
    int k = __builtin_popcount(sources), steps = 0;
    for (int i = 0; i < 4; i++) {
        struct run run;
        run_init(&run, "simultaneous", "unbalanced", d);
        add_set(&run, sources);
        set(&run.experiment, "tie", ties[i]);
        int found = steps_of(&run);
        MUST(!i || found == steps, "d = %d, set %x, tie %s", d, sources,
             ties[i]);
        steps = found;
    }
    MUST(steps >= d && steps <= d + k - (k > 1 ? 2 : 1), "d = %d, set %x", d,
         sources);
    return steps;
}

/* Check the maximum number of slots over all sets of d sources. */
static void test_unbalanced(void)
{
    for (int d = 1; d <= FEWER(3, 2); d++) {
        int most = 0;
        for (unsigned set = 1; set < 1U << (1 << d); set++) {
            int steps = unbalanced_set(d, set);
            if (__builtin_popcount(set) == d && steps > most)
                most = steps;
        }
        MUST(most == (d == 1 ? 1 : 2 * d - 2), "d = %d: %d", d, most);
    }
    for (unsigned set = 1; set < 1U << 16; set += FEWER(1021, 8191))
        unbalanced_set(4, set);
    for (int d = 5; d <= 7; d++) {
        struct run run;
        run_init(&run, "simultaneous", "unbalanced", d);
        for (int x = 1 << (d - 1); x < 1 << d; x++)
            add_source(&run, x);
        MUST(steps_of(&run) == 1 << (d - 1), "adversary, d = %d", d);
    }
}

/* Check that with the tie rule "first" packets leave on every arc in the order
 * of their arrival. */
static void test_first_come(void)
{
    enum { P = 32, D = 5 };
    static int came[P][P + 1], last[P][D];
    struct run run;
    run_init(&run, "simultaneous", "unbalanced", D);
    set(&run.experiment, "sources", "all");
    set(&run.experiment, "tie", "first");
    run_go(&run);
    for (size_t i = 0; i < run.trace.count; i++) {
        const struct weft_event *e = &run.trace.events[i];
        if (e->kind != WEFT_SEND)
            continue;
        int *before =
            &last[e->rank][__builtin_ctz((unsigned)(e->rank ^ e->peer))];
        int place = came[e->rank][e->message] * 100 + e->message;
        MUST(place > *before, "%d to %d in slot %d", e->rank, e->peer,
             (int)e->start + 1);
        *before = place;
        came[e->peer][e->message] = (int)e->start + 1;
    }
    run_finish(&run);
}

static void test_unbalanced_many(void)
{
    unsigned state = 7;
    for (int d = 1; d <= 6; d++)
        for (int k = 1; k <= 20; k += 6) {
            struct run run;
            run_init(&run, "simultaneous", "unbalanced", d);
            add_random(&run, k, &state);
            MUST(steps_of(&run) <= d + k - 1, "d = %d, K = %d", d, k);
        }
}

static void test_pair(void)
{
    for (int d = 1; d <= 6; d++)
        for (int x = 0; x < 1 << d; x++)
            for (int y = 0; y < 1 << d; y++) {
                struct run run;
                if (x == y || (d > FEWER(4, 1) && x))
                    continue;
                run_init(&run, "simultaneous", "pair", d);
                add_source(&run, x);
                add_source(&run, y);
                MUST(steps_of(&run) == d, "d = %d: %d and %d", d, x, y);
            }
}

static void ranked_set(int d, unsigned set)
{
    struct run run;
    run_init(&run, "simultaneous", "ranked", d);
    add_set(&run, set);
    MUST(steps_of(&run) == d, "d = %d, set %x", d, set);
}

static void test_ranked(void)
{
    unsigned state = 3;
    for (int d = 1; d <= FEWER(4, 2); d++)
        for (unsigned set = 1; set < 1U << (1 << d); set++)
            if (__builtin_popcount(set) == d ||
                (__builtin_popcount(set) < d && d < 4))
                ranked_set(d, set);
    for (int d = 2; d <= 8; d++) {
        struct run run;
        run_init(&run, "simultaneous", "ranked", d);
        add_random(&run, d, &state);
        MUST(steps_of(&run) == d, "d = %d", d);
        run_init(&run, "simultaneous", "ranked", d);
        for (int i = 0; i < d; i++)
            add_source(&run, 2);
        MUST(steps_of(&run) == d, "d = %d, one source", d);
    }
}

int main(void)
{
    test_unbalanced();
    test_first_come();
    test_unbalanced_many();
    test_pair();
    test_ranked();
    return 0;
}
