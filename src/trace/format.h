/* What a trace format is made of; private to src/trace. One format = one file
 * = one row of the table in formats.c. */
#ifndef WEFT_SRC_TRACE_FORMAT_H
#define WEFT_SRC_TRACE_FORMAT_H

#include <weft/model.h>
#include <weft/trace.h>

/* Buffered output to a file beside the target, compressing if asked
 * (io/out.c). Errors stick and are reported once, by weft_writer_close(). */
struct output;
void out_bytes(struct output *out, const void *bytes, size_t count);
void out_text(struct output *out, const char *text);
void out_number(struct output *out, uint64_t number);
void out_signed(struct output *out, int64_t number);
/* number with leading zeros, `digits` wide */
void out_padded(struct output *out, uint64_t number, int digits);
/* "text" with JSON escapes and quotes */
void out_json(struct output *out, const char *text);
/* A writer cannot hold what it was given: says so when the file is closed.
 * The first failure counts. Returns -1. */
int out_fail(struct output *out, enum weft_error_kind kind, const char *format,
             ...) __attribute__((format(printf, 3, 4)));

/* Buffered input, decompressing if the content is gzip (io/in.c). */
struct input;
/* Next line without its newline; NULL at the end or on error (see
 * in_failed). Valid until the next call. A line longer than the limit
 * (1 MiB) is an error. *length excludes the NUL, behind which eight more bytes
 * may be read. */
char *in_line(struct input *in, size_t *length);
/* Up to `room` raw bytes; 0 at the end; -1 on error. */
long in_bytes(struct input *in, void *bytes, size_t room);
unsigned in_line_number(const struct input *in);
/* Back to the beginning, for formats that need two passes. 0, or -1 as
 * in_failed() tells. */
int in_rewind(struct input *in);
bool in_failed(const struct input *in, struct weft_error *err);

/* The parameters of a run, growing: for readers, and to keep a copy. */
struct params {
    struct weft_trace_info info; /* info.parameter = list once it is complete */
    struct weft_parameter *list; /* owned, with its texts */
    size_t capacity;
    bool keeps_calls; /* "in_calls.RANK" goes to info.in_calls, and
                         "statistics.RANK" to info.statistics */
    /* owned, [measured] each: those two, once there is one */
    uint64_t *calls;
    char **statistics;
    size_t measured;   /* as many as there were processors at any time */
    int64_t blocks;    /* that messages carry, so far */
    const char *wrong; /* static: why one was not taken */
};
/* There are so many processors, whatever was said before. 0, or
 * WEFT_ERROR_MEMORY. */
enum weft_error_kind params_set_processors(struct params *params,
                                           int processors);
/* Keep one of those of a processor that there is; statistics copies the text.
 * The kinds of params_add(). */
enum weft_error_kind params_set_calls(struct params *params, size_t rank,
                                      uint64_t time);
enum weft_error_kind params_set_statistics(struct params *params, size_t rank,
                                           const char *text);
/* While a file is read: its messages may carry several blocks, whether one does
 * or not. 0, or -1: no memory. */
int params_begin_items(struct params *params);
/* Add a text to what they carry; 0: no memory. */
uint32_t params_items(struct params *params, const char *text);
/* Read what a message carries, as text: the event's items and, as its number,
 * the lowest block. NULL, and *end behind it; else what is wrong. */
const char *params_read_items(struct params *params, const char *text,
                              const char **end, struct weft_event *event);
/* Unit time in steps of 1 ms and no processors: what a file that says nothing
 * is taken for. */
void params_init(struct params *params);
/* Of a key and its value: what every format can hold in a line. */
#define PARAMETER_BYTES_MAX 200000
bool params_fit(const char *key, const char *value);
/* Add one; where it says WEFT_ERROR_FORMAT, params->wrong says why.
 * "processors", "unit_ns" and "step" go to their fields of info, and one
 * without a key nowhere. 0, WEFT_ERROR_MEMORY, or WEFT_ERROR_FORMAT (a field
 * that is no such number, a text that is too long or too many parameters). */
