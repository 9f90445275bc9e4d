/* A master gives tasks of different length to workers on request, first come
 * first served. The master receives from WEFT_ANY; virtual time orders the
 * requests, so every run has the same result, on any number of cores. */
#include <stdio.h>
#include <weft/weft.h>

#define P 5
#define TASKS 20

struct work {
    int done[P]; /* tasks of each worker; written by that worker alone */
    long sum[P]; /* of the results */
};

static int master(struct weft_processor *self)
{
    struct weft_message request;
    int stop = -1;
    for (int task = 0; task < TASKS; task++)
        if (weft_receive(self, WEFT_ANY, &request) ||
            weft_send(self, request.source, task, &task, sizeof task))
            return -1;
    for (int worker = 1; worker < P; worker++)
        if (weft_receive(self, WEFT_ANY, &request) ||
            weft_send(self, request.source, TASKS, &stop, sizeof stop))
            return -1;
    return 0;
}

static int worker(struct weft_processor *self, struct work *work)
{
    for (;;) {
        struct weft_message answer;
        if (weft_send(self, 0, 0, NULL, 0) || weft_receive(self, 0, &answer))
            return -1;
        int task = *(const int *)answer.data;
        if (task < 0)
            return 0;
        if (weft_compute(self, 10 + (uint64_t)(task * 7 % 13)))
            return -1;
        work->done[weft_rank(self)]++;
        work->sum[weft_rank(self)] += (long)task * task;
    }
}

static int program(struct weft_processor *self, void *arg)
{
    return weft_rank(self) == 0 ? master(self) : worker(self, arg);
}

int main(void)
{
    struct work work = {0};
    struct weft_error err = {0};
    struct weft_outcome outcome = {0};
    struct weft_network *star = weft_network_create("star:5", &err);
    /* The workers' requests meet at the master: who comes second waits. */
    struct weft_machine machine = {.network = star,
                                   .program = program,
                                   .arg = &work,
                                   .on_conflict = WEFT_CONFLICT_DELAY};
    if (!star || weft_model_parse("one-port", &machine.model, &err) ||
        weft_machine_run(&machine, &outcome, &err))
        return fprintf(stderr, "%s\n", err.text), 1;
    long sum = 0;
    for (int rank = 1; rank < P; rank++) {
        printf("worker %d: %d tasks, busy %2.0f %%\n", rank, work.done[rank],
               100.0 * (double)outcome.load[rank].busy /
                   (double)outcome.makespan);
        sum += work.sum[rank];
    }
    printf("%d tasks in %d steps, sum of squares %ld\n", TASKS,
           (int)outcome.makespan, sum);
    weft_outcome_finish(&outcome);
    weft_network_destroy(star);
    return 0;
}
