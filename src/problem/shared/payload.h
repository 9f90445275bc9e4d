/* Tagged data: every message contains its origin and number, so that the right
 * number of wrong messages is detected. */
#ifndef WEFT_SRC_PROBLEM_SHARED_PAYLOAD_H
#define WEFT_SRC_PROBLEM_SHARED_PAYLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fill [bytes] with the tag of message `id` of processor `origin`: as much of
 * (origin, id) as fits, then bytes derived from them. */
void payload_fill(void *data, size_t bytes, int origin, int id);

/* Return whether the data is exactly what payload_fill() generates. */
bool payload_is(const void *data, size_t bytes, int origin, int id);

/* Return the number in the tag (needs bytes >= 8). */
int payload_id(const void *data);

#endif
