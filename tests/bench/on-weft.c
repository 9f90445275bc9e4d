/* Runs the works on weft, with either engine. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/machine.h>

#include "work.h"

struct weft_peer {
    struct peer peer;
    struct weft_processor *self;
    struct weft_message message;
    jmp_buf failed;
};

struct job {
    const struct work *work;
    int d;
    uint64_t *digest; /* [processors] */
};

static void post(struct peer *peer, int to, int port, const void *data,
                 size_t bytes)
{
    struct weft_peer *self = (struct weft_peer *)peer;
    (void)port;
    if (weft_post(self->self, to, 0, data, bytes))
        longjmp(self->failed, 1);
}

static void step(struct peer *peer)
{
    struct weft_peer *self = (struct weft_peer *)peer;
    if (weft_step(self->self))
        longjmp(self->failed, 1);
}

static void send(struct peer *peer, const int *to, const int *port, int count,
                 uint64_t step, const void *data, size_t bytes)
{
    struct weft_peer *self = (struct weft_peer *)peer;
    (void)port;
    if ((step && weft_wait_until(self->self, step)) ||
        weft_send_many(self->self, to, count, 0, data, bytes))
        longjmp(self->failed, 1);
}

static const void *receive(struct peer *peer, int from, int port, size_t *bytes)
{
    struct weft_peer *self = (struct weft_peer *)peer;
    (void)port;
    if (weft_receive(self->self, from, &self->message))
        longjmp(self->failed, 1);
    *bytes = self->message.bytes;
    return self->message.data;
}

static int program(struct weft_processor *self, void *arg)
{
    struct job *job = arg;
    struct weft_peer peer = {
        .peer = {.rank = weft_rank(self),
                 .d = job->d,
                 .send = send,
                 .post = post,
                 .step = step,
                 .receive = receive},
        .self = self,
    };
    if (setjmp(peer.failed))
        return -1;
    job->work->run(&peer.peer);
    job->digest[peer.peer.rank] = peer.peer.digest;
    return 0;
}

static int count_events(void *arg, const struct weft_event *event, size_t count)
{
    (void)event;
    *(uint64_t *)arg += count;
    return 0;
}

static const struct weft_trace_info no_info;

/* Apply options of the form
 * ENGINE[,workers=N][,window=H][,events][,model=M]. */
static void configure(struct weft_machine *machine, const char *model,
                      char *how)
{
    machine->engine = strtok(how, ",");
    for (char *word; (word = strtok(NULL, ","));) {
        if (!strncmp(word, "workers=", 8))
            machine->workers = atoi(word + 8);
        else if (!strncmp(word, "window=", 7))
            machine->window = strtoull(word + 7, NULL, 10);
        else if (!strcmp(word, "unbounded"))
            machine->window = WEFT_WINDOW_UNBOUNDED;
        else if (strcmp(word, "events"))
            model = word;
        else
            machine->info = &no_info;
    }
    weft_model_parse(model, &machine->model, NULL);
}

int run_weft(const struct work *work, int d, const char *how,
             struct machine_report *report)
{
    char words[100], spec[32];
    uint64_t events = 0;
    struct weft_outcome outcome;
    struct weft_error err = {0};
    struct weft_sink sink = {.events = count_events, .arg = &events};
    struct job job = {work, d, calloc((size_t)1 << d, sizeof *job.digest)};
    struct weft_machine machine = {
        .on_conflict = WEFT_CONFLICT_REPORT,
        .program = program,
        .arg = &job,
    };
    snprintf(words, sizeof words, "%s", how);
    configure(&machine, work->model, words);
    machine.sink = machine.info ? &sink : NULL;
    snprintf(spec, sizeof spec, work->complete ? "complete:%d" : "hypercube:%d",
             work->complete ? 1 << d : d);
    struct weft_network *network = weft_network_create(spec, &err);
    machine.network = network;
    int result = -1;
    if (network && job.digest)
        result = weft_machine_run(&machine, &outcome, &err);
    if (result)
        fprintf(stderr, "bench: %s\n", err.text);
    if (!result && outcome.conflicts) {
        fprintf(stderr, "bench: rules broken: %s\n", work->model);
        result = -1;
    }
    report->switches = outcome.switches;
    for (int i = 0; job.digest && i >> d == 0; i++)
        report->digest = work_combine(report->digest, i, job.digest[i]);
    weft_outcome_finish(&outcome);
    weft_network_destroy(network);
    free(job.digest);
    return result;
}
