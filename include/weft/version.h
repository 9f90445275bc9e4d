/**
 * The version of the headers that a program is compiled with, and of the
 * library that it runs with. docs/library.md describes what may change between
 * versions.
 *
 * Threads: any.
 */
#ifndef WEFT_VERSION_H
#define WEFT_VERSION_H

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_VERSION_MAJOR 1
#define WEFT_VERSION_MINOR 0
#define WEFT_VERSION_PATCH 0
#define WEFT_VERSION "1.0.0"

/** The version as a number, for comparisons: `#if WEFT_VERSION_NUMBER >= 10000`
 * means 1.0.0 or later. */
#define WEFT_VERSION_NUMBER                                                    \
    (WEFT_VERSION_MAJOR * 10000 + WEFT_VERSION_MINOR * 100 + WEFT_VERSION_PATCH)

/**
 * Return the version of the library that is linked: WEFT_VERSION at the time
 * when the library was built.
 *
 * @returns "MAJOR.MINOR.PATCH", static
 * @since 0.2
 */
const char *weft_version(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
