/* The certificate of a cut: both sides, the amount of data that must cross, and
 * the amount that can. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cut.h"

/* larger sets of processors are described by their number */
#define CUT_TEXT_NAMED_MAX 8

/* Return the words per time unit, in the long run, of consecutive messages. */
static struct ratio cut_rate(const struct bound_question *q, struct ratio start,
                             struct ratio word)
{
    struct ratio whole =
        ratio_add(start, ratio_multiply(q->most, word, RATIO_DOWN), RATIO_DOWN);
    return ratio_divide(q->most, whole, RATIO_UP);
}

/* Return the capacity of the cut in the long run, for messages of any length
 * once all have started. */
static struct ratio cut_capacity(const struct crossing *x,
                                 const struct cut_search *search)
{
    const struct bound_question *q = x->q;
    const struct cut_sum *sum = &search->sum;
    struct ratio rate =
        ratio_times(cut_rate(q, q->start, q->word), sum->ports, RATIO_UP);
    int64_t time = (int64_t)search->time;
    if (ratio_is_infinite(q->most))
        return ratio_subtract(
            cut_words(x, &search->best, sum, ratio_whole(time + 1)),
            cut_words(x, &search->best, sum, ratio_whole(time)), RATIO_UP);
    for (int i = 0; i < x->classes; i++)
        rate = ratio_add(
            rate,
            ratio_times(cut_rate(q, x->class[i].start, x->class[i].word),
                        sum->lanes[i], RATIO_UP),
            RATIO_UP);
    return rate;
}

/* Format one side: the names of its processors, or their number. */
static void cut_side(const struct cut_search *search, bool sends, char *text,
                     size_t size)
{
    const struct bound_question *q = search->q;
    int count = 0, at = 0;
    char name[32];
    for (int v = 0; v < q->p; v++)
        count += search->best.from[v] == sends;
    if (count > CUT_TEXT_NAMED_MAX) {
        snprintf(text, size, "%d processors", count);
        return;
    }
    for (int v = 0; v < q->p && at < (int)size; v++)
        if (search->best.from[v] == sends)
            at += snprintf(text + at, size - (size_t)at, at ? " %s" : "%s",
                           bound_label(q, v, name));
}

static void cut_describe(const struct cut_search *search,
                         const struct crossing *x,
                         struct weft_bound_argument *found)
{
    const struct bound_question *q = search->q;
    const struct cut_sum *sum = &search->sum;
    char amount[48], rate[32], from[96], to[96], ports[48] = "", arcs[48] = "";
    bound_amount(q, search->need, amount);
    ratio_print(cut_capacity(x, search), rate, sizeof rate);
    cut_side(search, true, from, sizeof from);
    cut_side(search, false, to, sizeof to);
    if (sum->arcs)
        snprintf(arcs, sizeof arcs, "%lld arc%s", (long long)sum->arcs,
                 sum->arcs == 1 ? "" : "s");
    if (sum->ports)
        snprintf(ports, sizeof ports, "%s%lld port%s", sum->arcs ? " and " : "",
                 (long long)sum->ports, sum->ports == 1 ? "" : "s");
    int length =
        snprintf(found->text, sizeof found->text,
                 "%s cross from %s to %s over %s%s, %s a %s", amount, from, to,
                 arcs, ports, rate, q->unit ? "step" : "time unit");
    if (length >= (int)sizeof found->text)
        strcpy(found->text + sizeof found->text - 4, "...");
}

/* List the vertices with member[v] true, in ascending order. NULL: out of
 * memory. */
static int *cut_list(const bool *member, int count, size_t *found)
{
    int *list = malloc(((size_t)count + 1) * sizeof *list);
    *found = 0;
    for (int v = 0; list && v < count; v++)
        if (member[v])
            list[(*found)++] = v;
    return list;
}

int cut_write(const struct cut_search *search, const struct crossing *x,
              struct ratio carried, struct weft_bound_argument *found)
{
    const struct bound_question *q = search->q;
    const struct cut *cut = &search->best;
    struct weft_bound_list *send = &found->more[0], *receive = &found->more[1];
    int vertices = weft_network_vertices(q->network);
    found->bound = search->time;
    found->list_name = "from";
    found->list = cut_list(cut->from, vertices, &found->count);
    send->name = "send_ports";
    send->vertex = cut_list(cut->send, q->p, &send->count);
    receive->name = "receive_ports";
    receive->vertex = cut_list(cut->receive, q->p, &receive->count);
    cut_describe(search, x, found);
    bound_number(found, "need", search->need);
    bound_number(found, "capacity", cut_capacity(x, search));
    bound_number(found, "before", ratio_whole((int64_t)search->time - 1));
    bound_number(found, "carried", carried);
    bound_truth(found, "exact", search->exact);
    return found->list && send->vertex && receive->vertex ? 0 : -1;
}
