/* The parameters of a run in PICL, which has no comments. They are in tracemsg
 * records, each with a word that contains a part of a parameter:
 *     weft:001:network=hypercube:3
 *     weft:002:+more%20of%20the%20value
 * where % and two hex digits encode a character that is not allowed in a
 * word. */
#ifndef WEFT_SRC_TRACE_PICL_TRACEMSG_H
#define WEFT_SRC_TRACE_PICL_TRACEMSG_H

#include "trace/format.h"

/* Write the parameters as lines, sorted as text: `put` converts a word to a
 * line. */
int picl_params_write(const struct weft_trace_info *info, struct output *out,
                      void put(char *line, size_t size, const char *word));

/* The words in a file, which may be in any order. */
struct picl_params {
    struct params params;
    char **word; /* [count] words, owned by this struct */
    size_t count, capacity;
};
void picl_params_init(struct picl_params *params);
/* Store a word if it belongs to the parameters. */
enum weft_error_kind picl_params_word(struct picl_params *params,
                                      const char *word, size_t length);
/* Set params->params, once all words are known. Return the same values as
 * params_add(), like picl_params_word(). */
enum weft_error_kind picl_params_complete(struct picl_params *params);
/* Return the last word of a line in the new version of PICL. */
const char *picl_params_find(const char *line);
/* Return whether this word belongs to the parameters, so that its record does
 * not show that the processor exists. */
bool picl_params_has(const char *word);
void picl_params_finish(struct picl_params *params);

#endif
