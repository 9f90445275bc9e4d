/* The interface of trace formats; private to src/trace. Each format has one
 * file, and one row of the table in formats.c. */
#ifndef WEFT_SRC_TRACE_FORMAT_H
#define WEFT_SRC_TRACE_FORMAT_H

#include <weft/model.h>
#include <weft/trace.h>

/* Buffered output to a file beside the target, optionally compressed
 * (io/out.c). Errors are sticky; weft_writer_close() reports them. */
struct output;
void out_bytes(struct output *out, const void *bytes, size_t count);
void out_text(struct output *out, const char *text);
void out_number(struct output *out, uint64_t number);
void out_signed(struct output *out, int64_t number);
/* Write a number with leading zeros, `digits` digits wide. */
void out_padded(struct output *out, uint64_t number, int digits);
/* Write "text" in quotes, with JSON escapes. */
void out_json(struct output *out, const char *text);
/* Record that the format cannot represent its input; closing the file reports
 * the first such error. Return -1. */
int out_fail(struct output *out, enum weft_error_kind kind, const char *format,
             ...) __attribute__((format(printf, 3, 4)));

/* Buffered input; gzip data is decompressed (io/in.c). */
struct input;
/* Return the next line without its newline, or NULL at the end or on error (see
 * in_failed()). The line is valid until the next call. A line longer than 1 MiB
 * is an error. *length excludes the terminating NUL, after which eight more
 * bytes may be read. */
char *in_line(struct input *in, size_t *length);
/* Read up to `room` raw bytes. Return their number, 0 at the end, or -1 on
 * error. */
long in_bytes(struct input *in, void *bytes, size_t room);
unsigned in_line_number(const struct input *in);
/* Go back to the beginning, for formats that need two passes. Return 0, or -1
 * on error (see in_failed()). */
int in_rewind(struct input *in);
bool in_failed(const struct input *in, struct weft_error *err);

/* The parameters of a run, which can be added one by one: for readers, and to
 * keep a copy. */
struct params {
    struct weft_trace_info info; /* information about the run; info.parameter is
                                    set to `list` once the list is complete */
    struct weft_parameter *list; /* [capacity] parameters, owned with their
                                    texts */
    size_t capacity;
    bool keeps_calls; /* add "in_calls.RANK" to info.in_calls, and
                         "statistics.RANK" to info.statistics */
    /* [measured] each, owned; NULL until one is set */
    uint64_t *calls;
    char **statistics;
    size_t measured; /* greatest number of processors set so far */
    int64_t blocks;  /* total number of blocks that messages carry */
    /* reason why a parameter was rejected, a constant text */
    const char *wrong;
};
/* Set the number of processors, which may have been set before. Return 0, or
 * WEFT_ERROR_MEMORY. */
enum weft_error_kind params_set_processors(struct params *params,
                                           int processors);
/* Set the time in calls, or the statistics, of an existing processor; the text
 * is copied. Return a kind, as params_add() does. */
enum weft_error_kind params_set_calls(struct params *params, size_t rank,
                                      uint64_t time);
enum weft_error_kind params_set_statistics(struct params *params, size_t rank,
                                           const char *text);
/* While reading a file: create the table of items, because its messages may
 * carry several blocks. Return 0, or -1 if out of memory. */
int params_begin_items(struct params *params);
/* Add a text to the table of items. Return its number, or 0 if out of
 * memory. */
uint32_t params_items(struct params *params, const char *text);
/* Read the contents of a message from text: set the items of the event, and its
 * message number to the lowest block. Return NULL and set *end to the end of
 * the text, or return what is wrong. */
const char *params_read_items(struct params *params, const char *text,
                              const char **end, struct weft_event *event);
/* Set the defaults for a file without parameters: no processors, unit time with
 * steps of 1 ms. */
void params_init(struct params *params);
/* Limit on the length of a key and its value together, which every format can
 * hold in a line. */
#define PARAMETER_BYTES_MAX 200000
bool params_fit(const char *key, const char *value);
/* Add a parameter. "processors", "unit_ns" and "step" set their fields of info;
 * a parameter without a key is ignored. Return 0, WEFT_ERROR_MEMORY, or
 * WEFT_ERROR_FORMAT with the reason in params->wrong (an invalid number, a text
 * that is too long, or too many parameters). */
