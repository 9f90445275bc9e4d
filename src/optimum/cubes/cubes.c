/* The cubes of a formula, decided by several threads. */
#include "cubes.h"
#include "base/system/thread.h"

#include <pthread.h>
#include <stdlib.h>

#define CUBE_THREADS_MAX 256

/* ---- threads that share the cubes ---- */

struct cube_queue {
    void (*work)(void *arg, int i);
    void *arg;
    int count;
    atomic_int next; /* lowest index that no thread has begun */
};

static void *cubes_work(void *arg)
{
    struct cube_queue *queue = arg;
    int i;
    while ((i = atomic_fetch_add(&queue->next, 1)) < queue->count)
        queue->work(queue->arg, i);
    return NULL;
}

void cubes_each(int count, int jobs, void (*work)(void *arg, int i), void *arg)
{
    struct cube_queue queue = {work, arg, count, 0};
    pthread_t thread[CUBE_THREADS_MAX];
    int threads = 0, most = (jobs < count ? jobs : count) - 1;
    while (!WEFT_ONE_THREAD && threads < most && threads < CUBE_THREADS_MAX &&
           !pthread_create(&thread[threads], NULL, cubes_work, &queue))
        threads++;
    cubes_work(&queue); /* with fewer threads if one could not start */
    while (threads)
        pthread_join(thread[--threads], NULL);
}

/* ---- the decision ---- */

struct cube_part {
    enum answer answer;
    signed char *value; /* solution; owned */
    struct weft_error err;
};

struct cube_decision {
    const struct formula *formula;
    const struct cubes *cubes;
    atomic_bool *stop;
    pthread_mutex_t lock;   /* guards `part` while threads run */
    struct cube_part *part; /* [cubes->count] */
};

/* Return the first cube that is not refuted, or the number of cubes. */
static int cubes_first_open(const struct cube_decision *d)
{
    int i = 0;
    while (i < d->cubes->count && d->part[i].answer == ANSWER_NO)
        i++;
    return i;
}

static void cubes_solve(void *arg, int i)
{
    struct cube_decision *d = arg;
    struct cube_part part = {.err = {.kind = WEFT_ERROR_NONE}};
    part.answer = solver_decide(d->formula, d->cubes->cube[i].literal, d->stop,
                                &part.value, &part.err);
    pthread_mutex_lock(&d->lock);
    d->part[i] = part;
    int open = cubes_first_open(d);
    if (part.err.kind != WEFT_ERROR_NONE ||
        (open < d->cubes->count && d->part[open].answer == ANSWER_YES))
        atomic_store(d->stop, true);
    pthread_mutex_unlock(&d->lock);
}

/* Return the answer of all parts, and take the solution of the first one. */
static enum answer cubes_conclude(struct cube_decision *d, signed char **value,
                                  struct weft_error *err)
{
    int open = cubes_first_open(d);
    if (open == d->cubes->count)
        return ANSWER_NO;
    if (d->part[open].answer == ANSWER_YES) {
        *value = d->part[open].value;
        d->part[open].value = NULL;
        return ANSWER_YES;
    }
    for (int i = 0; i < d->cubes->count; i++)
        if (d->part[i].err.kind != WEFT_ERROR_NONE) {
            *err = d->part[i].err;
            break;
        }
    return ANSWER_UNKNOWN;
}

enum answer cubes_decide(const struct formula *formula, int most, int jobs,
                         atomic_bool *stop, signed char **value,
                         struct weft_error *err)
{
    struct cubes cubes;
    struct cube_decision d = {formula, &cubes, stop, PTHREAD_MUTEX_INITIALIZER,
                              NULL};
    enum answer answer = ANSWER_UNKNOWN;
    *value = NULL;
    if (cubes_split(&cubes, formula, most, stop) == 0)
        d.part = calloc((size_t)cubes.count, sizeof *d.part);
    if (d.part) {
        cubes_each(cubes.count, jobs, cubes_solve, &d);
        answer = cubes_conclude(&d, value, err);
        for (int i = 0; i < cubes.count; i++)
            free(d.part[i].value);
    } else {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    free(d.part);
    cubes_finish(&cubes);
    return answer;
}
