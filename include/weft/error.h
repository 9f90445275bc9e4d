/**
 * Errors: what went wrong, in one line for a person.
 *
 * Functions of the library return 0, or -1 with errno set; constructors return
 * NULL with errno set. Those that can say more than errno also take a
 * struct weft_error, which may be NULL when the caller does not care.
 *
 * errno values with a fixed meaning all over the library:
 * EINVAL bad argument, ENOENT unknown name, EDEADLK every processor waits,
 * ECANCELED another processor failed, EPROTO a rule of the model was broken,
 * EILSEQ a trace or schedule is malformed, ENOMEM no memory.
 */
#ifndef WEFT_ERROR_H
#define WEFT_ERROR_H

#include <stdarg.h>
#include <stddef.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

struct weft_error {
    unsigned line;  /**< line of the input the text is about, 0 if none */
    char text[500]; /**< one line, no newline at the end */
};

/**
 * Fill @p err, and errno.
 *
 * @param err   filled if not NULL
 * @param code  the value errno gets
 * @param line  line of the input, 0 if there is none
 * @param format  as printf; a text too long is cut
 * @returns -1 always, so that `return weft_error_set(...)` reads well
 *
 * Threads: any; an error object belongs to one thread at a time.
 */
int weft_error_set(struct weft_error *err, int code, unsigned line,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/**
 * Say that a word is not known: "unknown WHAT 'WORD'; did you mean 'NEAREST'?"
 * or, if no known one is near, the list of them. errno becomes ENOENT.
 *
 * @param name  gives the i-th known name, NULL past the end
 * @returns -1 always
 */
int weft_unknown(struct weft_error *err, const char *what, const char *word,
                 const char *(*name)(size_t i));

/** weft_unknown() with the known names in an array that NULL ends. */
int weft_unknown_among(struct weft_error *err, const char *what,
                       const char *word, const char *const *names);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
