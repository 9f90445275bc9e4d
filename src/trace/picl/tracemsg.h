/* The parameters of a run in PICL, which has no comments: tracemsg records,
 * each with a word that holds a part of a parameter:
 *     weft:001:network=hypercube:3
 *     weft:002:+more%20of%20the%20value
 * where % and two hex digits stand for a character that a word cannot hold. */
#ifndef WEFT_SRC_TRACE_PICL_TRACEMSG_H
#define WEFT_SRC_TRACE_PICL_TRACEMSG_H

#include "trace/format.h"

/* Write the parameters as lines, sorted as text: `put` makes a line from a
 * word. */
int picl_params_write(const struct weft_trace_info *info, struct output *out,
                      void put(char *line, size_t size, const char *word));

/* The words of a file, which may arrive in any order. */
struct picl_params {
    struct params params;
    char **word; /* [count] words, each owned */
    size_t count, capacity;
};
void picl_params_init(struct picl_params *params);
/* Keep a word if it belongs to the parameters. */
enum weft_error_kind picl_params_word(struct picl_params *params,
                                      const char *word, size_t length);
/* Fill in params->params, once all words are known. Return a kind, as
 * params_add() does; the same holds for picl_params_word(). */
enum weft_error_kind picl_params_complete(struct picl_params *params);
/* Return the last word of a line of the new version. */
const char *picl_params_find(const char *line);
/* Does this word belong to the parameters? Then its record does not show that
 * the processor exists. */
bool picl_params_has(const char *word);
void picl_params_finish(struct picl_params *params);

#endif
