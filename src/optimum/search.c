/* Search for the smallest T, upward from the best lower bound. Each of several
 * threads decides one T, or a cube of the same T. A schedule of T steps makes
 * higher T unnecessary, a refutation lower T. */
#include "search.h"
#include "base/base.h"
#include "base/system/thread.h"
#include "optimum/cubes/cubes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WATCH_NS 100000000 /* ns between checks of the time limit */

double search_seconds(const struct search *s)
{
    return seconds_now() - s->begin;
}

bool search_watch(struct search *s, int steps)
{
    const struct weft_optimum_options *o = s->options;
    const struct weft_optimum_progress progress = {
        .steps = steps,
        .lower = s->result->lower,
        .upper = s->result->upper,
        .seconds = search_seconds(s),
    };
    if ((o->limit > 0 && progress.seconds > o->limit) ||
        (o->go_on && !o->go_on(o->arg, &progress)))
        atomic_store(&s->stop, true);
    return atomic_load(&s->stop);
}

/* ---- results of jobs; the lock is held ---- */

static void search_measure(struct search *s, const struct formula *formula)
{
    struct weft_optimum *r = s->result;
    if (formula->clauses > r->clauses) {
        r->variables = (uint64_t)formula->variables;
        r->clauses = formula->clauses;
    }
}

/* Stop the jobs whose T is already decided by other results. */
static void drop_needless(struct search *s)
{
    const struct weft_optimum *r = s->result;
    for (int i = 0; i < s->jobs; i++)
        if (s->job[i].steps && (s->job[i].steps < r->lower ||
                                (s->enough && s->job[i].steps >= s->enough)))
            atomic_store(&s->job[i].stop, true);
}

static void refuted(struct search *s, int steps, double seconds)
{
    struct weft_optimum *r = s->result;
    if (steps < r->lower)
        return;
    r->lower = steps + 1;
    snprintf(r->lower_by, sizeof r->lower_by,
             "search: no schedule of %d step%s, refuted in %.2f s", steps,
             steps == 1 ? "" : "s", seconds);
}

/* Keep the schedule of the lowest decided T, so that the result does not depend
 * on the number of threads: a schedule for a higher T may take even fewer
 * steps. */
static void found(struct search *s, int steps,
                  struct weft_optimum_schedule *schedule, double seconds)
{
    struct weft_optimum *r = s->result;
    if (s->enough && steps >= s->enough) {
        schedule_destroy(schedule);
        return;
    }
    s->enough = steps;
    schedule_destroy(r->schedule);
    r->schedule = schedule;
    r->upper = schedule->steps;
    snprintf(r->upper_by, sizeof r->upper_by,
             "search: a schedule found in %.2f s", seconds);
}

void search_fail(struct search *s, const struct weft_error *err)
{
    if (!s->failed && s->err)
        *s->err = *err;
    s->failed = true;
    atomic_store(&s->stop, true);
    for (int i = 0; i < s->jobs; i++)
        atomic_store(&s->job[i].stop, true);
}

/* ---- a job ---- */

struct weft_optimum_schedule *search_take(const struct search *s,
                                          const struct encoding *e,
                                          const signed char *value,
                                          struct weft_error *err)
{
    struct weft_optimum_schedule *schedule = schedule_decode(e, value);
    if (!schedule) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    if (judge_schedule(s, schedule, e->steps, err)) {
        schedule_destroy(schedule);
        return NULL;
    }
    return schedule;
}

int search_threads(const struct search *s)
{
    return s->options->jobs > 0 ? s->options->jobs : 1;
}

unsigned search_how(const struct search *s)
{
    return (s->options->no_symmetry ? 0u : ENCODE_SYMMETRY) |
           (s->options->narrow ? ENCODE_NARROW : 0u);
}

void search_explain(const struct formula *formula, int steps,
                    struct weft_error *err)
{
    if (formula->fault == FORMULA_TOO_LARGE)
        weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                       "the formula of %d step%s has more variables than there "
                       "are numbers for",
                       steps, steps == 1 ? "" : "s");
    else if (formula->fault != FORMULA_STOPPED)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                       "no memory for the formula of %d step%s", steps,
                       steps == 1 ? "" : "s");
}

/* Decide one T. Returns the schedule if *answer is ANSWER_YES. Makes no formula
 * larger than `most` (0: no limit). */
static struct weft_optimum_schedule *
search_decide(struct search *s, struct job *job, int steps, size_t most,
              enum answer *answer, struct weft_error *err)
{
    struct weft_optimum_schedule *schedule = NULL;
    struct encoding e;
    signed char *value = NULL;
    *answer = ANSWER_UNKNOWN;
    if (encode(&e, s->q, steps, search_how(s),
               (struct encode_limits){most, &job->stop})) {
        if (!most || e.formula.fault != FORMULA_TOO_LARGE)
            search_explain(&e.formula, steps, err);
    } else {
        pthread_mutex_lock(&s->lock);
        search_measure(s, &e.formula);
        pthread_mutex_unlock(&s->lock);
        const struct weft_optimum_options *o = s->options;
        *answer =
            o->cubes > 1
                ? cubes_decide(&e.formula, o->cubes, search_threads(s),
                               &job->stop, &value, err)
                : solver_decide(&e.formula, NULL, &job->stop, &value, err);
        if (*answer == ANSWER_YES)
            schedule = search_take(s, &e, value, err);
    }
    free(value);
    formula_finish(&e.formula);
    return schedule;
}

