/* The interface of trace formats; private to src/trace. Each format has one
 * file or folder, and one row of the table in formats.c. */
#ifndef WEFT_SRC_TRACE_FORMAT_H
#define WEFT_SRC_TRACE_FORMAT_H

#include <weft/model.h>
#include <weft/trace.h>
#include <weft/unstable/nccl.h>

/* Buffered output to a file beside the target, optionally compressed
 * (io/out.c). Errors are sticky; weft_writer_close() reports them. */
struct output;
void out_bytes(struct output *out, const void *bytes, size_t count);
void out_text(struct output *out, const char *text);
void out_number(struct output *out, uint64_t number);
void out_signed(struct output *out, int64_t number);
/* Write a number with leading zeros, in `digits` digits. */
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

/* The parameters of a run, to which parameters can be added one by one: for
 * readers, and to keep a copy. */
struct params {
    struct weft_trace_info info; /* information about the run; info.parameter
                                    points to `list` once the list is
                                    complete */
    struct weft_parameter *list; /* [capacity] parameters, owned with their
                                    texts */
    size_t capacity;
    bool keeps_calls; /* whether to add "in_calls.RANK" to info.in_calls, and
                         "statistics.RANK" to info.statistics */
    /* [measured] time in calls, and statistics, of each processor; owned; NULL
     * until one is set */
    uint64_t *calls;
    char **statistics;
    size_t measured; /* highest number of processors set so far */
    int64_t blocks;  /* total number of blocks that messages carry */
    /* reason why a parameter was rejected, a string constant */
    const char *wrong;
};
/* Set the number of processors. It may have been set before. Return 0, or
 * WEFT_ERROR_MEMORY. */
enum weft_error_kind params_set_processors(struct params *params,
                                           int processors);
/* Set the time in calls, or the statistics, of an existing processor; the text
 * is copied. Return the same values as params_add(). */
enum weft_error_kind params_set_calls(struct params *params, size_t rank,
                                      uint64_t time);
enum weft_error_kind params_set_statistics(struct params *params, size_t rank,
                                           const char *text);
/* For readers of files whose messages may carry several blocks: create the
 * table of items, unless events have details. Return 0, or -1 if out of
 * memory. */
int params_begin_items(struct params *params);
/* For readers of files whose events have details: create their table, unless
 * messages have items. Return 0, or -1 if out of memory. */
int params_begin_details(struct params *params);
/* Add a text to the table of items. Return its number, or 0 if out of
 * memory. */
uint32_t params_items(struct params *params, const char *text);
/* Parse the contents of a message: set the items of the event, and its message
 * number to the lowest block. Set *end to the end of the text and return NULL,
 * or return what is wrong. */
const char *params_read_items(struct params *params, const char *text,
                              const char **end, struct weft_event *event);
/* Set the defaults for a file without parameters: no processors, unit time with
 * steps of 1 ms. */
void params_init(struct params *params);
/* Limit on the length of a key and its value together, so that every format can
 * represent them in a line. */
#define PARAMETER_BYTES_MAX 200000
bool params_fit(const char *key, const char *value);
/* Add a parameter. "processors", "unit_ns" and "step" set their fields of info;
 * a parameter without a key is ignored. Return 0, WEFT_ERROR_MEMORY, or
 * WEFT_ERROR_FORMAT with the reason in params->wrong (an invalid number, a text
 * that is too long, or too many parameters). */
enum weft_error_kind params_add(struct params *params, const char *key,
                                const char *value);
enum weft_error_kind params_add_integer(struct params *params, const char *key,
                                        int64_t value);
/* Unless it is 0, add the difference between the trace's times and those in the
 * file (ORIGIN_SHIFT_KEY). Return 0, or -1 if out of memory. */
int params_add_shift(struct params *params, uint64_t shift);
/* limit on parameters in a file; commands may add more than that */
#define PARAMETERS_MAX 1000
/* Number of bytes of a task's name that readers keep, including the NUL: tasks
 * whose names share the first 255 bytes are one task. */
