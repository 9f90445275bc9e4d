/**
 * Traces in files: one format, one row of the table.
 *
 * A target or source names a file and a format: `out.trf` (format from the
 * ending), `picl:out.txt` (format said), `-` with a format (`chrome:-`:
 * standard output or input). `.gz` after any ending compresses.
 *
 * Threads: any; a writer and a collected trace belong to one thread at a time.
 */
#ifndef WEFT_TRACE_H
#define WEFT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <weft/error.h>
#include <weft/event.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** One format as `weft list formats` shows it. */
struct weft_format_info {
    const char *name;    /**< "picl" */
    const char *ending;  /**< ".trf" */
    const char *summary; /**< one line */
    bool reads, writes;
    const char *remark; /**< what to know before naming a file by the ending;
                             NULL: nothing. @since 0.2 */
    const char *module; /**< the module of weft that reads and writes it, which
                             need not be installed; NULL: weft itself.
                             @since 0.2 */
};

/** The row of a format; NULL past the end. @since 0.1 */
const struct weft_format_info *weft_format(size_t index);

struct weft_writer;

/**
 * What whoever asked for a target should be told about its name: the remark of
 * its format, if the ending of the file alone has told the format.
 * @returns one line, constant; NULL: nothing
 *
 * Threads: any.
 * @since 0.2
 */
const char *weft_target_remark(const char *target);

/**
 * Open a writer: events given to its sink go to a file beside @p target,
 * which takes the target's name, and its permissions if it exists, at
 * weft_writer_close(). A symbolic link is followed; what nobody may write, and
 * a target that another writer has open, is refused.
 *
 * @param target  FILE, FORMAT:FILE; `-` (with a format) is standard output.
 *                FORMAT is a format's name, or its ending without the point
 * @returns the writer, or NULL: WEFT_ERROR_UNKNOWN (no such format),
 *          WEFT_ERROR_MISUSE (a format that weft cannot write, no format, a
 *          target twice), WEFT_ERROR_SYSTEM (opening the file)
 * @since 0.1
 */
struct weft_writer *weft_writer_open(const char *target,
                                     struct weft_error *err);
/** The sink that feeds the writer. Owned by the writer. @since 0.1 */
const struct weft_sink *weft_writer_sink(struct weft_writer *writer);
/** What it writes: a row of the table of formats. @since 0.2 */
const struct weft_format_info *
weft_writer_format(const struct weft_writer *writer);
/**
 * What the writer's format could not keep of the times that it was given, for a
 * line to the user: known once the sink was told the end.
 * @returns a text of the writer, valid until it is closed; NULL: nothing is
 *          lost
 *
 * Threads: that of the writer.
 * @since 0.2
 */
const char *weft_writer_loss(const struct weft_writer *writer);
/**
 * Write all that is still to be written, but leave the file where it waits:
 * when several traces are to appear together or not at all, finish all of them
 * before the first is closed.
 * @returns 0, or -1 (disk full, ...): the writer is to be aborted
 * @since 0.2
 */
int weft_writer_finish(struct weft_writer *writer, struct weft_error *err);
/**
 * Finish the file and put it in place; always frees the writer.
 * @returns 0, or -1 (disk full, ...); then no file is left behind and an older
 *          file of that name is untouched
 * @since 0.1
 */
int weft_writer_close(struct weft_writer *writer, struct weft_error *err);
/**
 * Why the writer's sink stopped its producer.
 * @returns 0 if it did not, else -1 and the reason
 * @since 0.1
 */
int weft_writer_check(const struct weft_writer *writer, struct weft_error *err);
/** Drop the file and free the writer. NULL is fine. @since 0.1 */
void weft_writer_abort(struct weft_writer *writer);

/** What a reader left out or completed, for lines to the user. */
struct weft_read_report {
    char format[16];        /**< the format found */
    uint64_t events;        /**< given to the sink */
    uint64_t skipped;       /**< records understood but not representable */
    char skipped_what[400]; /**< "12 flow steps, 3 counters" */
    uint64_t wrong; /**< of those: records that are malformed, each left out by
                         itself; such a trace may not be complete.
                         @since 0.2 */
    struct weft_error first_wrong; /**< the first of these; if there is none,
                             the first malformed one completed. @since 0.2 */
    char completed_what[200]; /**< records that lacked a part, and what they
                                   were given: "1 slice without end: drawn to
                                   the end of the trace". @since 0.2 */
};

