/* Files that change while they are read: another program is still writing them,
 * or has replaced their contents. Readers must not rely on an earlier pass over
 * the file. */
#include "trace-tools.h"

#include <fcntl.h>

#define LINES 40000 /* larger than any buffer */

/* A trace whose contents change when its first events are delivered. */
struct change {
    char *text; /* original contents */
    const char *then;
    size_t at;
    int processors;
    uint64_t start;
    int32_t rank;
    size_t events;
};

static int trace_changing_begin(void *arg, const struct weft_trace_info *info)
{
    struct change *change = arg;
    change->processors = info->processors;
    memcpy(change->text + change->at, change->then, strlen(change->then));
    return 0;
}

/* Check the contract of a sink, which must hold whatever the file does. */
static int trace_changing_events(void *arg, const struct weft_event *event,
                                 size_t count)
{
    struct change *change = arg;
    change->events += count;
    for (; count--; event++) {
        cr_assert(
            event->start > change->start ||
            (event->start == change->start && event->rank >= change->rank));
        cr_assert(event->rank >= 0 && event->rank < change->processors);
        cr_assert(event->peer >= -1 && event->peer < change->processors);
        change->start = event->start;
        change->rank = event->rank;
    }
    return 0;
}

#define CHANGED "the file changed while it was read"

static const struct changing {
    const char *format, *head, *line; /* %d: 10000 + line number */
    const char *then;                 /* replaces the last line but one */
    const char *wrong;                /* part of the message; NULL: no error */
} changing[] = {
    {"csv", "start,end,kind,processor,peer,message,bytes,dimension\n",
     "%d,99999,send,000000,1,000003,0,0\n",
     "49998,99999,send,999998,1,000003,0,0\n", CHANGED},
    {"csv", "start,end,kind,processor,peer,message,bytes,dimension\n",
     "%d,99999,send,0,000001,000003,0,0\n",
     "49998,99999,send,0,999998,000003,0,0\n", CHANGED},
    {"csv", "start,end,kind,processor,peer,message,bytes,dimension\n",
     "%d,99999,send,0,000001,000003,0,0\n",
     "00001,99999,send,0,000001,000003,0,0\n", CHANGED},
    {"csv", "start,end,kind,processor,peer,message,bytes,dimension\n",
     "%d,99999,send,0,000001,000003,0,0\n",
     "49998,99999,send,0,000001,000003,\n,0\n", CHANGED},
    {"schedule", "", "%d 0 000001 000003\n", "49998 0 999998 000003\n",
     CHANGED},
    {"schedule", "", "%d 000000 1 000003\n", "49998 999998 1 000003\n",
     CHANGED},
    {"schedule", "", "%d 0 000001 000003\n", "00001 0 000001 000003\n",
     CHANGED},
    {"schedule", "", "%d 0 000001 000003\n", "# the rest is silence\n", NULL},
    {"schedule", "", "%d 0 000001 000003\n", "# \n# \n# \n# \n# \n# \n# \n\n",
     CHANGED},
    {"picl", "-3 -901 0 0 0 0\n-3 -901 0 1 0 0\n",
     "-3 -21 0.%d 000000 0 3 2 3 8 1 1 0\n",
     "-3 -21 0.49998 999998 0 3 2 3 8 1 1 0\n", "processor"},
    {"picl", "-3 -901 0 0 0 0\n-3 -901 0 1 0 0\n",
     "-3 -21 0.%d 0 0 3 2 3 8 000001 1 0\n",
     "-3 -21 0.49998 0 0 3 2 3 8 999998 1 0\n", NULL},
};

static char *make_text(const struct changing *row, size_t *last)
{
    size_t room = strlen(row->head) + LINES * (strlen(row->line) + 16);
    char *text = malloc(room);
    size_t length = (size_t)(stpcpy(text, row->head) - text);
    for (int i = 0; i < LINES; i++) {
        if (i == LINES - 2)
            *last = length;
        length += (size_t)snprintf(text + length, room - length, row->line,
                                   10000 + i);
    }
    return text;
}

Test(changing, content)
{
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++) {
        const struct changing *row = &changing[i];
        struct change change = {.then = row->then};
        change.text = make_text(row, &change.at);
        const struct weft_sink sink = {trace_changing_begin,
                                       trace_changing_events, NULL, &change};
        struct weft_error err = {0};
        struct input *in = in_memory(change.text, strlen(change.text), &err);
        cr_assert(in);
        const struct weft_format *format = format_table[0];
        for (size_t j = 0; strcmp(format->info.name, row->format) != 0; j++)
            format = format_table[j];
        int result = file_read_from(in, format, "text", &sink, NULL, &err);
        cr_expect_eq(result, row->wrong ? -1 : 0, "row %zu: %s", i, err.text);
        if (row->wrong)
            cr_expect(strstr(err.text, row->wrong) && err.line, "row %zu: %s",
                      i, err.text);
        in_close(in);
        free(change.text);
    }
}

/* Let the file grow; only its initial contents must be read. */
static int grow(void *arg, const struct weft_trace_info *info)
{
    (void)info;
    int fd = open(arg, O_WRONLY | O_APPEND);
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(write(fd, "50001 1048575 1048574 0\n", 24), 24);
    close(fd);
    return 0;
}

static uint64_t trace_changing_counted;

static int count_events(void *arg, const struct weft_event *event, size_t count)
{
    (void)arg;
    (void)event;
    trace_changing_counted += count;
    return 0;
}

/* Emulates a file that begins to grow after it has been examined: the linker
 * redirects the library's calls to this function (see meson.build). */
static const char *grows;
int __real_input_claim(const struct stat *file);
int __wrap_input_claim(const struct stat *file);
int __wrap_input_claim(const struct stat *file)
{
    FILE *out = grows ? fopen(grows, "w") : NULL;
    if (out) {
        fputs("1 0 1 0\n", out);
        fclose(out);
    }
    return __real_input_claim(file);
}

/* A file that is empty when it is opened has no known end: it is copied
 * completely, like a pipe, before it is read. */
Test(changing, growing_from_nothing)
{
    char path[] = "/tmp/weft-growing-XXXXXX", source[64];
    close(mkstemp(path));
    snprintf(source, sizeof source, "schedule:%s", path);
    grows = path;
    trace_changing_counted = 0;
    const struct weft_sink sink = {grow, count_events, NULL, path};
    struct weft_error err = {0};
    cr_expect_eq(weft_trace_read(source, &sink, NULL, &err), 0, "%s", err.text);
    cr_expect_eq(trace_changing_counted, 2);
    unlink(path);
}

Test(changing, growing)
{
    char path[] = "/tmp/weft-growing-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    for (int i = 0; i < LINES; i++)
        fprintf(file, "%d %d %d %d\n", i + 1, i % 4, (i + 1) % 4, i);
    fclose(file);
    char source[64];
    snprintf(source, sizeof source, "schedule:%s", path);
    const struct weft_sink sink = {grow, count_events, NULL, path};
    struct weft_error err = {0};
    cr_expect_eq(weft_trace_read(source, &sink, NULL, &err), 0, "%s", err.text);
    cr_expect_eq(trace_changing_counted, 2 * LINES);
    unlink(path);
}
