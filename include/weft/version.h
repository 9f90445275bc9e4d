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

#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 2
#define WEFT_VERSION_PATCH 0
#define WEFT_VERSION "0.2.0"

/** The version as a number, for comparisons: `#if WEFT_VERSION_NUMBER >= 200`
 * means 0.2.0 or later. */
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
