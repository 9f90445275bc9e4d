/* Fuzz target: every schedule that a reader accepts is run twice on the
 * machine. Both runs must emit the same events and end in the same way, or fail
 * for the same reason. (Events before a failure depend on the progress of other
 * processors and are not compared.) */
#include <trace/format.h>

#include "../settings.h"
#include "../told.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <weft/problem.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX 6000
#define PROCESSORS_MAX 64

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct told *told = arg;
    told->info = info;
    return 0;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct told *told = arg;
    for (; count--; event++) {
        const char *items = weft_event_items(told->info, event);
        fprintf(told->out, "%llu+%llu,%llu: %d kind %d (%d), peer %d, ",
                (unsigned long long)event->start,
                (unsigned long long)event->duration,
                (unsigned long long)event->since, event->rank, event->kind,
                event->flags, event->peer);
        fprintf(told->out, "dimension %d, message %d, %u bytes: %s\n",
                event->dimension, event->message, event->bytes,
                items ? items : "-");
    }
    return 0;
}

static void tell_result(FILE *out, const struct weft_result *result,
                        bool failed)
{
    const struct weft_outcome *outcome = &result->outcome;
    fprintf(out, "%s\n", outcome->report ? outcome->report : "no report");
    if (failed)
        return;
    fprintf(out, "%llu %llu %llu\n", (unsigned long long)outcome->makespan,
            (unsigned long long)outcome->messages,
            (unsigned long long)outcome->conflicts);
    told_conflicts(out, outcome);
}

/* Settings of a run; the bytes of the input select one value of each. */
static const struct choice {
    const char *name, *value[4];
} choices[] = {
    {"cost", {NULL, "ts=3,tw=2,th=1", "loggp:L=5,o=2,g=3,G=1"}},
    {"model", {NULL, "all-port", "shouting", "one-port"}},
    {"on-conflict", {NULL, "report", "delay"}},
    {"network", {NULL, NULL, "line:", "complete:"}},
};

static void choose(struct weft_experiment *experiment, uint32_t sum,
                   int processors, char network[32])
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const char *value = choices[i].value[sum >> 2 * i & 3];
        if (!value)
            continue;
        if (value[strlen(value) - 1] == ':') {
            snprintf(network, 32, "%s%d", value, processors);
            value = network;
        }
        set(experiment, choices[i].name, value);
    }
    set(experiment, "limit-steps", "3000");
}

static struct told run(const char *path, uint32_t sum, int processors,
                       const char *window)
{
    char network[32];
    struct told told = {NULL, 0, NULL, NULL};
    struct weft_experiment experiment = weft_experiment_default(NULL);
    const struct weft_sink sink = {begin, events, told_end, &told};
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_result result;
    struct weft_error err = {0};
    choose(&experiment, sum, processors, network);
    set(&experiment, "engine", "fibers");
    set(&experiment, "window", window);
    told.out = open_memstream(&told.text, &told.bytes);
    int status =
        weft_run_schedule(path, NULL, &experiment, sinks, 1, &result, &err);
    assert(!status || err.text[0]);
    if (status)
        rewind(told.out);
    fprintf(told.out, "\nstatus %d: %s\n", status, status ? err.text : "");
    tell_result(told.out, &result, status != 0);
    weft_result_finish(&result);
    fclose(told.out);
    return told;
}

static void run_twice(const char *path, uint32_t sum, int processors)
{
    struct told one = run(path, sum, processors, "64");
    struct told other = run(path, sum, processors, "1");
    if (one.bytes != other.bytes || memcmp(one.text, other.text, one.bytes)) {
        fprintf(stderr, "differ: %s\n---\n%s\n", one.text, other.text);
        abort();
    }
    free(one.text);
    free(other.text);
}

/* Return the number of processors of the input, or 0 if it is unreadable. */
static int processors_of(const void *bytes, size_t size)
{
    struct weft_trace trace = {0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    struct weft_error err = {0};
    struct input *in = in_memory(bytes, size, &err);
    int processors = 0;
    if (in && !file_read_from(in, NULL, "input", &sink, NULL, &err))
        processors = trace.info.processors;
    if (in)
        in_close(in);
    weft_trace_finish(&trace);
    return processors;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;
    char path[40];
    uint32_t sum = 0;
    if (size > INPUT_MAX)
        size = INPUT_MAX;
    int processors = processors_of(data, size);
    if (processors < 1 || processors > PROCESSORS_MAX)
        return 0;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * 16777619u;
    if (file < 0)
        file = memfd_create("input", 0);
    if (ftruncate(file, 0) || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    run_twice(path, sum >> 16, processors);
    return 0;
}
