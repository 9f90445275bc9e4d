/* Kinds of networks that are no part of weft: rows made at run time. */
#ifndef WEFT_SRC_NETWORK_OWN_H
#define WEFT_SRC_NETWORK_OWN_H

#include <weft/plugin.h>

struct network_row;

/* Make a row of a kind, known from then on; rows stay until the process ends.
 *
 * name  of the kind if it has none
 * info  filled: what the row says
 * 0, or -1 with WEFT_ERROR_MISUSE (no function; a name that is no word, or
 * taken), WEFT_ERROR_LIMIT, WEFT_ERROR_MEMORY. Any thread. */
int own_network_add(const struct weft_own_network *own, const char *name,
                    const struct weft_network_kind **info,
                    struct weft_error *err);

/* The i-th such row; NULL past the end. Any thread. */
const struct network_row *own_network(size_t i);

#endif