enum weft_error_kind params_add(struct params *params, const char *key,
                                const char *value);
/* Add the amount by which times are later than in the file (ORIGIN_SHIFT_KEY),
 * unless it is 0. Return 0, or -1 if out of memory. */
int params_add_shift(struct params *params, uint64_t shift);
/* limit on parameters in a file; commands may add more */
#define PARAMETERS_MAX 1000
/* Bytes that readers keep of a task's name, including the NUL: tasks whose
 * names share the first 255 bytes are one task. */
#define TASK_NAME_BYTES 256
/* Return how many more parameters fit. */
size_t params_room(const struct params *params);
/* Add the name of a processor or task. The name of a processor is rejected
 * unless there is room left for the names of `tasks` tasks, or of 200 if that
 * is less. Return a kind, as params_add() does. */
enum weft_error_kind params_add_name(struct params *params, const char *what,
                                     size_t number, const char *text,
                                     size_t tasks);
/* Return the key of a parameter that is longer than readers accept, or NULL. */
const char *params_too_long(const struct weft_trace_info *info);
/* Is c a letter, a digit, '_', '-' or '.'? Other characters are escaped in keys
 * where they might have a special meaning. */
bool params_key_character(char c);
/* Copy the information about a run. Return 0, or -1 if out of memory. */
int params_copy(struct params *params, const struct weft_trace_info *info);
/* Call `each` for processors, unit_ns, step and every parameter, as texts. */
void params_each(const struct weft_trace_info *info,
                 void (*each)(void *arg, const char *key, const char *value),
                 void *arg);
/* Call `each` for the recorded time that each processor was in calls
 * ("in_calls.RANK") and for the other recorded counts ("statistics.RANK"). Call
 * this after params_each(): readers need the number of processors first. */
void params_each_call(const struct weft_trace_info *info,
                      void (*each)(void *arg, const char *key,
                                   const char *value),
                      void *arg);
/* params_write() writes all parameters as lines "# key: value"; params_read()
 * reads such a line. Lines of another form are comments: params_read() returns
 * 0. Return a kind, as params_add() does. */
void params_write(const struct weft_trace_info *info, struct output *out);
/* Write "key: value", with the character `quote` escaped in the value (0:
 * none). */
void params_write_text(struct output *out, const char *key, const char *value,
                       char quote);
/* Write one parameter as a line that begins with `before`. */
void params_write_line(struct output *out, const char *before, const char *key,
                       const char *value);
enum weft_error_kind params_read(struct params *params, char *line);
void params_finish(struct params *params);
/* Collect the names that other programs gave the processors: *names
 * [processors], which the caller frees, with texts owned by the parameters, or
 * NULL. Without any names, *names stays NULL. Return 0, or -1 if out of
 * memory. */
int params_names(const struct weft_trace_info *info, const char ***names);
/* Set the model of the run. Return false if the trace names no valid model. */
bool info_model(const struct weft_trace_info *info, struct weft_model *model);
/* Set the costs of the run. Return false unless they are LogGP costs. */
bool info_loggp(const struct weft_trace_info *info, struct weft_cost *cost);

/* Does a task begin or end? This may happen during any other activity of the
 * processor, also while it waits. */
static inline bool is_task_event(const struct weft_event *event)
{
    return event->kind == WEFT_TASK || event->kind == WEFT_DONE;
}

/* Limit on the number of processors in a file, above that of any network. */
#define WEFT_TRACE_PROCESSORS_MAX (1 << 20)

/* Collects events and passes them to a sink in batches. */
#define WEFT_BATCH 512
struct event_batch {
    const struct weft_sink *sink;
    size_t count;
    struct weft_event event[WEFT_BATCH];
};
int event_batch_begin(struct event_batch *batch, const struct weft_sink *sink,
                      const struct weft_trace_info *info);
int event_batch_flush(struct event_batch *batch);
/* Flush the batch and end the sink. */
int event_batch_end(struct event_batch *batch);
static inline int event_batch_add(struct event_batch *batch,
                                  const struct weft_event *event)
{
    batch->event[batch->count++] = *event;
    return batch->count < WEFT_BATCH ? 0 : event_batch_flush(batch);
}

