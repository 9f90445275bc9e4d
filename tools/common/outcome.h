/* Summaries of runs as text and JSON. */
#ifndef WEFT_TOOLS_OUTCOME_H
#define WEFT_TOOLS_OUTCOME_H

#include "common/json.h"

#include <weft/problem.h>

void summary_print(const struct weft_result *result, FILE *out);
/* Write the members of a summary; the caller writes the braces of the
 * object. */
void summary_members(const struct weft_result *result, struct json *json);
/* Print the recorded conflicts, one per line, and the report of a run that
 * stopped. */
void summary_troubles(const struct weft_result *result, FILE *out);

/* Return the text that replaces the ratio of a run whose messages are longer
 * than the question allows. */
const char *ratio_missing(const struct weft_result *r, char *text, size_t size);
/* Write the bound that a problem's author declared; nothing if it is 0. */
void summary_author(struct json *json, uint64_t bound, const char *by);
/* Return the note for an author's bound that this run refutes, or "". */
const char *author_refuted(const struct weft_result *r);
/* Write the lower bounds as members of an open object. */
void summary_bounds(const struct weft_result *r, struct json *json);

/* Return the exit status of a run: not EXIT_GOOD if it unexpectedly violated
 * the model or took less time than its bound. */
int summary_unexpected(const struct weft_result *r);

#endif
