/* What a trace format is made of; private to src/trace. One format = one file
 * = one row of the table in table.c. */
#ifndef WEFT_SRC_TRACE_FORMAT_H
#define WEFT_SRC_TRACE_FORMAT_H

#include <weft/model.h>
#include <weft/trace.h>

/* Buffered output to a file beside the target, compressing if asked (out.c).
 * Errors stick and are reported once, by weft_writer_close(). */
struct weft_out;
void weft_out_bytes(struct weft_out *out, const void *bytes, size_t count);
void weft_out_text(struct weft_out *out, const char *text);
void weft_out_number(struct weft_out *out, uint64_t number);
void weft_out_signed(struct weft_out *out, int64_t number);
/* number with leading zeros, `digits` wide */
void weft_out_padded(struct weft_out *out, uint64_t number, int digits);
/* "text" with JSON escapes and quotes */
void weft_out_json(struct weft_out *out, const char *text);
/* A writer cannot hold what it was given: says so when the file is closed.
 * The first failure counts. Sets errno to its code, returns -1. */
int weft_out_fail(struct weft_out *out, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The errno of the first failure; 0: none. */
int weft_out_code(const struct weft_out *out);

/* Buffered input, decompressing if the content is gzip (in.c). */
struct weft_in;
/* Next line without its newline; NULL at the end or on error (see
 * weft_in_failed). Valid until the next call. A line longer than the limit
 * (1 MiB) is an error. *length excludes the NUL, behind which eight more bytes
 * may be read. */
char *weft_in_line(struct weft_in *in, size_t *length);
/* Up to `room` raw bytes; 0 at the end; -1 on error. */
long weft_in_bytes(struct weft_in *in, void *bytes, size_t room);
unsigned weft_in_line_number(const struct weft_in *in);
/* Back to the beginning, for formats that need two passes. 0 or -1 (pipe). */
int weft_in_rewind(struct weft_in *in);
bool weft_in_failed(const struct weft_in *in, struct weft_error *err);

/* The parameters of a run, growing: for readers, and to keep a copy. */
struct weft_params {
    struct weft_trace_info info; /* info.parameter = list once it is complete */
    struct weft_parameter *list; /* owned, with its texts */
    size_t capacity;
};
/* Unit time in steps of 1 ms and no processors: what a file that says nothing
 * is taken for. */
void weft_params_init(struct weft_params *params);
/* Add one; "processors", "unit_ns" and "step" go to their fields of info.
 * 0, or -1 with errno: EINVAL (a field that is no such number), ENOMEM. */
int weft_params_add(struct weft_params *params, const char *key,
                    const char *value);
/* Copy all of an info. 0, or -1 with errno ENOMEM. */
int weft_params_copy(struct weft_params *params,
                     const struct weft_trace_info *info);
/* Call `each` for processors, unit_ns, step and every parameter, as texts. */
void weft_params_each(const struct weft_trace_info *info,
                      void (*each)(void *arg, const char *key,
                                   const char *value),
                      void *arg);
/* The same as lines "# key: value", and what such a line says. A line that
 * has another form is a remark: 0. */
void weft_params_write(const struct weft_trace_info *info,
                       struct weft_out *out);
int weft_params_read(struct weft_params *params, char *line);
void weft_params_finish(struct weft_params *params);
/* The model of the run. false: the trace does not say, or names none. */
bool weft_info_model(const struct weft_trace_info *info,
                     struct weft_model *model);

/* More than any network has: what a file may number its processors. */
#define WEFT_TRACE_PROCESSORS_MAX (1 << 20)

/* Hands events on to a sink, many at a time. */
#define WEFT_BATCH 512
struct weft_batch {
    const struct weft_sink *sink;
    size_t count;
    struct weft_event event[WEFT_BATCH];
};
int weft_batch_begin(struct weft_batch *batch, const struct weft_sink *sink,
                     const struct weft_trace_info *info);
int weft_batch_flush(struct weft_batch *batch);
/* Flush, and tell the sink the end. */
int weft_batch_end(struct weft_batch *batch);
static inline int weft_batch_add(struct weft_batch *batch,
                                 const struct weft_event *event)
{
    batch->event[batch->count++] = *event;
    return batch->count < WEFT_BATCH ? 0 : weft_batch_flush(batch);
}

/* Add "COUNT WHAT" to what a reader left out; nothing if count is 0. */
void weft_report_skipped(struct weft_read_report *report, uint64_t count,
                         const char *what);

struct weft_format {
    struct weft_format_info info;
    const char *also;   /* another ending, or NULL */
    uint64_t latest_ns; /* of all times that can be written; 0: any can */
    size_t state;       /* bytes of zeroed state a writer gets */
    int (*begin)(void *state, struct weft_out *out,
                 const struct weft_trace_info *info);
    int (*events)(void *state, struct weft_out *out,
                  const struct weft_event *events, size_t count);
    int (*end)(void *state, struct weft_out *out);
    void (*finish)(void *state); /* frees what state points to; may be NULL */
    /* Does a file that begins like this look like this format? */
    bool (*recognise)(const char *head, size_t length);
    int (*read)(struct weft_in *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err);
};

extern const struct weft_format *const weft_formats[]; /* NULL at the end */

/* FILE or FORMAT:FILE taken apart. format: NULL if the name does not tell. */
struct weft_target {
    const struct weft_format *format;
    const char *path; /* "-": standard input or output */
    bool gzip;        /* the name ends in .gz */
};
/* 0, or -1 with errno EINVAL: a FORMAT that is none. */
int weft_target_parse(struct weft_target *target, const char *text,
                      struct weft_error *err);

/* Open a file ("-": standard input) or [size] bytes of memory, borrowed. */
struct weft_in *weft_in_open(const char *path, struct weft_error *err);
struct weft_in *weft_in_memory(const void *bytes, size_t size,
                               struct weft_error *err);
void weft_in_close(struct weft_in *in);
/* The beginning, unread: up to 4096 bytes. */
const char *weft_in_head(struct weft_in *in, size_t *length);

/* What weft_trace_read() does with an open file; `format` NULL: find it.
 * `name` is for messages and, where the content does not tell, its ending. */
int weft_read_from(struct weft_in *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

#endif
