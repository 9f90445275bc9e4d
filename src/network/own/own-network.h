/* Kinds of networks that are no part of weft: rows made at run time. */
#ifndef WEFT_SRC_NETWORK_OWN_H
#define WEFT_SRC_NETWORK_OWN_H

#include <weft/plugin.h>

struct network_row;

/* The i-th kind that was registered; NULL past the end. Any thread. */
const struct network_row *own_network(size_t i);

#endif
