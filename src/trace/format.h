/* What a trace format is made of; private to src/trace. One format = one file
 * = one row of the table in table.c. */
#ifndef WEFT_SRC_TRACE_FORMAT_H
#define WEFT_SRC_TRACE_FORMAT_H

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

/* Buffered input, decompressing if the content is gzip (in.c). */
struct weft_in;
/* Next line without its newline; NULL at the end or on error (see
 * weft_in_failed). Valid until the next call. A line longer than the limit
 * (1 MiB) is an error. *length excludes the NUL. */
char *weft_in_line(struct weft_in *in, size_t *length);
/* Up to `room` raw bytes; 0 at the end; -1 on error. */
long weft_in_bytes(struct weft_in *in, void *bytes, size_t room);
unsigned weft_in_line_number(const struct weft_in *in);
/* Back to the beginning, for formats that need two passes. 0 or -1 (pipe). */
int weft_in_rewind(struct weft_in *in);
bool weft_in_failed(const struct weft_in *in, struct weft_error *err);

struct weft_format {
    struct weft_format_info info;
    size_t state; /* bytes of zeroed state a writer gets */
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

#endif
