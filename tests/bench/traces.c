/* Measures how fast traces are written and read: writers against fwrite() of
 * the same bytes from memory, with one call per line, as a program that
 * produces lines does, and with a single call; readers against `wc -l`. All
 * files have about 100 MB and are in the current folder; results are medians of
 * fifteen rounds, also of the ratios within each round. Arguments: the formats
 * to measure; none: all.
 *
 * A writer receives its events as in a run: those of a step are made just
 * before, in reused memory, so that fetching 110 MB of events from memory is
 * not counted as writing 12 MB of lines. The time includes making the events;
 * the last ratio excludes it. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <weft/trace.h>

#define DIMENSIONS 10
#define P (1 << DIMENSIONS)
#define BYTES 100000000.0
#define ROUNDS 15

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The events of the first steps: in each step, one half of a hypercube sends
 * along another dimension to the other half, which waits. */
static struct step {
    size_t count;
    struct weft_event event[2 * P];
} first[DIMENSIONS];

static void make_step(struct step *made, int step)
{
    struct weft_event each = {.message = 0, .dimension = (int16_t)step};
    made->count = 0;
    for (each.rank = 0; each.rank < P; each.rank++) {
        bool sends = (each.rank >> step & 1) == (step & 1);
        each.peer = each.rank ^ 1 << step;
        each.kind = sends ? WEFT_SEND : WEFT_RECEIVE;
        each.flags = sends ? 0 : WEFT_EVENT_WAITED;
        each.duration = 1;
        each.bytes = 1024;
        if (!sends) {
            struct weft_event wait = each;
            wait.kind = WEFT_WAIT;
            wait.flags = 0;
            wait.message = -1;
            wait.duration = wait.bytes = 0;
            made->event[made->count++] = wait;
        }
        made->event[made->count++] = each;
    }
}

/* Pass all steps to the sink: copies of the first ones with later times and new
 * message numbers. Return the number of events. */
static size_t make_all(const struct weft_sink *sink, uint64_t steps)
{
    const struct weft_trace_info info = {P, 1000000, 1, 0, NULL};
    size_t all = 0;
    for (int step = 0; step < DIMENSIONS; step++)
        make_step(&first[step], step);
    if (sink->begin)
        sink->begin(sink->arg, &info);
    for (uint64_t step = 0; step < steps; step++) {
        struct step *made = &first[step % DIMENSIONS];
        for (size_t i = 0; i < made->count; i++) {
            struct weft_event *event = &made->event[i];
            event->start = event->since = step;
            event->message += step >= DIMENSIONS && event->message >= 0;
        }
        sink->events(sink->arg, made->event, made->count);
        all += made->count;
    }
    if (sink->end)
        sink->end(sink->arg);
    return all;
}

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static double write_trace(const char *target, uint64_t steps, size_t *count)
{
    struct weft_error err;
    double start = now();
    struct weft_writer *writer = weft_writer_open(target, &err);
    if (!writer)
        give_up(err.text);
    *count = make_all(weft_writer_sink(writer), steps);
    if (weft_writer_close(writer, &err))
        give_up(err.text);
    return now() - start;
}

static char *load(const char *path, size_t *size)
{
    struct stat status;
    FILE *file = fopen(path, "r");
    if (!file || fstat(fileno(file), &status))
        give_up(path);
    *size = (size_t)status.st_size;
    char *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        give_up(path);
    fclose(file);
    return bytes;
}

static double write_bytes(const char *path, const char *bytes, size_t size)
{
    double start = now();
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
        give_up(path);
    return now() - start;
}

static double write_lines(const char *path, const char *bytes, size_t size)
{
    double start = now();
    FILE *file = fopen(path, "w");
    if (!file)
        give_up(path);
    for (const char *end = bytes + size; bytes < end;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((newline ? newline + 1 : end) - bytes);
        fwrite(bytes, 1, length, file);
        bytes += length;
    }
    if (fclose(file))
        give_up(path);
    return now() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *time)
{
    qsort(time, ROUNDS, sizeof *time, compare);
    return time[ROUNDS / 2];
}

static double size_of(const char *path)
{
    struct stat status;
    if (stat(path, &status))
        give_up(path);
    return (double)status.st_size;
}

/* Return the number of steps that make a file of about BYTES bytes. */
static uint64_t steps_for(const char *target, const char *path)
{
    uint64_t few = 100;
    size_t count;
    write_trace(target, few, &count);
    double size = size_of(path);
    unlink(path);
    return (uint64_t)(BYTES / size * (double)few);
}

