/* Reports the use of ports and links in a run that shares them. */
#ifndef WEFT_TOOLS_SHARED_OUTCOME_H
#define WEFT_TOOLS_SHARED_OUTCOME_H

#include "common/json.h"

#include <stdio.h>
#include <weft/problem.h>

#define TICKS_TEXT 32 /* bytes */

/* Write a time in ticks as time units, with up to six decimals. Return
 * `text`. */
const char *ticks_text(uint64_t ticks, char text[TICKS_TEXT]);

/* Print the lines of a summary about sharing; none if nothing is shared. */
void shared_print(const struct weft_result *result, FILE *out);
/* Write the members of a summary about sharing, including the time. */
void shared_members(const struct weft_result *result, struct json *json);

#endif
