/**
 * Traces in files. Each format is a row of a table.
 *
 * A target or source names a file and a format: `out.trf` (format from the file
 * extension), `picl:out.txt` (explicit format), `-` with a format (`chrome:-`:
 * standard output or input). `.gz` after any extension means compression.
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

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** One format, as shown by `weft list formats`. */
struct weft_format_info {
    const char *name;    /**< name of the format, such as "picl" */
    const char *ending;  /**< file extension of the format, such as ".trf" */
    const char *summary; /**< description of the format in one line */
    bool reads, writes;
    /** remark for users who name a file with this extension; NULL: none.
     * @since 0.2 */
    const char *remark;
    /** module of weft that reads and writes the format, which may not be
     * installed; NULL: weft itself. @since 0.2 */
    const char *module;
};

/** Return the format at an index; NULL past the end. @since 0.1 */
const struct weft_format_info *weft_format(size_t index);

struct weft_writer;

/**
 * Return a remark for the user about the name of a target: the remark of its
 * format, if only the file extension has determined the format.
 * @returns one line, static; NULL: none
 *
 * Threads: any.
 * @since 0.2
 */
const char *weft_target_remark(const char *target);

/**
 * Open a writer. It writes the events that its sink receives to a temporary
 * file beside @p target, which weft_writer_close() renames to the target; if
 * the target exists, its permissions are kept. A symbolic link is followed; a
 * target that is not writable, or that another writer has open, is refused.
 *
 * @param target  FILE, FORMAT:FILE; `-` (with a format) is standard output.
 *                FORMAT is the name of a format, or its file extension without
 *                the dot
 * @returns the writer, or NULL: WEFT_ERROR_UNKNOWN (no such format),
 *          WEFT_ERROR_MISUSE (a format that weft cannot write, no format, a
 *          target twice), WEFT_ERROR_SYSTEM (opening the file)
 * @since 0.1
 */
struct weft_writer *weft_writer_open(const char *target,
                                     struct weft_error *err);
/** Return the sink of the writer. Owned by the writer. @since 0.1 */
const struct weft_sink *weft_writer_sink(struct weft_writer *writer);
/** Return the format of the writer. @since 0.2 */
const struct weft_format_info *
weft_writer_format(const struct weft_writer *writer);
/**
 * Return a message for the user about precision of times that the writer's
 * format has lost; known after the sink's end.
 * @returns a text that is valid until the writer is closed; NULL: nothing is
 *          lost
 *
 * Threads: that of the writer.
 * @since 0.2
 */
const char *weft_writer_loss(const struct weft_writer *writer);
/**
 * Write all data, but do not rename the file yet: if several traces should
 * appear either together or not at all, finish all of them before closing the
 * first one.
 * @returns 0, or -1 (disk full, ...): then the writer must be aborted
 * @since 0.2
 */
int weft_writer_finish(struct weft_writer *writer, struct weft_error *err);
/**
 * Finish the file and give it its name; always frees the writer.
 * @returns 0, or -1 (disk full, ...); then no new file is left, and an older
 *          file of that name is unchanged
 * @since 0.1
 */
int weft_writer_close(struct weft_writer *writer, struct weft_error *err);
/**
 * Return why the writer's sink stopped its producer.
 * @returns 0 if it did not, else -1 and the reason
 * @since 0.1
 */
int weft_writer_check(const struct weft_writer *writer, struct weft_error *err);
/** Discard the file and free the writer. NULL is allowed. @since 0.1 */
void weft_writer_abort(struct weft_writer *writer);