/* Measure a writer; `making` is the time in seconds to make a step's events. */
static void bench_writer(const char *format, double making)
{
    size_t count = 0, size = 0;
    char target[64];
    const char *path = "bench-trace.out";
    snprintf(target, sizeof target, "%s:%s", format, path);
    uint64_t steps = steps_for(target, path);
    making *= (double)steps;
    double our[ROUNDS], by_lines[ROUNDS], by_one[ROUNDS], unmade[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        our[i] = write_trace(target, steps, &count);
        char *bytes = load(path, &size);
        unlink(path);
        by_lines[i] = write_lines(path, bytes, size) / our[i];
        unlink(path);
        double one = write_bytes(path, bytes, size);
        by_one[i] = one / our[i];
        unmade[i] = one / (our[i] - making);
        unlink(path);
        free(bytes);
    }
    double ours = median(our);
    printf("write %-9s %6.1f MB  %5.0f MB/s  %5.1f million events/s  "
           "%.2f of fwrite by lines, %.2f of one fwrite, %.2f without the "
           "making\n",
           format, (double)size / 1e6, (double)size / ours / 1e6,
           (double)count / ours / 1e6, median(by_lines), median(by_one),
           median(unmade));
}

static int count_events(void *arg, const struct weft_event *event, size_t count)
{
    (void)event;
    *(size_t *)arg += count;
    return 0;
}

/* Return the time in seconds to make the events of a step. */
static double bench_making(void)
{
    double time[ROUNDS];
    const uint64_t steps = 1500;
    size_t events = 0, count = 0;
    const struct weft_sink sink = {NULL, count_events, NULL, &events};
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        count = make_all(&sink, steps);
        time[i] = now() - start;
    }
    double median_time = median(time);
    printf("make the events   %5.1f million events/s: a part of each time "
           "below\n",
           (double)count / median_time / 1e6);
    return median_time / (double)steps;
}

static double run_wc(const char *path)
{
    char command[100];
    snprintf(command, sizeof command, "wc -l <%s >/dev/null", path);
    double start = now();
    if (system(command))
        give_up(command);
    return now() - start;
}

static void bench_reader(const char *format)
{
    char target[64];
    struct weft_error err;
    const char *path = "bench-trace.in";
    snprintf(target, sizeof target, "%s:%s", format, path);
    size_t count;
    write_trace(target, steps_for(target, path), &count);
    double our[ROUNDS], ratio[ROUNDS], size = size_of(path);
    for (int i = 0; i < ROUNDS; i++) {
        size_t events = 0;
        const struct weft_sink sink = {NULL, count_events, NULL, &events};
        double start = now();
        if (weft_trace_read(target, &sink, NULL, &err))
            give_up(err.text);
        our[i] = now() - start;
        ratio[i] = run_wc(path) / our[i];
    }
    unlink(path);
    double ours = median(our);
    printf("read  %-9s %6.1f MB  %5.0f MB/s  %5.1f million events/s  "
           "%.2f of wc -l\n",
           format, size / 1e6, size / ours / 1e6, (double)count / ours / 1e6,
           median(ratio));
}

static void bench_gzip(void)
{
    const char *path = "bench-trace.trf", *packed = "bench-trace.trf.gz";
    size_t size, small, count;
    uint64_t steps = steps_for(path, path);
    double plain = write_trace(path, steps, &count);
    double ours = write_trace(packed, steps, &count);
    free(load(path, &size));
    free(load(packed, &small));
    unlink(packed);
    double start = now();
    if (system("gzip -6 bench-trace.trf"))
        give_up("gzip");
    double theirs = now() - start;
    unlink(packed);
    printf("write %-9s %6.1f MB -> %.1f MB  %7.0f MB/s  (%.0f MB/s plain), "
           "%.1f times gzip -6\n",
           ".trf.gz", (double)size / 1e6, (double)small / 1e6,
           (double)size / ours / 1e6, (double)size / plain / 1e6,
           theirs / ours);
}

/* Return whether `word` is among the arguments, or there are none. */
static int wanted(char **arg, const char *word)
{
    if (!*++arg)
        return 1;
    while (*arg && strcmp(*arg, word) != 0)
        arg++;
    return *arg != NULL;
}

int main(int count_of_arguments, char **arg)
{
    (void)count_of_arguments;
    static const char *const written[] = {"picl",     "picl1",  "csv",
                                          "schedule", "chrome", NULL};
    double making = bench_making();
    for (size_t i = 0; written[i]; i++)
        if (wanted(arg, written[i]))
            bench_writer(written[i], making);
    if (wanted(arg, "read"))
        bench_reader("picl");
    if (wanted(arg, "read-csv"))
        bench_reader("csv");
    if (wanted(arg, "gzip"))
        bench_gzip();
    return 0;
}
