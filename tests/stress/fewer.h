/* Under ThreadSanitizer a run of a few threads takes fifty times as long.
 * Programs that try all small cases to check schedules try fewer there: on
 * such networks all their runs use one ring in the same way, and what threads
 * do to each other is tried by the random programs of `machine` and by the
 * larger networks, which stay. */
#ifndef WEFT_TESTS_STRESS_FEWER_H
#define WEFT_TESTS_STRESS_FEWER_H

#include <base/sanitize.h>

/* A limit or a stride. */
#define FEWER(all, few) (SANITIZE_THREAD ? (few) : (all))
/* The same under AddressSanitizer, too, for what takes minutes there. */
#define SOME(all, some) (SANITIZE_ADDRESS ? (some) : FEWER(all, some))

#endif
