/* Search for a schedule with the fewest messages among those with the fewest
 * steps: the solver decides decreasing numbers of messages. */
#include <stdlib.h>

#include "search.h"

/* Return the variables of unnecessary messages: a block that a processor holds
 * at the end but does not want costs one message more than necessary. For
 * combined values: all transfers. */
static int *needless(const struct encoding *e, size_t *count)
{
    const struct instance *q = e->q;
    size_t cells = (size_t)q->n * (size_t)q->blocks;
    size_t all = (size_t)q->channels * (size_t)q->blocks * (size_t)e->steps;
    int *list = malloc(((q->combined ? all : cells) + 1) * sizeof *list);
    *count = 0;
    if (list && q->combined) {
        for (; *count < all; ++*count)
            list[*count] = e->carries + (int)*count;
        return list;
    }
    EACH_CELL(e, v, j)
    if (list && !q->wants[instance_at(q, v, j)] &&
        !q->has[instance_at(q, v, j)])
        list[(*count)++] = var_h(e, v, j, e->steps);
    return list;
}

/* Find a schedule with at most `extra` unnecessary messages. Returns NULL if
 * there is none or if *answer is ANSWER_UNKNOWN; then err may be set. */
static struct weft_optimum_schedule *with_at_most(struct search *s,
                                                  struct job *job, size_t extra,
                                                  enum answer *answer,
                                                  struct weft_error *err)
{
    struct weft_optimum_schedule *schedule = NULL;
    struct encoding e;
    signed char *value = NULL;
    size_t count = 0;
    struct formula *f = &e.formula;
    *answer = ANSWER_UNKNOWN;
    if (encode(&e, s->q, s->result->upper, 0,
               (struct encode_limits){s->most, &job->stop}) == 0) {
        int *list = needless(&e, &count);
        if (list)
            formula_at_most(f, list, count, extra);
        else
            f->fault = FORMULA_NO_MEMORY;
        free(list);
    }
    if (!f->fault)
        *answer = solver_decide(f, NULL, &job->stop, &value, err);
    else if (!s->most || f->fault != FORMULA_TOO_LARGE)
        search_explain(f, s->result->upper, err);
    if (*answer == ANSWER_YES)
        schedule = search_take(s, &e, value, err);
    free(value);
    formula_finish(f);
    return schedule;
}

/* Return a lower bound for the number of messages: the wanted blocks that are
 * not held at the start. */
static size_t necessary(const struct instance *q)
{
    size_t count = 0;
    for (int v = 0; !q->combined && v < q->n; v++)
        for (int j = 0; j < q->blocks; j++)
            count +=
                q->wants[instance_at(q, v, j)] && !q->has[instance_at(q, v, j)];
    return q->turns ? count - (size_t)q->n : count;
}

static void *reduce_messages(void *arg)
{
    struct job *job = arg;
    struct search *s = job->search;
    struct weft_optimum *r = s->result;
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    size_t least = necessary(s->q);
    enum answer answer = ANSWER_YES;
    while (answer == ANSWER_YES && r->schedule->count > least) {
        struct weft_optimum_schedule *better =
            with_at_most(s, job, r->schedule->count - least - 1, &answer, &err);
        pthread_mutex_lock(&s->lock);
        if (better) {
            schedule_destroy(r->schedule);
            r->schedule = better;
        }
        pthread_mutex_unlock(&s->lock);
        if (err.kind != WEFT_ERROR_NONE)
            break;
    }
    pthread_mutex_lock(&s->lock);
    r->fewest = r->schedule->count <= least || answer == ANSWER_NO;
    if (err.kind != WEFT_ERROR_NONE)
        search_fail(s, &err);
    pthread_mutex_unlock(&s->lock);
    search_end_job(job);
    return NULL;
}

int search_fewest(struct search *s)
{
    return search_jobs(s, reduce_messages, 1);
}
