/* Reduces the number of cases under sanitizers. Under ThreadSanitizer a run
 * with a few threads takes fifty times as long. Programs that run all small
 * cases to verify schedules use fewer there: the threads of these runs interact
 * in the same few ways, and the random programs of `machine` and the larger
 * networks test other interactions. */
#ifndef WEFT_TESTS_STRESS_FEWER_H
#define WEFT_TESTS_STRESS_FEWER_H

#include <base/sanitize.h>

/* Return a limit or stride: `few` under ThreadSanitizer. */
#define FEWER(all, few) (SANITIZE_THREAD ? (few) : (all))
/* Return a limit or stride: `some` under AddressSanitizer, `few` under
 * ThreadSanitizer. For tests that take minutes under both. */
#define SOME(all, some) (SANITIZE_ADDRESS ? (some) : FEWER(all, some))

#endif