/** What a reader left out or completed, for messages to the user. */
struct weft_read_report {
    char format[16]; /**< name of the format that was detected */
    uint64_t events; /**< number of events passed to the sink */
    /** number of records that were understood but cannot be represented */
    uint64_t skipped;
    /** description of the skipped records: "12 flow steps, 3 counters" */
    char skipped_what[400];
    /** number of skipped records that are malformed; if there are any, the
     * trace may be incomplete. @since 0.2 */
    uint64_t wrong;
    /** the first malformed record; if there is none, the first one that was
     * completed. @since 0.2 */
    struct weft_error first_wrong;
    /** records that lacked a part, and how it was added: "1 slice without end:
     * drawn to the end of the trace". @since 0.2 */
    char completed_what[200];
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/**
 * Read a trace and pass its events to a sink in order; this takes bounded
 * memory if the file is in time order.
 *
 * @param source  FILE or FORMAT:FILE; without FORMAT, the format is detected
 *                from the content, then from the file extension; gzip is
 *                recognised by content
 * @param report  may be NULL
 * @returns 0, or -1: WEFT_ERROR_FORMAT (malformed: see line and text),
 *          WEFT_ERROR_EMPTY (an empty file), WEFT_ERROR_UNKNOWN or
 *          WEFT_ERROR_MISUSE (a format that weft does not know or cannot read),
 *          WEFT_ERROR_LIMIT (more data than a file of its size may have),
 *          WEFT_ERROR_SYSTEM or _MEMORY, or an error of the sink (see struct
 *          weft_sink)
 * @since 0.1
 */
int weft_trace_read(const char *source, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err);

/**
 * Read a trusted trace, without the limits that depend on the size of a file (a
 * compressed one may grow without bound) or of a pipe (1 GiB). Otherwise like
 * weft_trace_read().
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
    /** copies of the parameters, and of the texts that describe what messages
     * carry */
    void *owned;
};

/** Return a sink that collects events in @p trace, which must be zeroed.
 * @since 0.1 */
struct weft_sink weft_trace_collect(struct weft_trace *trace);
/** Free what a trace owns. @since 0.1 */
void weft_trace_finish(struct weft_trace *trace);
/**
 * Get the time, in time units, that is displayed as 0, and the end of the last
 * event. A run with steps begins at 0; a trace without steps begins with its
 * first record, which may be years after the 0 of its clock.
 *
 * Threads: any.
 * @since 0.2
 */
void weft_trace_times(const struct weft_trace *trace, uint64_t *begin,
                      uint64_t *end);

/**
 * Open a file for reading. Only regular files are accepted, since a pipe or a
 * device might block or never end.
 *
 * @returns the file, which fclose() closes; or NULL with WEFT_ERROR_SYSTEM
 *          (`system`: ENOTSUP, EISDIR, or the errno of open())
 * @since 0.2
 */
FILE *weft_file_open(const char *path, struct weft_error *err);

/**
 * Write a file in the same way as traces are written: it gets its name when it
 * is complete.
 *
 * @param path  `-` is standard output
 * @returns 0, or -1; then no new file is left, and an older file of that name
 *          is unchanged
 * @since 0.1
 */
int weft_file_write(const char *path, const void *bytes, size_t count,
                    struct weft_error *err);

/**
 * Remove temporary files that are being written and already have a name, from a
 * handler of a signal that ends the program. (Most have none until they are
 * complete; on file systems without unnamed files they do.) Writing continues
 * into files without a name.
 *
 * Threads: any; may be called by a signal handler.
 * @since 0.2
 */
void weft_files_abandon(void);

/**
 * Prevent this program from both reading and writing the same regular file from
 * now on: a file that has been read by its name, by any function of the
 * library, is not replaced, and a file that is being replaced is not read; both
 * are refused with WEFT_ERROR_SYSTEM (`system`: ETXTBSY). For programs whose
 * users enter file names, so that a mistyped name does not destroy a trace.
 *
 * Threads: any.
 * @since 0.2
 */
void weft_files_guard(void);

/**
 * Sort events by (start, rank), keeping the order of equal ones. Takes linear
 * time for typical traces, and 48 bytes of working memory per event.
 * @returns 0, or -1: out of memory, and the events are unchanged
 * @since 0.1
 */
int weft_events_sort(struct weft_event *events, size_t count);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
