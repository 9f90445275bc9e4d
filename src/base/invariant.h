/* Assertions about the program's own state.
 *
 * INVARIANT(x) states a condition that holds whatever the user does. If it
 * fails, the program has a bug, and to continue would produce wrong but
 * plausible results. It is assert(), which prints the file, the line and the
 * condition, but remains active with NDEBUG because it only compares values
 * that are in the cache. INVARIANT_DEEP(x) is for expensive conditions and for
 * the path of every message; only sanitizer builds check it.
 *
 * Anything that a user can cause (by arguments, files, lack of memory) is an
 * error, never an invariant. */
#ifndef WEFT_SRC_BASE_INVARIANT_H
#define WEFT_SRC_BASE_INVARIANT_H

#include "sanitize.h"

#undef NDEBUG
#include <assert.h>

#define INVARIANT(law) assert(law)

#if SANITIZE_ADDRESS || SANITIZE_THREAD
#define INVARIANT_DEEP(law) assert(law)
#else
#define INVARIANT_DEEP(law) ((void)0)
#endif

#endif
