/* Work over arcs: all words, each counted once per link that it crosses,
 * divided by the capacity of all arcs. A block wanted by k processors crosses
 * at least k arcs: the last arc on its path to each of them is different. */
#include <stdio.h>

#include "apart.h"

/* Return the total number of lanes. */
static int64_t traffic_lanes(const struct bound_question *q)
{
    int64_t lanes = 0;
    if (!weft_network_has_lanes(q->network))
        return weft_network_arcs(q->network);
    for (int v = 0; v < weft_network_vertices(q->network); v++)
        lanes += weft_network_lanes_out(q->network, v);
    return lanes;
}

struct traffic_arcs {
    const struct bound_question *q;
    int64_t lanes;
};

/* Return how many words all arcs carry by a time. */
static struct ratio traffic_carried(const void *arg, struct ratio until)
{
    const struct traffic_arcs *traffic = arg;
    const struct bound_question *q = traffic->q;
    struct ratio sum = RATIO_ZERO;
    if (q->alike) {
        struct bound_arc alike = {.start = q->start, .word = q->word};
        return ratio_times(bound_lane(q, &alike, until), traffic->lanes,
                           RATIO_UP);
    }
    for (int64_t a = 0; a < q->arcs; a++)
        sum = ratio_add(sum,
                        ratio_times(bound_lane(q, &q->arc[a], until),
                                    q->arc[a].lanes, RATIO_UP),
                        RATIO_UP);
    return sum;
}

int bound_by_arcs(struct bound_question *q, struct weft_bound_argument *found,
                  struct weft_error *err)
{
    int64_t times, lanes = traffic_lanes(q);
    struct traffic_arcs traffic = {q, lanes};
    char amount[48];
    if (q->loggp || !lanes || (q->unit && ratio_is_infinite(q->most)))
        return 0;
    if ((times = apart_moved(q, APART_LINKS, err)) < 0)
        return -1;
    struct ratio words = ratio_times(q->each, times, RATIO_DOWN);
    if (!words.num)
        return 0;
    found->bound = bound_proved(
        q, bound_first_time(q, 0, words, traffic_carried, &traffic), words,
        traffic_carried, &traffic);
    snprintf(found->text, sizeof found->text, "%s over %lld lanes",
             bound_amount(q, words, amount), (long long)lanes);
    bound_number(found, "words", words);
    bound_number(found, "lanes", ratio_whole(lanes));
    return 0;
}