/* Add "1 WHAT" or "COUNT WHATs" to the list of what a reader left out, unless
 * count is 0. The plural s replaces a '|' in `what`, or is appended. */
void report_skipped(struct weft_read_report *report, uint64_t count,
                    const char *what);
/* Add records that the reader completed to the report, as report_skipped() does
 * for those left out. */
void report_completed(struct weft_read_report *report, uint64_t count,
                      const char *what);
/* Add malformed records to the report, as report_completed() does; the first
 * one is in line `line`. */
void report_malformed(struct weft_read_report *report, uint64_t count,
                      unsigned line, const char *what);

/* Malformed records of one kind, which the reader leaves out. */
struct wrong_records {
    uint64_t count;
    struct weft_error first; /* location and reason of the first record */
};
/* Add a record; err holds the reason and is cleared. */
void wrong_add(struct wrong_records *wrong, struct weft_error *err);
/* Report the records as left out, with the location of the first: "2 WHATs (the
 * first: line 7)". */
void report_wrong(struct weft_read_report *report,
                  const struct wrong_records *wrong, const char *what);

struct weft_format {
    struct weft_format_info info;
    const char *also; /* another file name extension, which several formats
                         share, or NULL */
    bool calls;       /* the format can represent WEFT_CALL and WEFT_PRESENT */
    bool tasks;       /* the format can represent WEFT_TASK and WEFT_DONE */
    uint64_t latest_ns; /* latest time in ns that can be written; 0: no limit */
    size_t state; /* size of the state that is allocated for a writer, zeroed */
    /* Format in which the events are written, before otf2/archive.h converts
     * the file; the members for writing are those of `through`. */
    const struct weft_format *through;
    /* Functions that write. Each returns 0, or -1 if out of memory or after
     * out_fail(). */
    int (*begin)(void *state, struct output *out,
                 const struct weft_trace_info *info);
    int (*events)(void *state, struct output *out,
                  const struct weft_event *events, size_t count);
    int (*end)(void *state, struct output *out);
    void (*finish)(void *state); /* free the data that state refers to; may be
                                    NULL */
    /* Does a file that begins with `head` look like this format? */
    bool (*recognise)(const char *head, size_t length);
    /* Read a file. Return 0, or -1 with err; err is unchanged if the sink
     * refused or if memory ran out. */
    int (*read)(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err);
};

/* all formats; the last entry is NULL */
extern const struct weft_format *const format_table[];

/* A parsed name of a trace: FILE or FORMAT:FILE. format: NULL if the name does
 * not show the format. */
struct target {
    const struct weft_format *format;
    const char *path; /* path of the file; "-": standard input or output */
    bool gzip;        /* whether the path ends in .gz */
    /* the format was found by an extension that other formats share */
    bool also;
};
/* Parse a name. Return 0, or -1 with WEFT_ERROR_MISUSE if FORMAT is unknown. */
int target_parse(struct target *target, const char *text,
                 struct weft_error *err);

/* in_open() opens a file ("-": standard input); in_memory() opens [size] bytes,
 * which it borrows. trusted: no limits, see in_trust(); pipes may have any
 * length. */
struct input *in_open(const char *path, bool trusted, struct weft_error *err);
/* Use an open file, which in_close() closes; also closes it on failure. */
struct input *in_open_file(int fd, bool trusted, struct weft_error *err);
struct input *in_memory(const void *bytes, size_t size, struct weft_error *err);
void in_close(struct input *in);
/* Disable the limits on the expansion of compressed data, and on the resources
 * that a short file may request. */
void in_trust(struct input *in);
bool in_trusted(const struct input *in);
/* Return the path given to in_open(), to find files beside it; NULL for
 * memory. */
const char *in_path(const struct input *in);
/* Return the size in bytes, compressed or not; 0 if unknown. */
uint64_t in_extent(const struct input *in);
/* Return the beginning of the input, up to 4096 bytes, without consuming it. */
const char *in_head(struct input *in, size_t *length);

/* Read a trace from an open file, as weft_trace_read() does; with `format`
 * NULL, find the format. `name` is used in messages, and its extension if the
 * content does not show the format. */
int file_read_from(struct input *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

#endif
