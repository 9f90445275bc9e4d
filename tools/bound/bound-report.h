/* What weft bound prints. */
#ifndef WEFT_TOOLS_BOUND_REPORT_H
#define WEFT_TOOLS_BOUND_REPORT_H

#include <weft/bound.h>

#include "common/json.h"

/* All arguments of one question, or, of several, a line. */
void bound_print(const struct weft_bound_answer *answer, bool vector_given);
void bound_print_line(const struct weft_bound_answer *answer);
/* The same as an object; `key` as json_open(). */
void bound_json(const struct weft_bound_answer *answer, const char *key,
                struct json *json);
/* The certificate of its first argument. */
void bound_certificate(const struct weft_bound_answer *answer, const char *key,
                       struct json *json);

#endif