/**
 * Read a trace and give it to a sink, in order, in bounded memory where the
 * file is in time order.
 *
 * @param source  FILE or FORMAT:FILE; else the format is found from the
 *                content, then the ending; gzip is recognised by content
 * @param report  may be NULL
 * @returns 0, or -1: WEFT_ERROR_FORMAT (malformed: line and text say what),
 *          WEFT_ERROR_EMPTY (a file without a byte), WEFT_ERROR_UNKNOWN or
 *          WEFT_ERROR_MISUSE (a format that weft does not know or cannot
 *          read), WEFT_ERROR_LIMIT (more than a file of its size should ask
 *          for), WEFT_ERROR_SYSTEM or _MEMORY, or what the sink says (see
 *          struct weft_sink)
 * @since 0.1
 */
int weft_trace_read(const char *source, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err);

/**
 * The same without the limits that follow from the size of a file (a
 * compressed one may grow without bound), nor of a pipe (1 GiB): for files that
 * are trusted.
 * @since 0.2
 */
int weft_trace_read_trusted(const char *source, const struct weft_sink *sink,
                            struct weft_read_report *report,
                            struct weft_error *err);

/** A whole trace in memory, for figures and tests. */
struct weft_trace {
    struct weft_trace_info info;
    struct weft_event *events;
    size_t count;
    size_t capacity;
    void *owned; /**< copies of the parameters, and of what messages carry */
};

/** A sink that collects into @p trace (zeroed before). @since 0.1 */
struct weft_sink weft_trace_collect(struct weft_trace *trace);
/** Free what a trace owns. @since 0.1 */
void weft_trace_finish(struct weft_trace *trace);
/**
 * The time, in time units, that people read as 0, and the end of the last
 * event. A run with steps begins at 0; a trace without steps begins with its
 * first record, which may be years after the 0 of its clock.
 *
 * Threads: any.
 * @since 0.2
 */
void weft_trace_times(const struct weft_trace *trace, uint64_t *begin,
                      uint64_t *end);

/**
 * Open a file to read. What is no regular file is refused: a pipe or a device
 * might hang, or never end.
 *
 * @returns the file, to be closed by fclose(); or NULL with WEFT_ERROR_SYSTEM
 *          (`system`: ENOTSUP, EISDIR, or as open() has it)
 * @since 0.2
 */
FILE *weft_file_open(const char *path, struct weft_error *err);

/**
 * Write any file as traces are written: it takes its name when it is whole.
 *
 * @param path  `-` is standard output
 * @returns 0, or -1; then no file is left behind and an older file of that
 *          name is untouched
 * @since 0.1
 */
int weft_file_write(const char *path, const void *bytes, size_t count,
                    struct weft_error *err);

/**
 * Remove the files that are being written and already have a name: for a
 * handler of a signal that ends the program. (Most have none until they are
 * whole; on file systems without unnamed files they do.) Writing goes on into
 * files without a name.
 *
 * Threads: any; may be called by a handler of signals.
 * @since 0.2
 */
void weft_files_abandon(void);

/**
 * From now on no regular file is read and written by the same program: what
 * has been read by its name, by any function of the library, is not replaced,
 * and what is being replaced is not read; either is refused with
 * WEFT_ERROR_SYSTEM (`system`: ETXTBSY). For programs whose user names the
 * files: one mistyped name costs no trace.
 *
 * Threads: any.
 * @since 0.2
 */
void weft_files_guard(void);

/**
 * Sort events by (start, rank), keeping the order of equal ones. Linear in
 * their number for the times of traces; 48 bytes each of working memory.
 * @returns 0, or -1: no memory: they are as they were
 * @since 0.1
 */
int weft_events_sort(struct weft_event *events, size_t count);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
