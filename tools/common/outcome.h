/* What a run came to, for people and for programs. */
#ifndef WEFT_TOOLS_OUTCOME_H
#define WEFT_TOOLS_OUTCOME_H

#include "common/json.h"

#include <weft/problem.h>

void summary_print(const struct weft_result *result, FILE *out);
/* One object; `key` as for json_open. */
void summary_json(const struct weft_result *result, const char *key,
                  struct json *json);
/* What is in that object, without its braces. */
void summary_members(const struct weft_result *result, struct json *json);
/* The conflicts that were kept, a line each, and the report of a run that
 * stopped. */
void summary_troubles(const struct weft_result *result, FILE *out);

/* What stands for the ratio of a run whose messages are longer than those of
 * its question; returns text. */
const char *ratio_missing(const struct weft_result *r, char *text, size_t size);
/* The bound that the author of a problem declares; nothing for 0. */
void summary_author(struct json *json, uint64_t bound, const char *by);
/* What to add to the bound of a problem's author that this run refutes; "": it
 * does not. */
const char *author_refuted(const struct weft_result *r);
/* Lower bounds as members of an open object. */
void summary_bounds(const struct weft_result *r, struct json *json);

/* It ended and broke the model, and nobody has said that it should; or it took
 * less time than its bound says. The exit status. */
int summary_unexpected(const struct weft_result *r);

#endif
