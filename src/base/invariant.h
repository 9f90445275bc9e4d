/* Laws of this program.
 *
 * INVARIANT(x) says what is true there whatever the user does: if it is not,
 * the program itself is wrong, and to go on would give wrong results that look
 * right. It is assert(), which tells file, line and the law, but also in
 * builds with NDEBUG: a comparison of what is in the cache anyway.
 * INVARIANT_DEEP(x) is for laws that cost more, or are on the way of every
 * message; it is checked only where a sanitizer looks on anyway.
 *
 * What a user can cause (arguments, files, memory) is an error, never an
 * invariant. */
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