/* Return the next T to decide, or 0. The lock is held. */
static int take_steps(struct search *s)
{
    const struct weft_optimum *r = s->result;
    int to = s->options->to;
    if (s->next < r->lower)
        s->next = r->lower;
    if (atomic_load(&s->stop) || (s->enough && s->next >= s->enough) ||
        (to && s->next > to))
        return 0;
    return s->next++;
}

void search_end_job(struct job *job)
{
    pthread_mutex_lock(&job->search->lock);
    job->steps = -1;
    pthread_cond_signal(&job->search->ended);
    pthread_mutex_unlock(&job->search->lock);
}

static void *search_work(void *arg)
{
    struct job *job = arg;
    struct search *s = job->search;
    pthread_mutex_lock(&s->lock);
    while ((job->steps = take_steps(s))) {
        struct weft_error err = {.kind = WEFT_ERROR_NONE};
        enum answer answer;
        double begin = seconds_now();
        atomic_store(&job->stop, false);
        pthread_mutex_unlock(&s->lock);
        struct weft_optimum_schedule *schedule =
            search_decide(s, job, job->steps, 0, &answer, &err);
        pthread_mutex_lock(&s->lock);
        if (answer == ANSWER_NO && !s->options->narrow)
            refuted(s, job->steps, seconds_now() - begin);
        if (schedule)
            found(s, job->steps, schedule, seconds_now() - begin);
        if (err.kind != WEFT_ERROR_NONE)
            search_fail(s, &err);
        drop_needless(s);
    }
    pthread_mutex_unlock(&s->lock);
    search_end_job(job);
    return NULL;
}

/* ---- all jobs ---- */

static int search_lowest(const struct search *s)
{
    int steps = 0;
    for (int i = 0; i < s->jobs; i++)
        if (s->job[i].steps > 0 && (!steps || s->job[i].steps < steps))
            steps = s->job[i].steps;
    return steps;
}

static bool search_all_ended(const struct search *s)
{
    for (int i = 0; i < s->jobs; i++)
        if (s->job[i].steps >= 0)
            return false;
    return true;
}

/* Check the time limit until all jobs have ended. The lock is held. */
static void optimum_search_watch(struct search *s)
{
    while (!search_all_ended(s)) {
        struct timespec deadline;
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_nsec += WATCH_NS;
        deadline.tv_sec += deadline.tv_nsec / 1000000000;
        deadline.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&s->ended, &s->lock, &deadline);
        if (search_watch(s, search_lowest(s)))
            for (int i = 0; i < s->jobs; i++)
                atomic_store(&s->job[i].stop, true);
    }
}

static void job_init(struct job *job, struct search *s)
{
    job->search = s;
    job->steps = 0;
    atomic_init(&job->stop, false);
}

static struct search *search_alone; /* with one thread: the current search */

/* Search with one thread: the caller is the only job, and checks the time
 * whenever the solver asks whether to stop. */
static int search_job_alone(struct search *s, void *(*function)(void *))
{
    struct job job;
    job_init(&job, s);
    s->job = &job;
    s->jobs = 1;
    search_alone = s;
    function(&job);
    search_alone = NULL;
    s->job = NULL;
    s->jobs = 0;
    return s->failed ? -1 : 0;
}

void search_look(void)
{
    struct search *s = search_alone;
    if (s && search_watch(s, search_lowest(s)))
        atomic_store(&s->job[0].stop, true);
}

int search_jobs(struct search *s, void *(*function)(void *), int jobs)
{
    int code = 0;
    if (WEFT_ONE_THREAD)
        return search_job_alone(s, function);
    s->job = calloc((size_t)jobs, sizeof *s->job);
    if (!s->job)
        return weft_error_set(s->err, WEFT_ERROR_MEMORY, 0, "no memory");
    pthread_mutex_lock(&s->lock);
    while (!code && s->jobs < jobs) {
        struct job *job = &s->job[s->jobs];
        job_init(job, s);
        code = pthread_create(&job->thread, NULL, function, job);
        s->jobs += code == 0;
    }
    if (s->jobs)
        code = 0; /* continue with fewer threads */
    optimum_search_watch(s);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->jobs; i++)
        pthread_join(s->job[i].thread, NULL);
    free(s->job);
    s->job = NULL;
    s->jobs = 0;
    if (code)
        return weft_error_system(s->err, code, 0, "no thread: %s",
                                 strerror(code));
    return s->failed ? -1 : 0;
}

/* Double the number of steps until there is a schedule: the decision is usually
 * fast if there are more steps than necessary. */
static void *bracket(void *arg)
{
    struct job *job = arg;
    struct search *s = job->search;
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    struct weft_optimum_schedule *schedule = NULL;
    enum answer answer = ANSWER_NO;
    double begin = seconds_now();
    while (answer == ANSWER_NO && !atomic_load(&s->stop)) {
        int steps = s->result->lower > 1 ? 2 * s->result->lower : 2;
        schedule = search_decide(s, job, steps, s->most, &answer, &err);
        pthread_mutex_lock(&s->lock);
        if (answer == ANSWER_NO)
            refuted(s, steps, seconds_now() - begin);
        if (schedule)
            found(s, steps, schedule, seconds_now() - begin);
        if (err.kind != WEFT_ERROR_NONE)
            search_fail(s, &err);
        pthread_mutex_unlock(&s->lock);
    }
    search_end_job(job);
    return NULL;
}

int search_above(struct search *s)
{
    return search_jobs(s, bracket, 1);
}

int search_run(struct search *s)
{
    /* cubes of one T share the threads */
    int jobs = s->options->cubes > 1 ? 1 : search_threads(s);
    s->enough = s->result->schedule ? s->result->upper : 0;
    s->next = s->options->from > 0 ? s->options->from : s->result->lower;
    return search_jobs(s, search_work, jobs);
}
