/* From a timetable to the messages of a schedule. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "base/base.h"
#include "moves.h"
#include "optimum/transfers.h"

/* ---- lanes and ways ---- */

bool band_represents(struct weft_bandwidth *result,
                     const struct band_graph *graph)
{
    for (int a = 0; a < graph->arcs; a++) {
        const struct band_arc *arc = &graph->arc[a];
        if (arc->capacity <= WEFT_LANES_MAX)
            continue;
        snprintf(result->refusal, sizeof result->refusal,
                 "the link from %d to %d has the bandwidth of %lld lanes; a "
                 "schedule may have %d",
                 graph->reversed ? arc->to : arc->from,
                 graph->reversed ? arc->from : arc->to,
                 (long long)arc->capacity, WEFT_LANES_MAX);
        return false;
    }
    return true;
}

bool band_needs_lane(const struct band_graph *graph)
{
    for (int a = 0; a < graph->arcs; a++) {
        const struct band_arc *arc = &graph->arc[a];
        if (arc->capacity !=
            weft_network_lanes(graph->network,
                               graph->reversed ? arc->to : arc->from,
                               arc->port))
            return true;
    }
    return false;
}

/* ---- contributions ---- */

struct moves_text {
    char *text;
    size_t length, capacity;
};

static int moves_append(struct moves_text *to, const char *text)
{
    size_t more = strlen(text);
    if (array_grow(&to->text, &to->capacity, to->length + more + 1, 1))
        return -1;
    memcpy(to->text + to->length, text, more + 1);
    to->length += more;
    return 0;
}

/* Append a set of processors as in struct weft_items: "0-2+5". */
static int moves_append_set(struct moves_text *to, const bool *set, int n)
{
    char run[32];
    const char *plus = "";
    for (int v = 0; v < n; v++) {
        int last = v;
        if (!set[v])
            continue;
        while (last + 1 < n && set[last + 1])
            last++;
        if (last > v)
            snprintf(run, sizeof run, "%s%d-%d", plus, v, last);
        else
            snprintf(run, sizeof run, "%s%d", plus, v);
        if (moves_append(to, run))
            return -1;
        v = last;
        plus = "+";
    }
    return 0;
}

/* Mark the processors whose contributions arc `a` of a tree carries: in a
 * reduction those behind it, otherwise all. */
static void moves_contributors(const struct band_phase *phase,
                               const struct weft_bandwidth_tree *tree, int a,
                               bool *set)
{
    int n = phase->result->processors;
    for (int v = 0; v < n; v++)
        set[v] = !phase->reversed || v == tree->vertex[tree->first[a]];
    /* arcs of children come before those of their parents */
    for (int i = a - 1; i >= 0; i--) {
        int from = tree->vertex[tree->first[i]];
        set[from] = set[from] || set[tree->vertex[tree->first[i + 1] - 1]];
    }
}

/* Append the switches of a way, as in weft_event_way(). */
static int moves_append_way(struct moves_text *to, const int *way, int length)
{
    char step[24];
    for (int i = 1; i + 1 < length; i++) {
        snprintf(step, sizeof step, "%s%d", i > 1 ? "," : " via ", way[i]);
        if (moves_append(to, step))
            return -1;
    }
    return 0;
}

/* Return the number of the text of a message, `number` with the contributions
 * if the phase states them and the way if it is not the route of the network;
 * 0: out of memory. */
static uint32_t moves_items(struct weft_optimum_schedule *s,
                            const struct band_phase *phase,
                            const struct weft_bandwidth_tree *tree, int a,
                            const char *number, bool *set)
{
    const int *way = tree->vertex + tree->first[a];
    int length = tree->first[a + 1] - tree->first[a];
    struct moves_text text = {.text = NULL};
    bool failed = moves_append(&text, number);
    if (!failed && phase->sets) {
        moves_contributors(phase, tree, a, set);
        failed = moves_append(&text, ":") ||
                 moves_append_set(&text, set, phase->result->processors);
    }
    if (!failed && !band_is_route(phase->network, way, length))
        failed = moves_append_way(&text, way, length);
    if (!failed && !s->items)
        failed = !(s->items = weft_items_create());
    uint32_t items = failed ? 0 : weft_items_add(s->items, text.text);
    free(text.text);
    return items;
}

/* ---- messages ---- */

static int moves_add_message(struct weft_optimum_schedule *s,
                             const struct band_phase *phase,
                             const struct band_message *m, int64_t round,
                             bool *set)
{
    const struct weft_bandwidth *r = phase->result;
    const struct weft_bandwidth_tree *tree = &r->tree[m->tree];
    int64_t chunks = r->chunks * r->copies;
    int64_t steps = (phase->rounds - 1) * phase->timetable->period +
                    phase->timetable->first;
    int64_t step = m->step + round * phase->timetable->period;
    int64_t owner = r->root < 0 ? tree->root : 0;
    struct move move = {
        .slot =
            (int)(phase->before + (phase->reversed ? steps + 1 - step : step)),
        .from = tree->vertex[tree->first[m->arc]],
        .to = tree->vertex[tree->first[m->arc + 1] - 1],
        .block = (int)((owner * phase->rounds + round) * chunks + m->chunk),
    };
    move.dimension =
        weft_network_dimension_to(phase->network, move.from, move.to);
    const int *way = tree->vertex + tree->first[m->arc];
    int length = tree->first[m->arc + 1] - tree->first[m->arc];
    if (phase->sets || !band_is_route(phase->network, way, length)) {
        char number[16];
        snprintf(number, sizeof number, "%d", move.block);
        move.items = moves_items(s, phase, tree, m->arc, number, set);
        if (!move.items)
            return -1;
    }
    return schedule_add(s, move);
}

int band_add_phase(struct weft_optimum_schedule *schedule,
                   const struct band_phase *phase)
{
    bool *set = malloc((size_t)phase->result->processors * sizeof *set);
    int status = set ? 0 : -1;
    for (int64_t round = 0; round < phase->rounds; round++)
        for (int i = 0; !status && i < phase->timetable->count; i++)
            status = moves_add_message(
                schedule, phase, &phase->timetable->message[i], round, set);
    free(set);
    return status;
}
