/* Checks the actions of one processor in the order of their starts. */
#ifndef WEFT_SRC_CHECK_PORT_H
#define WEFT_SRC_CHECK_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "match/acts.h"

struct weft_check;

/* A message, and the time from which a processor holds it. */
struct arrival {
    size_t index; /* index of the message in holdings.message[] */
    uint64_t end;
};

/* The earlier actions that later ones can conflict with. For each kind, the
 * action that ends last; for sends and receptions also the one that ends last
 * among those that the model does not allow at the same time. An action that
 * conflicts with any earlier action conflicts with one of these. The structure
 * is small, since there may be very many ports. */
struct port {
    struct port_use best[USE_KINDS];
    struct port_use *other; /* [USE_RECEIVE + 1] further actions that can
                               conflict; NULL: none */
    /* if the model counts ports: [ports] time until which each send port (0) or
     * receive port (1) is in use; NULL: none was used */
    uint64_t *busy[2];
    uint64_t counted; /* slot of the last conflict counted; 0: none */
    uint64_t placed;  /* slot of the last finding at the port that is no
                         conflict; 0: none */
    /* the latest arrival of a message that is new to the processor */
    struct arrival arrival;
    uint64_t arriving; /* time when all arrivals before `arrival` are
                          complete */
};

/* Return the port of a processor, created on demand. NULL: out of memory. */
struct port *port_get(struct weft_check *check, int rank);

/* Free a port; NULL is allowed. */
void port_free(struct port *port);

/* Check an action of a processor; call this in the order of the starts. Actions
 * without duration conflict with nothing. Return 0, or -1 if out of memory. */
int port_judge(void *check, int rank, const struct port_use *use);

/* Describe two actions: "receives two messages (3 from 5, 4 from 6)", with the
 * time intervals unless they are one step. other: the processor of `b`, or -1
 * if it is the processor of `a`. */
void uses_text(const struct weft_check *check, const struct port_use *a,
               int other, const struct port_use *b, char *text, size_t size);

/* Format "model 'one-port' allows", or "allowed:" without a model. */
const char *check_allows(const struct weft_check *check, char *text,
                         size_t size);

#endif
