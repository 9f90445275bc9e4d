/* Small utilities for all folders of src. heap.h, hash.h (with the key mixing
 * of mix.h) and sort.h are templates, instantiated for one type by each file
 * that includes them; array.c grows arrays, keys.c sorts by two-word keys,
 * flight.c matches messages in flight for readers, error.c fills error objects,
 * event.c names event kinds, quiet.c keeps libxml2 from printing, invariant.h
 * defines assertions. files/ prevents reading and writing the same file; text/
 * handles characters, words and numbers; items/ the text form of message
 * contents. */
#ifndef WEFT_SRC_BASE_H
#define WEFT_SRC_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <weft/error.h>
#include <weft/event.h>

/* Block sizes (of a file, a batch of records, a sorted run of events) and
 * limits on what a file may request out of proportion to its size (processors,
 * copies, ranges). With WEFT_SMALL_BLOCKS defined, as in the fuzz targets, all
 * values are small, so that short files cross every block boundary, reach every
 * limit and cost little. The block sizes do not affect what is read or
 * written. */
#ifdef WEFT_SMALL_BLOCKS
#define AT_ONCE(usual, small) (small)
#else
#define AT_ONCE(usual, small) (usual)
#endif

/* Ensure that a growing array has room for `needed` elements; it doubles the
 * capacity. `array` is the address of the array pointer. Return 0, or -1 if out
 * of memory. */
int array_grow(void *array, size_t *capacity, size_t needed, size_t element);

/* Parse a whole decimal number in [low, high] that ends at `*end`; with end
 * NULL the text must end there. Return 0 or a number_fault. */
enum number_fault { NUMBER_MALFORMED = 1, NUMBER_OUTSIDE };
int parse_number(const char *text, const char **end, int64_t low, int64_t high,
                 int64_t *value);

/* Like parse_number() for a number of bytes, with an optional unit: K, M, G, T
 * and KiB, MiB, .. are powers of 1024; kB, MB, .. are powers of 1000. */
int parse_size(const char *text, const char **end, int64_t low, int64_t high,
               int64_t *value);
/* Copy a text and write out all its numbers of bytes: "1K..64K*4" becomes
 * "1024..65536*4". Return 0, or -1 if the result does not fit. */
int sizes_expand(const char *text, char *out, size_t size);

/* Return the number of steps that a time covers, rounded up; it cannot
 * overflow. */
static inline uint64_t steps_of(uint64_t time, uint64_t step)
{
    return time / step + (time % step != 0);
}

/* Return the number in [least, most] nearest to `number`. */
static inline int64_t clamp(int64_t number, int64_t least, int64_t most)
{
    if (number < least)
        return least;
    return number < most ? number : most;
}

/* Read exactly `count` finite numbers from a file. White space separates them;
 * comments extend from # to the end of the line. Return 0, or -1 with
 * WEFT_ERROR_FORMAT (the text names the file and line), WEFT_ERROR_MEMORY or
 * WEFT_ERROR_SYSTEM. */
int numbers_read(const char *path, size_t count, double *numbers,
                 struct weft_error *err);

/* The end of error messages about limits that weft_trace_read_trusted() and
 * similar functions do not impose: how the commands lift the limit. */
#define SAY_NO_LIMIT "; --no-limit lifts this limit"

/* Open a regular file for reading in *file; a pipe or a device might block or
 * never end. Return 0 or an errno value: ENOTSUP (not a regular file), EISDIR,
 * or an error of input_claim() or open(). */
int regular_open(const char *path, FILE **file);

/* After claims_guard(), no regular file (identified by its stat() data) can be
 * both an input and an output. The claim functions return 0, ETXTBSY (the file
 * is being written or, for an output, has been read) or ENOMEM. Release an
 * output after writing it. */
void claims_guard(void);
int input_claim(const struct stat *file);
int output_claim(const struct stat *file);
void output_release(const struct stat *file);
/* Like strerror(), but explains ETXTBSY as these functions use it. */
const char *open_reason(int code);

/* Return the folder for temporary files: $TMPDIR, or /tmp. */
static inline const char *temporary_folder(void)
{
    const char *folder = secure_getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* Return the monotonic time in seconds. */
static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Return whether the rank and the kind are valid and the end does not overflow.
 * Sinks call this first on events from other code. */
static inline bool event_possible(const struct weft_event *event,
                                  int processors)
{
    return event->rank >= 0 && event->rank < processors &&
           event->kind < WEFT_EVENT_KINDS &&
           event->duration <= UINT64_MAX - event->start;
}

/* Return the length of a block in traces whose messages may have several
 * blocks, which state the number of blocks; otherwise 0. */
uint64_t info_block_bytes(const struct weft_trace_info *info);

/* Return when an event begins; a receive begins with the wait before it. */
static inline uint64_t event_begin(const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE && event->since < event->start
               ? event->since
               : event->start;
}

/* Return the time that reports show as 0, for a trace whose first event begins
 * at `first` (UINT64_MAX: no event). The clock of a real machine may start at
 * any number. */
static inline uint64_t event_origin(bool steps, uint64_t first)
{
    return steps || first == UINT64_MAX ? 0 : first;
}

/* sink_status() turns the internal -1 (out of memory) into the return value of
 * a sink's function; sink_fault() turns any nonzero return value of a sink into
 * an error kind (weft/event.h). */
static inline int sink_status(int status)
{
    return status < 0 ? (int)WEFT_ERROR_MEMORY : status;
}
static inline enum weft_error_kind sink_fault(int status)
{
    return status > 0 && status <= (int)WEFT_ERROR_WRONG
               ? (enum weft_error_kind)status
               : WEFT_ERROR_STOPPED;
}

/* Return whether `word` is in the blank-separated `list`. */
bool word_listed(const char *list, const char *word);
/* Return whether the word is a valid name: letters, digits, '-' and '_', at
 * most `most` of them. */
bool word_is_name(const char *word, size_t most);

/* Set *length to the number of bytes of the first character of a nonempty text,
 * or to 1 if its first byte begins no character. Return whether the character
 * can be shown in a line. */
bool text_take(const char *text, size_t *length);
/* Return whether all of the text can be shown in one line. */
bool text_is_plain(const char *text);
/* Make untrusted text safe to print on one line of a terminal or picture, in
 * place: invalid bytes, control characters and directional marks become '?'. */
void text_make_plain(char *text);

/* Copy a text; if it does not fit, cut it at a character boundary and append
 * "...". */
void text_cut(char *to, size_t size, const char *text);

/* Print into newly allocated text. Return NULL if out of memory. */
char *format_text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
