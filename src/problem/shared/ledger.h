/* Who holds which packets: what the problems with many packets judge by. */
#ifndef WEFT_SRC_PROBLEM_SHARED_LEDGER_H
#define WEFT_SRC_PROBLEM_SHARED_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/error.h>

/* What one processor stored; touched by its own thread only. */
struct account {
    int held;    /* different packets */
    int wrong;   /* number of the first store that was wrong */
    bool failed; /* there was one */
};

struct ledger {
    int processors, packets;
    size_t stride;           /* bytes of a row of `has` */
    unsigned char *has;      /* [processors][stride] one bit each; a row
                                belongs to its processor's thread */
    struct account *account; /* [processors] */
};

/* An empty ledger; NULL with errno ENOMEM and text. */
struct ledger *ledger_create(int processors, int packets,
                             struct weft_error *err);
void ledger_destroy(struct ledger *ledger); /* NULL is fine */

/* Processor `rank` stored packet `packet` (0..packets-1, else it is wrong)
 * under message number `id`; `right`: its data are what they should be.
 * Storing a packet twice is wrong. */
void ledger_enter(struct ledger *ledger, int rank, int packet, int id,
                  bool right);

/* Does it hold `wanted` different packets and nothing wrong?
 * 0, or -1 with text. */
int ledger_judge(const struct ledger *ledger, int rank, int wanted,
                 struct weft_error *err);

#endif
