/* The table of arguments, in the order in which they are documented and
 * shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/unstable/ways.h>

#include "question.h"

const char *const weft_bound_cuts_names[] = {"fast", "none", "all", NULL};

/* `active`: the argument also holds where switches combine messages, so that a
 * reception may bring values of any number of processors, but only one value of
 * each block; and where they multicast, so that a send may reach any number of
 * processors. */
static const struct {
    const char *by;
    bound_by *find;
    bool active;
} arguments[] = {
    {"distance", bound_by_distance, true},
    {"growth", bound_by_growth, false},
    {"port", bound_by_port, true},
    {"pipeline", bound_by_pipeline, false},
    {"stages and words", bound_by_stages, false},
    {"work over ports", bound_by_work, false},
    {"work over arcs", bound_by_arcs, false},
    {"cut", bound_by_cut, true},
    {"what one processor passes on", bound_by_passing, false},
    {"in order", bound_by_order, false},
};

void bound_number(struct weft_bound_argument *found, const char *name,
                  struct ratio value)
{
    if (found->numbers < WEFT_BOUND_NUMBERS_MAX)
        found->number[found->numbers++] = (struct weft_bound_number){
            .name = name, .num = value.num, .den = value.den};
}

void bound_truth(struct weft_bound_argument *found, const char *name,
                 bool value)
{
    bound_number(found, name, ratio_whole(value));
    found->number[found->numbers - 1].truth = true;
}

const char *bound_label(const struct bound_question *q, int vertex,
                        char text[32])
{
    const char *name = weft_network_vertex_name(q->network, vertex);
    if (name)
        snprintf(text, 32, "%s", name);
    else
        snprintf(text, 32, "%d", vertex);
    return text;
}

const char *bound_amount(const struct bound_question *q, struct ratio words,
                         char text[48])
{
    char number[32];
    bool one = words.num == 1 && words.den == 1;
    ratio_print(words, number, sizeof number);
    snprintf(text, 48, "%s %s%s", number, q->in_blocks ? "block" : "word",
             one ? "" : "s");
    return text;
}

void bound_insert(struct weft_bound_answer *answer,
                  const struct weft_bound_argument *found)
{
    int at = answer->arguments++;
    for (; at && answer->argument[at - 1].bound < found->bound; at--)
        answer->argument[at] = answer->argument[at - 1];
    answer->argument[at] = *found;
}

static void bound_drop(const struct weft_bound_argument *argument)
{
    free(argument->list);
    free(argument->more[0].vertex);
    free(argument->more[1].vertex);
}

int bound_answer(struct bound_question *q, struct weft_bound_answer *answer,
                 struct weft_error *err)
{
    bool asks = q->p > 1 && q->shape != BOUND_COMPUTES;
    bool active = (q->combined && weft_network_combining(q->network)) ||
                  (q->model.sends == WEFT_SENDS_ONE &&
                   weft_network_multicasting(q->network));
    for (size_t i = 0; asks && i < sizeof arguments / sizeof *arguments; i++) {
        if (active && !arguments[i].active)
            continue;
        struct weft_bound_argument found = {.by = arguments[i].by};
        int status = arguments[i].find(q, &found, err);
        if (!status && found.bound)
            bound_insert(answer, &found);
        else
            bound_drop(&found);
        if (status)
            return -1;
    }
    if (answer->arguments) {
        answer->bound = answer->argument[0].bound;
        answer->by = answer->argument[0].by;
    }
    snprintf(answer->note, sizeof answer->note, "%s", q->note);
    return 0;
}

void weft_bound_finish(struct weft_bound_answer *answer)
{
    for (int i = 0; i < answer->arguments; i++)
        bound_drop(&answer->argument[i]);
    answer->arguments = 0;
}
