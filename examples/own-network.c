/* A user-defined network: a Moebius ladder, a ring in which every processor
 * also has a link to the opposite one.
 *
 *     weft list network ./own-network.c:8
 *     weft compare successive -s greedy -n ./own-network.c:8..32
 *
 * docs/writing-an-algorithm.md explains it. */
#include <math.h>
#include <weft/plugin.h>

static int ladder(struct weft_wiring *wiring, const int number[], int count)
{
    int p = number[0];
    (void)count;
    if (p < 4 || p % 2)
        return weft_wire_fail(wiring, "P is even, 4 or more");
    weft_wire_processors(wiring, p);
    for (int i = 0; i < p; i++) {
        double turn = 6.283185307 * i / p;
        weft_wire_link(wiring, i, (i + 1) % p);
        weft_wire_place(wiring, i, p / 6.0 * sin(turn), -p / 6.0 * cos(turn));
    }
    for (int i = 0; i < p / 2; i++)
        weft_wire_link(wiring, i, i + p / 2);
    return 0;
}

WEFT_NETWORK(.name = "moebius", .usage = "moebius:P",
             .summary = "a ring with rungs", .numbers = 1, .function = ladder)
