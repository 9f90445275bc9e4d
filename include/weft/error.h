/**
 * Errors: what went wrong, in one line for a person, and of which kind, for a
 * program.
 *
 * Functions of the library return 0 or -1, constructors an object or NULL.
 * Those that take a struct weft_error fill it when they fail; it may be NULL
 * when the caller does not care. Those that take none have one reason to fail,
 * which they name. errno says nothing about a function of the library.
 *
 * Threads: any; an error object belongs to one thread at a time.
 */
#ifndef WEFT_ERROR_H
#define WEFT_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** What kind of error it is. A kind has one meaning all over the library. */
enum weft_error_kind {
    WEFT_ERROR_NONE,    /**< no error was told */
    WEFT_ERROR_MISUSE,  /**< a bad argument: wrong use */
    WEFT_ERROR_UNKNOWN, /**< an unknown word where a known one was wanted:
                             wrong use, too */
    WEFT_ERROR_LIMIT,   /**< more than is supported; the text names the limit */
    WEFT_ERROR_EMPTY,   /**< nothing there to work on */
    WEFT_ERROR_FORMAT,  /**< a file is malformed; `line` says where */
    WEFT_ERROR_MEMORY,  /**< no memory */
    WEFT_ERROR_SYSTEM,  /**< the system refused: a file, a thread; see
                             `system` */
    WEFT_ERROR_RULE,    /**< a rule of the model was broken */
    WEFT_ERROR_DEADLOCK,   /**< every processor waits */
    WEFT_ERROR_STOPPED,    /**< a processor's program failed */
    WEFT_ERROR_WRONG,      /**< the run ended, but not with what it should */
    WEFT_ERROR_NOT_JUDGED, /**< nothing is wrong, but it could not be judged
                                @since 0.2 */
};

struct weft_error {
    enum weft_error_kind kind;
    int system;     /**< errno of the system for WEFT_ERROR_SYSTEM, else 0 */
    unsigned line;  /**< line of the input the text is about, 0 if none */
    char text[500]; /**< one line, no newline at the end */
};

/**
 * Fill @p err.
 *
 * @param err     filled if not NULL
 * @param kind    what kind of error
 * @param line    line of the input, 0 if there is none
 * @param format  as printf; a text too long is cut
 * @returns -1 always, so that `return weft_error_set(...)` reads well
 *
 * Threads: any; an error object belongs to one thread at a time.
 * @since 0.1
 */
int weft_error_set(struct weft_error *err, enum weft_error_kind kind,
                   unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/**
 * The same for an error of the system: WEFT_ERROR_MEMORY if @p code is ENOMEM,
 * else WEFT_ERROR_SYSTEM.
 *
 * @param code  value of errno, as the system set it
 * @since 0.2
 */
int weft_error_system(struct weft_error *err, int code, unsigned line,
                      const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Is the caller's input wrong (WEFT_ERROR_MISUSE, WEFT_ERROR_UNKNOWN), rather
 * than a run or a file?
 * @since 0.2 */
bool weft_error_is_misuse(const struct weft_error *err);

/**
 * Say that a word is not known: "unknown WHAT 'WORD'; did you mean 'NEAREST'?"
 * or, if no known one is near, the list of them. A synonym that weft has a row
 * for is near; case, '_' for '-' and MPI_ before the word do not count. The
 * kind becomes WEFT_ERROR_UNKNOWN.
 *
 * @param name  gives the i-th known name, NULL past the end
 * @returns -1 always
 * @since 0.1
 */
int weft_unknown(struct weft_error *err, const char *what, const char *word,
                 const char *(*name)(size_t i));

/** weft_unknown() with the known names in an array that NULL ends.
 * @since 0.1 */
int weft_unknown_among(struct weft_error *err, const char *what,
                       const char *word, const char *const *names);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
