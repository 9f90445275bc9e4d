/* What became of ports and links in a run that shares them. */
#ifndef WEFT_TOOLS_SHARED_OUTCOME_H
#define WEFT_TOOLS_SHARED_OUTCOME_H

#include "common/json.h"

#include <stdio.h>
#include <weft/problem.h>

#define TICKS_TEXT 32 /* bytes */

/* A time in ticks as time units: up to six decimals. Returns it. */
const char *ticks_text(uint64_t ticks, char text[TICKS_TEXT]);

/* Lines of a summary; nothing where nothing is shared. */
void shared_print(const struct weft_result *result, FILE *out);
/* Members of a summary, the time among them. */
void shared_members(const struct weft_result *result, struct json *json);

#endif