enum weft_error_kind params_add(struct params *params, const char *key,
                                const char *value);
/* Add by how much all times are later than in the file (ORIGIN_SHIFT_KEY), if
 * they are. 0, or -1: no memory. */
int params_add_shift(struct params *params, uint64_t shift);
#define PARAMETERS_MAX 1000 /* of a file; a command may say some more */
/* What readers keep of the name of a task, with its NUL: tasks whose names
 * begin with the same 255 bytes are one. */
#define TASK_NAME_BYTES 256
/* How many more fit. */
size_t params_room(const struct params *params);
/* Add the name of a processor or task; one of a processor leaves room for the
 * names of `tasks` tasks, but at most for 200. The kinds of params_add(). */
enum weft_error_kind params_add_name(struct params *params, const char *what,
                                     size_t number, const char *text,
                                     size_t tasks);
/* The key of one that is longer than a reader would take; NULL: there is none.
 */
const char *params_too_long(const struct weft_trace_info *info);
/* Of a letter, digit, '_', '-' or '.'; all else in a key is escaped where it
 * might mean something. */
bool params_key_character(char c);
/* Copy all of an info. 0, or -1: no memory. */
int params_copy(struct params *params, const struct weft_trace_info *info);
/* Call `each` for processors, unit_ns, step and every parameter, as texts. */
void params_each(const struct weft_trace_info *info,
                 void (*each)(void *arg, const char *key, const char *value),
                 void *arg);
/* Call `each` for how long every processor was in calls, where it is said:
 * "in_calls.RANK", and for what else was counted: "statistics.RANK". Behind the
 * others, since they need the processors. */
void params_each_call(const struct weft_trace_info *info,
                      void (*each)(void *arg, const char *key,
                                   const char *value),
                      void *arg);
/* All of both as lines "# key: value", and what such a line says. A line that
 * has another form is a remark: 0. The kinds of params_add(). */
void params_write(const struct weft_trace_info *info, struct output *out);
/* "key: value" of one of them, without the sign `quote` (0: any may be in it).
 */
void params_write_text(struct output *out, const char *key, const char *value,
                       char quote);
/* One of them, in a remark that begins so. */
void params_write_line(struct output *out, const char *before, const char *key,
                       const char *value);
enum weft_error_kind params_read(struct params *params, char *line);
void params_finish(struct params *params);
/* The names that other programs gave the processors: *names [processors], the
 * caller's to free, with texts of the parameters or NULL; it stays NULL if
 * there are none. 0, or -1: no memory. */
int params_names(const struct weft_trace_info *info, const char ***names);
/* The model of the run. false: the trace does not say, or names none. */
bool info_model(const struct weft_trace_info *info, struct weft_model *model);
/* The costs, if they are LogGP's. */
bool info_loggp(const struct weft_trace_info *info, struct weft_cost *cost);

/* A task begins or ends, whatever else its processor does: also while it waits.
 */
static inline bool is_task_event(const struct weft_event *event)
{
    return event->kind == WEFT_TASK || event->kind == WEFT_DONE;
}

/* More than any network has: what a file may number its processors. */
#define WEFT_TRACE_PROCESSORS_MAX (1 << 20)

/* Hands events on to a sink, many at a time. */
#define WEFT_BATCH 512
struct event_batch {
    const struct weft_sink *sink;
    size_t count;
    struct weft_event event[WEFT_BATCH];
};
int event_batch_begin(struct event_batch *batch, const struct weft_sink *sink,
                      const struct weft_trace_info *info);
int event_batch_flush(struct event_batch *batch);
/* Flush, and tell the sink the end. */
int event_batch_end(struct event_batch *batch);
static inline int event_batch_add(struct event_batch *batch,
                                  const struct weft_event *event)
{
    batch->event[batch->count++] = *event;
    return batch->count < WEFT_BATCH ? 0 : event_batch_flush(batch);
}

