/* Proof of a lower bound: the formula for one step less, and its refutation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "search.h"

#define COMMENT_MAX 4096

/* Write the comment at the head of the formula. */
static void prove_describe(const struct search *s, const struct encoding *e,
                           char *text, size_t size)
{
    const struct weft_optimum *r = s->result;
    const struct instance *q = e->q;
    char network[WEFT_NETWORK_NAME_MAX];
    strcpy(network, r->network);
    text_make_plain(network); /* a line break would end the comment */
    const char *start = "who holds what at the start is given";
    if (q->reversed)
        start = "asked backwards: what is combined at one end spreads from it; "
                "step t is step T + 1 - t";
    else if (q->turns)
        start = "who has which turn is free";
    size_t used = (size_t)snprintf(
        text, size,
        "c %s on %s, model %s%s%s: is there a schedule of %d steps?\n"
        "c %d processors v = 0.., %d messages j = 0.. (numbered from %d), "
        "steps t = 1..%d\n"
        "c %s\n",
        r->problem, network, r->model, r->order[0] ? ", order " : "", r->order,
        e->steps, q->n, q->blocks, q->first, e->steps, start);
    if (used < size)
        used += (size_t)snprintf(
            text + used, size - used,
            e->symmetry ? "c symmetries of the network are used (rule 9)\n"
                        : "c no symmetries are used\n");
    if (used < size)
        used += encoding_describe(e, text + used, size - used);
    for (int c = 0;
         (e->carries || e->parent) && c < q->channels && used + 64 < size; c++)
        used += (size_t)snprintf(text + used, size - used,
                                 "c channel %d: from %d to %d\n", c,
                                 q->channel[c].from, q->channel[c].to);
}

static void *prove(void *arg)
{
    struct job *job = arg;
    struct search *s = job->search;
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    struct encoding e;
    size_t room = COMMENT_MAX + 64 * (size_t)s->q->channels;
    char *comment = malloc(room);
    int status = -1;
    int steps = s->result->lower - 1;
    if (encode(&e, s->q, steps, s->options->no_symmetry ? 0 : ENCODE_SYMMETRY,
               (struct encode_limits){0, &job->stop})) {
        search_explain(&e.formula, steps, &err);
        status = e.formula.fault == FORMULA_STOPPED ? 1 : -1;
    } else if (!comment) {
        weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
    } else {
        prove_describe(s, &e, comment, room);
        status =
            refutation_write(s->proof, &e.formula, comment, s->options->cubes,
                             search_threads(s), &job->stop, &err);
    }
    formula_finish(&e.formula);
    free(comment);
    pthread_mutex_lock(&s->lock);
    s->result->proved = status == 0;
    if (status < 0)
        search_fail(s, &err);
    pthread_mutex_unlock(&s->lock);
    search_end_job(job);
    return NULL;
}

int search_prove(struct search *s)
{
    return search_jobs(s, prove, 1);
}
