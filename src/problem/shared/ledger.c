/* The ledger: one bit per processor and wanted block; if blocks are ordered,
 * their count suffices. */
#include "ledger.h"

#include <stdint.h>
#include <stdlib.h>

/* The stores of one processor, written by its own thread only. */
struct account {
    uint64_t begin; /* index of the processor's first byte in `has`; constant */
    int held;       /* number of different blocks stored so far */
    int wrong;      /* message number of the first wrong store */
    int block;      /* block of the first wrong store; -1: not a block */
    bool failed;    /* whether a wrong store has occurred */
};

struct ledger {
    const struct weft_goal *goal;
    struct account *account; /* [processors] accounts */
    /* one bit per wanted block; no byte is shared by two processors. NULL:
     * blocks are ordered */
    unsigned char *has;
};

/* Assign every processor its bytes. @returns the total */
static uint64_t ledger_divide(struct ledger *ledger)
{
    const struct weft_goal *goal = ledger->goal;
    uint64_t bytes = 0;
    for (int rank = 0; rank < weft_goal_processors(goal); rank++) {
        ledger->account[rank].begin = bytes;
        bytes += ((uint64_t)weft_goal_wanted(goal, rank) + 7) / 8;
    }
    return bytes;
}

struct ledger *ledger_create(const struct weft_goal *goal,
                             struct weft_error *err)
{
    size_t processors = (size_t)weft_goal_processors(goal);
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger) {
        ledger->goal = goal;
        ledger->account = calloc(processors, sizeof *ledger->account);
    }
    bool whole = ledger && ledger->account;
    if (whole && !weft_goal_in_order(goal)) {
        ledger->has = calloc(ledger_divide(ledger) + 1, 1);
        whole = ledger->has;
    }
    if (whole)
        return ledger;
    ledger_destroy(ledger);
    weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                   "no memory to follow %d blocks on %zu processors",
                   weft_goal_blocks(goal), processors);
    return NULL;
}

void ledger_destroy(struct ledger *ledger)
{
    if (!ledger)
        return;
    free(ledger->has);
    free(ledger->account);
    free(ledger);
}

/* Mark a block as stored. Return false if it is out of order or was stored
 * before. */
static bool ledger_accept(struct ledger *ledger, struct account *account,
                          int place)
{
    if (place < 0)
        return false;
    if (!ledger->has)
        return place == account->held;
    unsigned char *byte = &ledger->has[account->begin + (uint64_t)place / 8];
    unsigned char bit = (unsigned char)(1 << place % 8);
    if (*byte & bit)
        return false;
    *byte |= bit;
    return true;
}

void ledger_enter(struct ledger *ledger, int rank, int block, int id)
{
    struct account *account = &ledger->account[rank];
    if (account->failed)
        return;
    if (ledger_accept(ledger, account,
                      weft_goal_place(ledger->goal, rank, block))) {
        account->held++;
        return;
    }
    account->failed = true;
    account->wrong = id;
    account->block = block;
}

struct weft_part ledger_part(struct ledger *ledger)
{
    return (struct weft_part){.data = ledger->account,
                              .each = sizeof *ledger->account};
}

static int blame_store(const struct ledger *ledger, int rank,
                       struct weft_error *err)
{
    const struct account *account = &ledger->account[rank];
    int wanted = weft_goal_wanted(ledger->goal, rank);
    if (!wanted)
        return weft_error_set(
            err, WEFT_ERROR_WRONG, 0,
            "processor %d stored message %d, but must store nothing", rank,
            account->wrong);
    if (weft_goal_in_order(ledger->goal) && account->held < wanted)
        return weft_error_set(
            err, WEFT_ERROR_WRONG, 0,
            "processor %d stored message %d (or other data under that number); "
            "the next in order is %d",
            rank, account->wrong,
            weft_goal_want(ledger->goal, rank, account->held));
    const char *how = "a second time";
    if (account->block < 0)
        how = "wrong data as";
    else if (weft_goal_place(ledger->goal, rank, account->block) < 0)
        how = "an unexpected";
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "processor %d stored %s message %d", rank, how,
                          account->wrong);
}

/* Return the first block that a processor wants and has not stored. */
static int first_missing(const struct ledger *ledger, int rank)
{
    const struct account *account = &ledger->account[rank];
    int place = account->held;
    for (int i = 0; ledger->has && i <= account->held; i++) {
        place = i;
        if (!(ledger->has[account->begin + (uint64_t)i / 8] >> i % 8 & 1))
            break;
    }
    return weft_goal_want(ledger->goal, rank, place);
}

int ledger_judge(const struct ledger *ledger, struct weft_error *err)
{
    for (int rank = 0; rank < weft_goal_processors(ledger->goal); rank++) {
        const struct account *account = &ledger->account[rank];
        int wanted = weft_goal_wanted(ledger->goal, rank);
        if (account->failed)
            return blame_store(ledger, rank, err);
        if (account->held != wanted)
            return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                  "processor %d stored %d of %d messages; the "
                                  "first missing one is %d",
                                  rank, account->held, wanted,
                                  first_missing(ledger, rank));
    }
    return 0;
}
