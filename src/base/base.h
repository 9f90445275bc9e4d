/* Small tools that every folder of src may use. The folder: heap.h, hash.h
 * (keys mixed by mix.h) and sort.h are made for one type by whoever includes
 * them; array.c grows arrays, keys.c sorts by two words, flight.c matches
 * messages under way for readers, error.c fills errors, event.c names what
 * events are, quiet.c keeps libxml2 from printing, invariant.h is what must be
 * true. files/ sees to it that no file is both read and written; text/ is
 * characters, words and numbers; items/ what messages carry, as
 * text. */
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

/* How much is handled, or kept in memory, at once (a block of a file, a batch
 * of records, the events of a sorted run), and how much a file may ask for that
 * is not in proportion to it (processors, copies, ranges). With
 * WEFT_SMALL_BLOCKS defined, as the fuzz targets are built, all of it is small,
 * so that short files cross every border, meet every limit and cost little;
 * what is read and written does not depend on the first. */
#ifdef WEFT_SMALL_BLOCKS
#define AT_ONCE(usual, small) (small)
#else
#define AT_ONCE(usual, small) (usual)
#endif

/* Make room for `needed` elements in a growing array: doubles the capacity.
 * `array` points to the array's pointer. 0, or -1: no memory. */
int array_grow(void *array, size_t *capacity, size_t needed, size_t element);

/* Parse a whole decimal number in [low, high] that ends at `*end` (end NULL:
 * the text must end there). 0, or what is wrong. */
enum number_fault { NUMBER_MALFORMED = 1, NUMBER_OUTSIDE };
int parse_number(const char *text, const char **end, int64_t low, int64_t high,
                 int64_t *value);

/* The same for a number of bytes, which a unit may follow: K, M, G, T and KiB,
 * MiB, .. are powers of 1024, kB, MB, .. powers of 1000. */
int parse_size(const char *text, const char **end, int64_t low, int64_t high,
               int64_t *value);
/* Copy a text with all its numbers of bytes written out: "1K..64K*4" is
 * "1024..65536*4". 0, or -1: it does not fit. */
int sizes_expand(const char *text, char *out, size_t size);

/* The steps that a time takes, the last one begun: rounded up, at any time. */
static inline uint64_t steps_of(uint64_t time, uint64_t step)
{
    return time / step + (time % step != 0);
}

/* The number of [least, most] that is nearest to it. */
static inline int64_t clamp(int64_t number, int64_t least, int64_t most)
{
    if (number < least)
        return least;
    return number < most ? number : most;
}

/* Read exactly `count` finite numbers from a file: any white space between
 * them, comments from # to the end of the line. 0, or -1 with
 * WEFT_ERROR_FORMAT (the text names file and line), WEFT_ERROR_MEMORY or
 * WEFT_ERROR_SYSTEM. */
int numbers_read(const char *path, size_t count, double *numbers,
                 struct weft_error *err);

/* What a refusal ends with that weft_trace_read_trusted() and its like do not
 * make: how the commands lift the limit. */
#define SAY_NO_LIMIT "; --no-limit lifts this limit"

/* Open a file to read into *file. A pipe or a device might hang, or never end.
 * 0, or an errno value: ENOTSUP (no regular file), EISDIR, as input_claim() or
 * as open() has it. */
int regular_open(const char *path, FILE **file);

/* After claims_guard(), no regular file is both: told by what stat() says of
 * it. 0, or ETXTBSY: the file is being written or, of an output, has been read;
 * or ENOMEM. An output is released when it has been written. */
void claims_guard(void);
int input_claim(const struct stat *file);
int output_claim(const struct stat *file);
void output_release(const struct stat *file);
/* strerror(), but of ETXTBSY what is meant by these. */
const char *open_reason(int code);

/* Where files go that nobody keeps: $TMPDIR, or /tmp. */
static inline const char *temporary_folder(void)
{
    const char *folder = secure_getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* Seconds since some moment, by a clock that nobody sets. */
static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Is it an event of one of so many processors, with an end that is a number?
 * What sinks are told by others they look at first. */
static inline bool event_possible(const struct weft_event *event,
                                  int processors)
{
    return event->rank >= 0 && event->rank < processors &&
           event->kind < WEFT_EVENT_KINDS &&
           event->duration <= UINT64_MAX - event->start;
}

/* When an event begins: a reception begins with the wait before it. */
static inline uint64_t event_begin(const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE && event->since < event->start
               ? event->since
               : event->start;
}

/* The time that people read as 0, where the first event of all begins at
 * `first` (UINT64_MAX: there is none). A clock of a real machine may count from
 * anywhere. */
static inline uint64_t event_origin(bool steps, uint64_t first)
{
    return steps || first == UINT64_MAX ? 0 : first;
}

/* What a sink's function returns whose parts return -1 for want of memory; and
 * what it means when a sink returns anything but 0 (weft/event.h). */
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

/* Is `word` one of the words of `list`, which blanks separate? */
bool word_listed(const char *list, const char *word);
/* Can it be the name of something: letters, digits, '-', '_', as many as
 * `most`? */
bool word_is_name(const char *word, size_t most);

/* How many bytes of a text that has not ended go together: a character, or one
 * byte that is none. Can it be shown in a line? */
bool text_take(const char *text, size_t *length);
/* Is it of characters alone that can be shown in one line? */
bool text_is_plain(const char *text);
/* Make text from anywhere fit for one line of a terminal or picture, in place:
 * what is no character, or controls the terminal, or is a mark, becomes '?'. */
void text_make_plain(char *text);

/* A copy that ends in "...", after whole characters, where there is no room for
 * all of it. */
void text_cut(char *to, size_t size, const char *text);

/* printf into freshly allocated text; NULL: no memory. */
char *format_text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
