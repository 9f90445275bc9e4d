/* The parameters of a run in PICL, which has no comments: tracemsg records,
 * each with one word of a part of a parameter,
 *     weft:001:network=hypercube:3     weft:002:+more%20of%20the%20value
 * in which % and two hex digits stand for what a word cannot hold. */
#ifndef WEFT_SRC_TRACE_PICL_TRACEMSG_H
#define WEFT_SRC_TRACE_PICL_TRACEMSG_H

#include "trace/format.h"

/* Write them, as lines sorted as text: `put` makes a line from a word. */
int picl_params_write(const struct weft_trace_info *info, struct output *out,
                      void put(char *line, size_t size, const char *word));

/* The words of a file as they come, in any order. */
struct picl_params {
    struct params params;
    char **word; /* [count], owned */
    size_t count, capacity;
};
void picl_params_init(struct picl_params *params);
/* Keep a word if it is such a one. */
enum weft_error_kind picl_params_word(struct picl_params *params,
                                      const char *word, size_t length);
/* All are known: fill params->params. The kinds of params_add(), both. */
enum weft_error_kind picl_params_complete(struct picl_params *params);
/* The last word of a line of the new version. */
const char *picl_params_find(const char *line);
/* Is this word of a record one of them? Then it tells of nobody's presence. */
bool picl_params_has(const char *word);
void picl_params_finish(struct picl_params *params);

#endif
