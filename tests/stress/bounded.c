/* Large traces are converted in bounded memory: a trace many times larger than
 * the bound, in order and out of order, compressed or not. */
#include <assert.h>
#include <base/sanitize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <weft/trace.h>

#define P 64
#define BOUND_MB 64

/* Write a trace of a ring in which every processor waits, receives and sends,
 * `steps` times. */
static void write_ring(const char *path, unsigned steps)
{
    struct weft_trace_info info = {P, 1000000, 1, 0, NULL};
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open(path, &err);
    assert(writer);
    const struct weft_sink *sink = weft_writer_sink(writer);
    assert(!sink->begin(sink->arg, &info));
    for (unsigned step = 0; step < steps; step++)
        for (int rank = 0; rank < P; rank++) {
            bool sends = (rank + (int)step) % 2;
            int peer = (rank + (sends ? 1 : P - 1)) % P;
            struct weft_event event[2] = {
                {step, 0, step, rank, peer, -1, 0, 0, WEFT_WAIT, 0},
                {step, 1, step, rank, peer, (int)step, 8, 0, WEFT_RECEIVE,
                 WEFT_EVENT_WAITED}};
            if (sends) {
                event[1].kind = WEFT_SEND;
                event[1].flags = 0;
            }
            assert(!sink->events(sink->arg, event + sends, 2 - sends));
        }
    assert(!sink->end(sink->arg));
    assert(!weft_writer_close(writer, &err));
}

/* Make a file like those of PICL itself: first all records of one half of the
 * nodes, then those of the other; without weft's own records. */
static void disorder(const char *from, const char *to)
{
    char line[300];
    FILE *out = fopen(to, "w");
    assert(out);
    for (int half = 0; half < 2; half++) {
        FILE *in = fopen(from, "r");
        assert(in);
        while (fgets(line, sizeof line, in)) {
            int rank;
            if (sscanf(line, "%*d %*d %*s %d", &rank) == 1 &&
                rank / (P / 2) == half && !strstr(line, "weft:"))
                fputs(line, out);
        }
        fclose(in);
    }
    fclose(out);
}

static int convert(const char *from, const char *to)
{
    struct weft_error err = {0};
    struct weft_writer *writer = weft_writer_open(to, &err);
    if (!writer || weft_trace_read(from, weft_writer_sink(writer), NULL, &err))
        return fprintf(stderr, "%s\n", err.text);
    return weft_writer_close(writer, &err);
}

/* Convert in a child process. Return its peak memory in MB. */
static long measure(const char *from, const char *to)
{
    fflush(NULL);
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0)
        _exit(convert(from, to) ? 1 : 0);
    int status;
    struct rusage usage;
    assert(wait4(child, &status, 0, &usage) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    printf("%s to %s: %ld MB\n", from, to, usage.ru_maxrss / 1024);
    return usage.ru_maxrss / 1024;
}

/* Sanitizers need additional memory. */
static const bool sanitized = SANITIZE_ADDRESS || SANITIZE_THREAD;

int main(void)
{
    char folder[] = "/tmp/weft-bounded-XXXXXX";
    assert(mkdtemp(folder) && !chdir(folder));
    unsigned steps = sanitized ? 2000 : 8000;
    long bound = sanitized ? 100000 : BOUND_MB;
    write_ring("ring.trf", steps);
    disorder("ring.trf", "raw.trf");
    bool good = measure("ring.trf", "a.csv") < bound &&
                measure("ring.trf", "b.trf1") < bound &&
                measure("b.trf1", "c.trf.gz") < bound &&
                measure("c.trf.gz", "d.sched") < bound &&
                measure("d.sched", "e.trf") < bound &&
                measure("raw.trf", "f.csv") < bound;
    const char *const files[] = {"ring.trf", "raw.trf", "a.csv", "b.trf1",
                                 "c.trf.gz", "d.sched", "e.trf", "f.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    assert(!chdir("/") && !rmdir(folder));
    return good ? 0 : 1;
}