#define TASK_NAME_BYTES 256
/* Return how many more parameters can be added. */
size_t params_room(const struct params *params);
/* Add the name of a processor or task. The name of a processor is rejected
 * unless there is room left for the names of `tasks` tasks, or of 200 if that
 * is less. Return the same values as params_add(). */
enum weft_error_kind params_add_name(struct params *params, const char *what,
                                     size_t number, const char *text,
                                     size_t tasks);
/* Return the key of a parameter that is longer than readers accept, or NULL if
 * there is none. */
const char *params_too_long(const struct weft_trace_info *info);
/* Return whether c is a letter, a digit, '_', '-' or '.'. Other characters are
 * escaped in keys if they might have a special meaning. */
bool params_key_character(char c);
/* Copy the information about a run. Return 0, or -1 if out of memory. */
int params_copy(struct params *params, const struct weft_trace_info *info);
/* Call `each` for the number of processors, unit_ns, step and every parameter,
 * as texts. */
void params_each(const struct weft_trace_info *info,
                 void (*each)(void *arg, const char *key, const char *value),
                 void *arg);
/* Call `each` for the recorded time that each processor spent in calls
 * ("in_calls.RANK") and for the other recorded counts ("statistics.RANK"). Call
 * this after params_each(): readers need the number of processors first. */
void params_each_call(const struct weft_trace_info *info,
                      void (*each)(void *arg, const char *key,
                                   const char *value),
                      void *arg);
/* params_write() writes all parameters as lines "# key: value"; params_read()
 * reads one such line and returns the same values as params_add(). Other lines
 * are comments, for which it returns 0. */
void params_write(const struct weft_trace_info *info, struct output *out);
/* Write "key: value"; the character `quote` in the value is escaped (0: no
 * character is). */
void params_write_text(struct output *out, const char *key, const char *value,
                       char quote);
/* Write one parameter as a line that starts with `before`. */
void params_write_line(struct output *out, const char *before, const char *key,
                       const char *value);
enum weft_error_kind params_read(struct params *params, char *line);
void params_finish(struct params *params);
/* Collect the names that other programs gave the processors: set *names to an
 * array [processors], which the caller frees, of texts owned by the parameters,
 * or NULL for processors without a name. If no processor has a name, set *names
 * to NULL. Return 0, or -1 if out of memory. */
int params_names(const struct weft_trace_info *info, const char ***names);
/* Set *model to the model of the run. Return false if the trace names no valid
 * model. */
bool info_model(const struct weft_trace_info *info, struct weft_model *model);

/* Return whether a task begins or ends. This may happen during any other
 * activity of the processor, even while it waits. */
static inline bool is_task_event(const struct weft_event *event)
{
    return event->kind == WEFT_TASK || event->kind == WEFT_DONE;
}

/* Limit on the number of processors in a file, higher than for any network. */
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
/* Pass on the remaining events and end the sink. */
int event_batch_end(struct event_batch *batch);
static inline int event_batch_add(struct event_batch *batch,
                                  const struct weft_event *event)
{
    batch->event[batch->count++] = *event;
    return batch->count < WEFT_BATCH ? 0 : event_batch_flush(batch);
}

/* Add "1 WHAT" or "COUNT WHATs" to the report's text about omitted records,
 * unless count is 0. The plural s replaces a '|' in `what`, or is appended. */
void report_skipped(struct weft_read_report *report, uint64_t count,
                    const char *what);
/* Like report_skipped(), for records that the reader completed. */
void report_completed(struct weft_read_report *report, uint64_t count,
                      const char *what);
/* Like report_completed(), for malformed records; `line` is the line of the
 * first one. */
void report_malformed(struct weft_read_report *report, uint64_t count,
                      unsigned line, const char *what);

