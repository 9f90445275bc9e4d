/* Output of weft bound. */
#ifndef WEFT_TOOLS_BOUND_REPORT_H
#define WEFT_TOOLS_BOUND_REPORT_H

#include <weft/bound.h>

#include "common/json.h"

/* Print all arguments of one question, or one line if there are several
 * questions. */
void bound_print(const struct weft_bound_answer *answer, bool vector_given);
void bound_print_line(const struct weft_bound_answer *answer);
/* Write the members of the answer. */
void bound_members(const struct weft_bound_answer *answer, struct json *json);
/* Write the certificate of the first argument. */
void bound_certificate(const struct weft_bound_answer *answer, const char *key,
                       struct json *json);

#endif
