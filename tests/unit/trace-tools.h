/* Helpers for the tests of formats: convert text to a trace and back. */
#ifndef WEFT_TESTS_TRACE_TOOLS_H
#define WEFT_TESTS_TRACE_TOOLS_H

#include <trace/format.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Read a text in the named format (NULL: detect it) into a trace. */
static inline int read_text(const char *format, const char *text, size_t size,
                            struct weft_trace *trace,
                            struct weft_read_report *report,
                            struct weft_error *err)
{
    const struct weft_format *row = NULL;
    for (size_t i = 0; format && format_table[i]; i++)
        if (!strcmp(format_table[i]->info.name, format))
            row = format_table[i];
    cr_assert(row || !format, "no format %s", format ? format : "");
    *trace = (struct weft_trace){0};
    *err = (struct weft_error){0};
    struct weft_sink sink = weft_trace_collect(trace);
    struct input *in = in_memory(text, size, err);
    cr_assert(in);
    int result = file_read_from(in, row, "text", &sink, report, err);
    in_close(in);
    return result;
}

/* Return the text of a trace in a format, to be freed by the caller, or NULL if
 * the writer rejects it, with *err set. */
static inline char *try_write(const char *format,
                              const struct weft_trace_info *info,
                              const struct weft_event *events, size_t count,
                              struct weft_error *err)
{
    char path[] = "/tmp/weft-text-XXXXXX", *target = NULL, *text = NULL;
    close(mkstemp(path));
    cr_assert_gt(asprintf(&target, "%s:%s", format, path), 0);
    *err = (struct weft_error){0};
    struct weft_writer *writer = weft_writer_open(target, err);
    cr_assert(writer, "%s", err->text);
    const struct weft_sink *sink = weft_writer_sink(writer);
    bool refused = sink->begin(sink->arg, info) ||
                   sink->events(sink->arg, events, count) ||
                   sink->end(sink->arg);
    refused = weft_writer_close(writer, err) || refused;
    struct stat about;
    FILE *file = refused ? NULL : fopen(path, "r");
    if (file && !fstat(fileno(file), &about)) {
        text = malloc((size_t)about.st_size + 1);
        text[fread(text, 1, (size_t)about.st_size, file)] = '\0';
    }
    if (file)
        fclose(file);
    unlink(path);
    free(target);
    return text;
}

/* As try_write(), for a trace that must not be rejected. */
static inline char *write_text(const char *format,
                               const struct weft_trace_info *info,
                               const struct weft_event *events, size_t count)
{
    struct weft_error err;
    char *text = try_write(format, info, events, count, &err);
    cr_assert(text, "%s", err.text);
    return text;
}

/* Return one event as text, for comparisons and messages. */
static inline const char *event_text(const struct weft_event *e)
{
    static _Thread_local char text[2][200];
    static _Thread_local int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn],
             "%s %llu+%llu since %llu: %d, peer %d, message %d, bytes %u, "
             "dimension %d, flags %d",
             weft_event_names[e->kind], (unsigned long long)e->start,
             (unsigned long long)e->duration, (unsigned long long)e->since,
             e->rank, e->peer, e->message, e->bytes, e->dimension, e->flags);
    return text[turn];
}

/* Check the events of a trace, except presence records. */
static inline void expect_events(const struct weft_trace *trace,
                                 const struct weft_event *events, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->events[i].kind == WEFT_PRESENT)
            continue;
        if (found < count)
            cr_expect_str_eq(
                event_text(&trace->events[i]), event_text(&events[found]),
                "event %zu: %s, expected %s", found,
                event_text(&trace->events[i]), event_text(&events[found]));
        found++;
    }
    cr_expect_eq(found, count, "%zu events, not %zu", found, count);
}

/* Check that two traces have the same parameters in the same order. */
static inline void expect_info(const struct weft_trace_info *a,
                               const struct weft_trace_info *b)
{
    cr_expect_eq(a->processors, b->processors);
    cr_expect_eq(a->unit_ns, b->unit_ns);
    cr_expect_eq(a->step, b->step);
    cr_expect_eq(a->parameters, b->parameters);
    for (size_t i = 0; i < a->parameters && i < b->parameters; i++) {
        cr_expect_str_eq(a->parameter[i].key, b->parameter[i].key);
        cr_expect_str_eq(a->parameter[i].value, b->parameter[i].value);
    }
}

#endif
