/* How fast traces are written and read: writers against fwrite of the same
 * bytes from memory, a call for each line as a program that makes lines does,
 * and one call for all; readers against `wc -l`. All in files of the current
 * folder, the medians of five. Arguments: the formats, for a part of it. */
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
#define STEPS 1500
#define ROUNDS 5

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* In every step one half of a hypercube sends to the other half, which waits:
 * another dimension, another message each time. */
static size_t make(struct weft_event *event)
{
    size_t count = 0;
    for (uint64_t step = 0; step < STEPS; step++)
        for (int rank = 0; rank < P; rank++) {
            int16_t dimension = (int16_t)(step % DIMENSIONS);
            struct weft_event each = {.start = step,
                                      .since = step,
                                      .rank = rank,
                                      .peer = rank ^ 1 << dimension,
                                      .dimension = dimension};
            bool sends = (rank >> dimension & 1) == (int)(step & 1);
            each.kind = sends ? WEFT_SEND : WEFT_WAIT;
            each.message = sends ? (int32_t)(step / DIMENSIONS) : -1;
            each.bytes = sends ? 1024 : 0;
            each.duration = sends;
            event[count++] = each;
            if (sends)
                continue;
            each.kind = WEFT_RECEIVE;
            each.flags = WEFT_EVENT_WAITED;
            each.message = (int32_t)(step / DIMENSIONS);
            each.bytes = 1024;
            each.duration = 1;
            event[count++] = each;
        }
    return count;
}

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static double write_trace(const char *target, const struct weft_event *event,
                          size_t count)
{
    const struct weft_trace_info info = {P, 1000000, 1, 0, NULL};
    struct weft_error err;
    double start = now();
    struct weft_writer *writer = weft_writer_open(target, &err);
    if (!writer)
        give_up(err.text);
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->begin(sink->arg, &info);
    for (size_t i = 0; i < count; i += 512)
        sink->events(sink->arg, event + i, count - i < 512 ? count - i : 512);
    sink->end(sink->arg);
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

static void bench_writer(const char *format, const struct weft_event *event,
                         size_t count)
{
    char target[64];
    const char *path = "bench-trace.out";
    snprintf(target, sizeof target, "%s:%s", format, path);
    double our[ROUNDS], line[ROUNDS], one[ROUNDS];
    size_t size = 0;
    for (int i = 0; i < ROUNDS; i++) {
        our[i] = write_trace(target, event, count);
        char *bytes = load(path, &size);
        unlink(path);
        line[i] = write_lines(path, bytes, size);
        unlink(path);
        one[i] = write_bytes(path, bytes, size);
        unlink(path);
        free(bytes);
    }
    double ours = median(our), lines = median(line), whole = median(one);
    printf("write %-9s %6.1f MB  %5.0f MB/s  %5.1f million events/s  "
           "%.2f of fwrite by lines (%.0f MB/s), %.2f of one fwrite (%.0f "
           "MB/s)\n",
           format, (double)size / 1e6, (double)size / ours / 1e6,
           (double)count / ours / 1e6, lines / ours, (double)size / lines / 1e6,
           whole / ours, (double)size / whole / 1e6);
}

static int count_events(void *arg, const struct weft_event *event, size_t count)
{
    (void)event;
    *(size_t *)arg += count;
    return 0;
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

static void bench_reader(const char *format, const struct weft_event *event,
                         size_t count)
{
    char target[64];
    struct stat status;
    struct weft_error err;
    const char *path = "bench-trace.in";
    snprintf(target, sizeof target, "%s:%s", format, path);
    write_trace(target, event, count);
    if (stat(path, &status))
        give_up(path);
    double our[ROUNDS], wc[ROUNDS], size = (double)status.st_size;
    for (int i = 0; i < ROUNDS; i++) {
        size_t events = 0;
        const struct weft_sink sink = {NULL, count_events, NULL, &events};
        double start = now();
        if (weft_trace_read(target, &sink, NULL, &err))
            give_up(err.text);
        our[i] = now() - start;
        wc[i] = run_wc(path);
    }
    unlink(path);
    double ours = median(our), theirs = median(wc);
    printf("read  %-9s %6.1f MB  %7.0f MB/s  %5.1f million events/s  "
           "%.2f of wc -l (%.0f MB/s)\n",
           format, size / 1e6, size / ours / 1e6, (double)count / ours / 1e6,
           theirs / ours, size / theirs / 1e6);
}

static void bench_gzip(const struct weft_event *event, size_t count)
{
    const char *path = "bench-trace.trf", *packed = "bench-trace.trf.gz";
    size_t size, small;
    double plain = write_trace(path, event, count);
    double ours = write_trace(packed, event, count);
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

/* Is it asked for? Without arguments all is. */
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
    struct weft_event *event = malloc((size_t)P * STEPS * 2 * sizeof *event);
    if (!event)
        give_up("no memory");
    size_t count = make(event);
    for (size_t i = 0; written[i]; i++)
        if (wanted(arg, written[i]))
            bench_writer(written[i], event, count);
    if (wanted(arg, "read"))
        bench_reader("picl", event, count);
    if (wanted(arg, "read-csv"))
        bench_reader("csv", event, count);
    if (wanted(arg, "gzip"))
        bench_gzip(event, count);
    free(event);
    return 0;
}
