/* What one processor does, judged in the order of its starts. */
#ifndef WEFT_SRC_CHECK_PORT_H
#define WEFT_SRC_CHECK_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "match/acts.h"

struct weft_check;

/* A message that a processor holds from some time on. */
struct arrival {
    size_t index; /* in holdings.message[] */
    uint64_t end;
};

/* Of the uses of one kind so far: the one that ends last, and of sends and
 * receptions the one that ends last among those that the model would not allow
 * beside it. Whatever clashes with any earlier use clashes with one of these.
 * There may be very many ports. */
struct port {
    struct port_use best[USE_KINDS];
    struct port_use *other; /* [USE_RECEIVE + 1]; NULL: none yet */
    uint64_t *busy[2]; /* where ports are counted: until when each of those to
                          send (0) and to receive (1) is in use, the last ends
                          only; [ports], NULL: none is */
    uint64_t counted;  /* slot of the last conflict counted; 0: none */
    uint64_t placed;   /* ... of the last other finding of a port */
    struct arrival arrival; /* its latest message that it had not yet */
    uint64_t arriving;      /* when the others before that are all there */
};

/* The port of a processor, made if it has none. NULL: no memory. */
struct port *port_get(struct weft_check *check, int rank);

/* Free it; NULL is fine. */
void port_free(struct port *port);

/* A processor does something; things are told in the order of their starts.
 * What takes no time clashes with nothing. 0, or -1: no memory. */
int port_judge(void *check, int rank, const struct port_use *use);

/* "receives two messages (3 from 5, 4 from 6)", with intervals that are not one
 * step; other: the processor of `b`, -1 if that of `a`. */
void uses_text(const struct weft_check *check, const struct port_use *a,
               int other, const struct port_use *b, char *text, size_t size);

/* "model 'one-port' allows", or "allowed:" without a model. */
const char *check_allows(const struct weft_check *check, char *text,
                         size_t size);

#endif
