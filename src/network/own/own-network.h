/* Network kinds defined by plug-ins: rows created at run time. */
#ifndef WEFT_SRC_NETWORK_OWN_H
#define WEFT_SRC_NETWORK_OWN_H

#include <weft/plugin.h>

struct network_row;

/* Return the i-th registered kind; NULL past the end. Thread-safe. */
const struct network_row *own_network(size_t i);

#endif