/* Malformed records of one kind, which the reader omits. */
struct wrong_records {
    uint64_t count;
    struct weft_error first; /* location and reason of the first malformed
                                record */
};
/* Count a record. err is the reason; it is cleared. */
void wrong_add(struct wrong_records *wrong, struct weft_error *err);
/* Report the records as omitted, with the location of the first: "2 WHATs (the
 * first: line 7)". */
void report_wrong(struct weft_read_report *report,
                  const struct wrong_records *wrong, const char *what);

struct weft_format {
    struct weft_format_info info;
    const char *also;   /* a second file name extension, which several formats
                           share, or NULL */
    bool calls;         /* whether the format can represent WEFT_CALL and
                           WEFT_PRESENT */
    bool tasks;         /* whether the format can represent WEFT_TASK and
                           WEFT_DONE */
    bool ways;          /* whether the format records the contents of messages,
                           with their ways */
    bool chooses;       /* whether the reader uses in_choice() */
    uint64_t latest_ns; /* latest time in ns that can be written; 0: no limit */
    size_t state; /* size in bytes of a writer's state, which is allocated and
                     set to zero */
    /* the format in which the events are written, before otf2/archive.h
     * converts the file; its members for writing are used, not those of this
     * format */
    const struct weft_format *through;
    /* Writing. Each function returns 0, or -1 if out of memory or after
     * out_fail(). */
    int (*begin)(void *state, struct output *out,
                 const struct weft_trace_info *info);
    int (*events)(void *state, struct output *out,
                  const struct weft_event *events, size_t count);
    int (*end)(void *state, struct output *out);
    void (*finish)(void *state); /* frees what the state points to; may be
                                    NULL */
    /* Return whether a file that begins with `head` seems to be in this
     * format. */
    bool (*recognise)(const char *head, size_t length);
    /* Read a file. Return 0, or -1 with err; err is unchanged if the sink
     * failed or if out of memory. */
    int (*read)(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err);
};

/* all formats; NULL after the last */
extern const struct weft_format *const format_table[];

/* The parsed name of a trace: FILE or FORMAT:FILE. format: NULL if the name
 * does not show it. */
struct target {
    const struct weft_format *format;
    const char *path; /* path of the file; "-": standard input or output */
    bool gzip;        /* whether the path ends in .gz */
    /* whether the format was found by an extension that several formats
     * share */
    bool also;
};
/* Parse a name. Return 0, or -1 with WEFT_ERROR_MISUSE if FORMAT is unknown. */
int target_parse(struct target *target, const char *text,
                 struct weft_error *err);

/* in_open() opens a file ("-": standard input); in_memory() reads [size] bytes,
 * which it borrows. trusted: disables the limits, as in_trust() does, and the
 * limit on the length of a pipe. */
struct input *in_open(const char *path, bool trusted, struct weft_error *err);
/* Like in_open(), for an open file, which in_close() closes. The file is closed
 * also on failure. */
struct input *in_open_file(int fd, bool trusted, struct weft_error *err);
struct input *in_memory(const void *bytes, size_t size, struct weft_error *err);
void in_close(struct input *in);
/* Disable the limits on the expansion of compressed data, and on the resources
 * that a short file may request. */
void in_trust(struct input *in);
bool in_trusted(const struct input *in);
/* Which schedule to make of a file that allows several; NULL: the format's
 * default. */
void in_choose(struct input *in, const struct weft_nccl_choice *choice);
const struct weft_nccl_choice *in_choice(const struct input *in);
/* Return the path given to in_open(), for finding files beside it; NULL for
 * memory. */
const char *in_path(const struct input *in);
/* Return the size of the input in bytes, before any decompression; 0 if
 * unknown. */
uint64_t in_extent(const struct input *in);
/* Return the beginning of the input, up to 4096 bytes, without consuming it. */
const char *in_head(struct input *in, size_t *length);

/* Read a trace from an open file, as weft_trace_read() does. If `format` is
 * NULL, the format is recognised by the content, or else by the extension of
 * `name`. `name` is also used in messages. */
int file_read_from(struct input *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

#endif