/* Add "1 WHAT" or "COUNT WHATs" to what a reader left out; nothing if count is
 * 0. The s stands where `what` has a '|', else at its end. */
void report_skipped(struct weft_read_report *report, uint64_t count,
                    const char *what);
/* The same for records that were completed. */
void report_completed(struct weft_read_report *report, uint64_t count,
                      const char *what);
/* The same for malformed ones, the first of which is in that line. */
void report_malformed(struct weft_read_report *report, uint64_t count,
                      unsigned line, const char *what);

/* Malformed records of one kind, which a reader leaves out one by one. */
struct wrong_records {
    uint64_t count;
    struct weft_error first; /* where and why */
};
/* One more; err says why and is cleared. */
void wrong_add(struct wrong_records *wrong, struct weft_error *err);
/* Count them as what a reader left out, with the place of the first: "2 WHATs
 * (the first: line 7)". */
void report_wrong(struct weft_read_report *report,
                  const struct wrong_records *wrong, const char *what);

struct weft_format {
    struct weft_format_info info;
    const char *also;   /* an ending that files of other formats may have, too;
                           NULL: none */
    bool calls;         /* holds WEFT_CALL and WEFT_PRESENT, too */
    bool tasks;         /* holds WEFT_TASK and WEFT_DONE, too */
    uint64_t latest_ns; /* of all times that can be written; 0: any can */
    size_t state;       /* bytes of zeroed state a writer gets */
    /* Written in that format, which otf2/archive.h converts: all about writing
     * but the name is that of `through`. */
    const struct weft_format *through;
    /* Writing: each 0, or -1: no memory, or what out_fail() was told. */
    int (*begin)(void *state, struct output *out,
                 const struct weft_trace_info *info);
    int (*events)(void *state, struct output *out,
                  const struct weft_event *events, size_t count);
    int (*end)(void *state, struct output *out);
    void (*finish)(void *state); /* frees what state points to; may be NULL */
    /* Does a file that begins like this look like this format? */
    bool (*recognise)(const char *head, size_t length);
    /* 0, or -1 with err; err as it was: the sink refused, or no memory. */
    int (*read)(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err);
};

extern const struct weft_format *const format_table[]; /* NULL at the end */

/* FILE or FORMAT:FILE taken apart. format: NULL if the name does not tell. */
struct target {
    const struct weft_format *format;
    const char *path; /* "-": standard input or output */
    bool gzip;        /* the name ends in .gz */
    bool also;        /* ... and otherwise in an ending that others use, too */
};
/* 0, or -1 with WEFT_ERROR_MISUSE: a FORMAT that is none. */
int target_parse(struct target *target, const char *text,
                 struct weft_error *err);

/* Open a file ("-": standard input) or [size] bytes of memory, borrowed.
 * trusted: as in_trust(), and a pipe may be as long as it is. */
struct input *in_open(const char *path, bool trusted, struct weft_error *err);
/* An open file, which in_close() closes, also if this fails. */
struct input *in_open_file(int fd, bool trusted, struct weft_error *err);
struct input *in_memory(const void *bytes, size_t size, struct weft_error *err);
void in_close(struct input *in);
/* No limit to the growth of compressed data, nor to what a short file may ask
 * for. */
void in_trust(struct input *in);
bool in_trusted(const struct input *in);
/* Its file as it was given to in_open(), for others beside it; NULL: memory. */
const char *in_path(const struct input *in);
/* Its bytes, packed or not; 0: not known. */
uint64_t in_extent(const struct input *in);
/* The beginning, unread: up to 4096 bytes. */
const char *in_head(struct input *in, size_t *length);

/* What weft_trace_read() does with an open file; `format` NULL: find it.
 * `name` is for messages and, where the content does not tell, its ending. */
int file_read_from(struct input *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

#endif
