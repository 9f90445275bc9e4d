/* Reads traces of Extrae, Dimemas and other programs in Paraver's format: a
 * header (paraver-header.c), records, one per line (paraver-records.c), and
 * names in two files beside the trace (paraver-names.c). The file is read
 * twice: first for the names of the tasks that occur and to find out whether it
 * is ordered by time, then for its events. */
#include "paraver.h"

#include <stdlib.h>

/* Report an error in the current line. */
static int reader_fail(struct paraver_reader *reader, const char *wrong)
{
    return weft_error_set(reader->err, WEFT_ERROR_FORMAT,
                          in_line_number(reader->in), "%s", wrong);
}

static int read_header(struct paraver_reader *reader)
{
    size_t length;
    const char *line = in_line(reader->in, &length), *wrong;
    if (!line)
        return in_failed(reader->in, reader->err)
                   ? -1
                   : reader_fail(reader, "the header is missing");
    wrong = paraver_header(reader, line);
    if (reader->starved)
        return -1;
    if (wrong)
        return reader_fail(reader, wrong);
    reader->thread =
        calloc((size_t)reader->params.info.processors, sizeof *reader->thread);
    return !reader->thread || paraver_name_values(reader) ? -1 : 0;
}

/* Read all records, in the first or second pass. */
static int read_records(struct paraver_reader *reader)
{
    size_t length;
    char *line;
    while ((line = in_line(reader->in, &length)) && !reader->refused) {
        line[strcspn(line, "\r")] = '\0';
        if (!*line || *line == '#')
            continue;
        const char *wrong = paraver_record(reader, line);
        if (reader->starved)
            return -1;
        reader->records += !wrong;
        if (!wrong)
            continue;
        reader_fail(reader, wrong);
        wrong_add(&reader->wrong, reader->err);
    }
    return reader->refused || in_failed(reader->in, reader->err) ? -1 : 0;
}

/* Prepare the second pass: reset everything except what the first pass
 * found. */
static int read_again(struct paraver_reader *reader)
{
    size_t length;
    memset(&reader->wrong, 0, sizeof reader->wrong);
    reader->skipped[PARAVER_TYPES] = reader->skipped[PARAVER_ENDS] = 0;
    reader->skipped[PARAVER_COLLECTIVES] = 0;
    reader->skipped[PARAVER_COMMUNICATORS] = 0;
    reader->messages = 0;
    reader->time = 0;
    for (int i = 0; i < reader->params.info.processors; i++)
        reader->thread[i].depth = 0;
    if (in_rewind(reader->in) || !in_line(reader->in, &length))
        return -1;
    return 0;
}

static int paraver_read_all(struct paraver_reader *reader,
                            const struct weft_sink *sink)
{
    if (read_header(reader) || read_records(reader))
        return -1;
    if (!reader->records && reader->wrong.count) {
        *reader->err = reader->wrong.first;
        return -1;
    }
    if (paraver_name_threads(reader) || paraver_name_tasks(reader) ||
        read_again(reader))
        return -1;
    size_t tasks = reader->names.count;
    reader->order = order_create(sink, &reader->params.info, reader->err);
    if (!reader->order || read_records(reader))
        return -1;
    if (reader->names.count != tasks)
        return reader_fail(reader, "the file changed while it was read");
    return order_end(reader->order);
}

static void reader_report(struct paraver_reader *reader)
{
    static const char *const words[PARAVER_SKIPPED] = {
        [PARAVER_TYPES] = "event| of other types",
        [PARAVER_ENDS] = "end| of no call",
        [PARAVER_COLLECTIVES] = "collective record",
        [PARAVER_COMMUNICATORS] = "communicator",
        [PARAVER_NAMES] = "name",
    };
    report_wrong(reader->report, &reader->wrong, "malformed record");
    for (int i = 0; i < PARAVER_SKIPPED; i++)
        report_skipped(reader->report, reader->skipped[i], words[i]);
}

static void reader_finish(struct paraver_reader *reader)
{
    for (int i = 0; reader->thread && i < reader->params.info.processors; i++)
        free(reader->thread[i].open);
    free(reader->thread);
    free(reader->application);
    free(reader->task);
    free(reader->label);
    texts_finish(&reader->names);
    texts_finish(&reader->values);
    texts_finish(&reader->labels);
    order_destroy(reader->order);
    params_finish(&reader->params);
}

static int paraver_read(struct input *in, const struct weft_sink *sink,
                        struct weft_read_report *report, struct weft_error *err)
{
    struct paraver_reader reader = {
        .in = in, .report = report, .err = err, .sorted = true};
    params_init(&reader.params);
    reader.params.info.step = 0;
    int status = paraver_read_all(&reader, sink);
    if (!status)
        reader_report(&reader);
    reader_finish(&reader);
    return status;
}

static bool paraver_recognise(const char *head, size_t length)
{
    static const char word[] = "#Paraver ";
    return length >= sizeof word - 1 && !memcmp(head, word, sizeof word - 1);
}

const struct weft_format trace_paraver = {
    .info = {"paraver", ".prv", "traces of Extrae and Dimemas, for Paraver",
             .reads = true},
    .calls = true,
    .tasks = true,
    .recognise = paraver_recognise,
    .read = paraver_read,
};
