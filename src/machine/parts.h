/* The parts of a processor: messages under way, what it did, what it waits
 * for; private to src/machine. "The baton" is explained in run.h. */
#ifndef WEFT_SRC_MACHINE_PARTS_H
#define WEFT_SRC_MACHINE_PARTS_H

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <weft/machine.h>

/* Larger times are refused, so that sums never wrap. */
#define TIME_MAX ((uint64_t)1 << 62)
#define INLINE_BYTES 16 /* payloads up to this travel inside the message */
#define WORKERS_MAX 64  /* a set of workers fits in 64 bits */
#define USES_MAX 64     /* a processor remembers its last uses, at most */

struct run;
struct worker;
struct cross;

/* A payload shared by several messages. */
struct payload {
    atomic_uint references;           /* any thread */
    alignas(16) unsigned char data[]; /* read-only once sent */
};

/* A message under way; data of INLINE_BYTES or less is in it. */
struct message {
    uint64_t start, end;
    int32_t id;
    uint32_t bytes;
    union {
        unsigned char data[INLINE_BYTES];
        struct payload *shared;
    };
};

/* The messages of a link but the first, and what is seldom needed. */
struct queue {
    uint64_t conflict_slot;     /* last slot whose arc conflict was counted */
    uint32_t head, count, room; /* room is a power of two, or 0 */
    struct message message[];
};

/* What one sender has sent to one receiver and was not taken yet; one line of
 * the cache, which is all that most messages touch. Guarded by the baton of
 * the receiver's worker. */
struct link {
    alignas(64) uint64_t last_end; /* of the messages that ever came */
    int32_t last_id;               /* the message with last_end */
    int32_t source : 31;           /* -1: empty place of the table */
    uint32_t piled : 1;            /* there are more in the queue */
    struct queue *more;            /* NULL: never needed */
    struct message first;          /* end 0: none */
};

/* The links of one receiver, by source: open addressing. */
struct links {
    struct link *place; /* [1 << bits] */
    uint32_t used;
    uint8_t bits;
};

/* One thing a processor did, and when. */
struct use {
    uint64_t start, end;
    struct weft_use what;
};

/* A use in little room: none that is late or long. */
struct past {
    uint32_t start;
    uint32_t length : 30, kind : 2;
    int32_t peer, message;
};

/* The last uses of one processor, the oldest overwritten first. The very last
 * stays apart: it is looked at often, the others hardly ever. */
struct uses {
    struct past *past; /* [room], a power of two; NULL: room 0, or wide */
    struct use *wide;  /* [room], instead, since one did not fit there */
    uint16_t room, count, next;
    struct use last; /* end 0: none yet */
};

enum state {
    NEW,     /* not started */
    READY,   /* in its worker's ready queue, or running */
    WAITING, /* for the next message of processor `from` */
    ASKING,  /* an answer that needs to know what everybody else does */
    AHEAD,   /* at the window's end, for the others */
    DONE,    /* its program has returned (or never began) */
};

/* In order of use: a message sent or taken touches the first four lines. */
struct weft_processor {
    /* Set before the start. */
    alignas(64) struct run *run;
    struct worker *worker;

    /* Guarded by the baton, as all that follows but for the engine's. */
    uint64_t clock;
    uint64_t used; /* latest end of what it does */
    struct links links;
    int rank; /* set before the start */
    enum state state;
    int from; /* WAITING, ASKING: for whom, or WEFT_ANY */

    struct uses uses;
    void *context; /* the engine's; fibers: its fiber; NULL: not started */

    struct weft_load load;
    alignas(16) unsigned char inbox[INLINE_BYTES];

    uint64_t slot_end;    /* latest end of what it posted in this slot */
    uint64_t until;       /* ASKING: take no message that ends later */
    uint64_t time;        /* ASKING: when it acts next, as known */
    struct payload *held; /* payload of the message taken last */
    int place;            /* in a heap, or -1 */
    bool posted;          /* something was posted in this slot */
    bool told;            /* the WAIT event of this wait is recorded */
    bool stuck;           /* was blocked when the run stopped */
    bool failed;
    char *reason; /* why it failed; NULL: none said */

    /* The engine's. */
    atomic_uint go;   /* 1: run; set by the one who hands the baton over */
    bool started;     /* a thread; own worker's baton, read after the end */
    pthread_t thread; /* threads: valid if started */

    struct use forgotten; /* the use with the latest end among those lost */
};

#endif
