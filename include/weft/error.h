/**
 * Errors: a line of text for the user and an error kind for the program.
 *
 * Functions of the library return 0 or -1, constructors return an object or
 * NULL. Functions with a parameter of type struct weft_error fill it when they
 * fail; it may be NULL if the caller does not need it. Functions without it can
 * fail for one reason only, which is documented. errno has no meaning after a
 * call of the library.
 *
 * Threads: any; an error object belongs to one thread at a time.
 */
#ifndef WEFT_ERROR_H
#define WEFT_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of an error. A kind has the same meaning everywhere in the library. */
enum weft_error_kind {
    WEFT_ERROR_NONE,   /**< no error was reported */
    WEFT_ERROR_MISUSE, /**< an invalid argument: wrong use */
    /** an unknown name where a known one was required: also wrong use */
    WEFT_ERROR_UNKNOWN,
    WEFT_ERROR_LIMIT,  /**< a limit was exceeded; the text names the limit */
    WEFT_ERROR_EMPTY,  /**< there are no data to work on */
    WEFT_ERROR_FORMAT, /**< a file is malformed, in line `line` */
    WEFT_ERROR_MEMORY, /**< out of memory */
    /** an error of the operating system: a file, a thread; see `system` */
    WEFT_ERROR_SYSTEM,
    WEFT_ERROR_RULE,     /**< a rule of the model was broken */
    WEFT_ERROR_DEADLOCK, /**< deadlock: every processor waits */
    WEFT_ERROR_STOPPED,  /**< the program of a processor failed */
    WEFT_ERROR_WRONG,    /**< the run ended, but its result is wrong */
    /** nothing is wrong, but it could not be checked @since 0.2 */
    WEFT_ERROR_NOT_JUDGED,
};

struct weft_error {
    enum weft_error_kind kind;
    /** errno of the operating system for WEFT_ERROR_SYSTEM, else 0 */
    int system;
    unsigned line; /**< line of the input that the text refers to, 0 if none */
    /** the description, one line without a newline at the end */
    char text[500];
};

/**
 * Fill @p err with an error.
 *
 * @param err     filled if not NULL
 * @param kind    the kind of error
 * @param line    line of the input, 0 if there is none
 * @param format  format string as for printf; a text that is too long is
 *                truncated
 * @returns -1 always, so that `return weft_error_set(...)` reads well
 *
 * Threads: any; an error object belongs to one thread at a time.
 * @since 0.1
 */
int weft_error_set(struct weft_error *err, enum weft_error_kind kind,
                   unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/**
 * Fill @p err with an error of the operating system: WEFT_ERROR_MEMORY if @p
 * code is ENOMEM, else WEFT_ERROR_SYSTEM.
 *
 * @param code  value of errno
 * @since 0.2
 */
int weft_error_system(struct weft_error *err, int code, unsigned line,
                      const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Return whether the error is wrong use by the caller (WEFT_ERROR_MISUSE,
 * WEFT_ERROR_UNKNOWN) rather than an error in a run or a file.
 * @since 0.2 */
bool weft_error_is_misuse(const struct weft_error *err);

/**
 * Report that a name is not known: "unknown WHAT 'WORD'; did you mean
 * 'NEAREST'?" or, if no known name is similar, the list of known names.
 * Synonyms that weft has in a table count as similar; case, '_' instead of '-'
 * and a prefix MPI_ are ignored. The kind becomes WEFT_ERROR_UNKNOWN.
 *
 * @param name  function that returns the i-th known name, NULL past the end
 * @returns -1 always
 * @since 0.1
 */
int weft_unknown(struct weft_error *err, const char *what, const char *word,
                 const char *(*name)(size_t i));

/** Call weft_unknown() with the known names in an array that ends with NULL.
 * @since 0.1 */
int weft_unknown_among(struct weft_error *err, const char *what,
                       const char *word, const char *const *names);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
