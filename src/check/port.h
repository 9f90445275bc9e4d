/* What one processor does, judged in the order of its starts. */
#ifndef WEFT_SRC_CHECK_PORT_H
#define WEFT_SRC_CHECK_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct weft_check;

enum use_kind { USE_SEND, USE_RECEIVE, USE_COMPUTE, USE_SLEEP, USE_KINDS };

/* One thing a processor does during [start, end). */
struct use {
    uint64_t start, end;
    int32_t peer, message; /* -1 for computing and sleeping */
    enum use_kind kind;
    bool delayed;       /* a reception later than its send */
    bool not_neighbour; /* a send to one whom the rules forbid (route.c) */
};

/* Of the uses of one kind so far: the one that ends last, and the one that
 * ends last among those that the model would not allow beside it. Whatever
 * clashes with any earlier use clashes with one of these two. */
struct lane {
    struct use best, other;
};

/* A message that a processor holds from some time on. */
struct arrival {
    size_t index; /* in holdings.message[] */
    uint64_t end;
};

#define HEAP_NAME use_heap
#define HEAP_ITEM struct use
#define HEAP_BEFORE(a, b) ((a)->start < (b)->start)
#include "base/heap.h"

struct port {
    struct lane lane[USE_KINDS];
    struct use_heap waiting; /* what begins after the oldest one coming */
    uint64_t counted;        /* slot of the last conflict counted; 0: none */
    uint64_t placed;         /* ... of the last other finding of a port */
    struct arrival arrival;  /* its latest message that it had not yet */
    uint64_t arriving;       /* when the others before that are all there */
};

/* The port of a processor, made if it has none. NULL with errno ENOMEM. */
struct port *port_get(struct weft_check *check, int rank);
void port_destroy(struct port *port); /* NULL is fine */

/* A processor does something; judged now or when its turn comes. What takes no
 * time clashes with nothing. 0, or -1 with errno ENOMEM. */
int port_add(struct weft_check *check, int rank, const struct use *use);

/* A message to the processor has been matched: judge what can be judged. 0, or
 * -1 with errno ENOMEM. */
int port_advance(struct weft_check *check, int rank);

/* Judge all that still waits: no more messages will come. The same result. */
int port_flush(struct weft_check *check, int rank);

/* "receives message 3 from 5", with the interval if it is not one slot. */
const char *use_text(const struct weft_check *check, const struct use *use,
                     char *text, size_t size);

#endif
