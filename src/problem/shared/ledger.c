/* The ledger: one bit per processor and packet. */
#include "ledger.h"

#include <errno.h>
#include <stdlib.h>

struct ledger *ledger_create(int processors, int packets,
                             struct weft_error *err)
{
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger) {
        ledger->processors = processors;
        ledger->packets = packets;
        ledger->stride = ((size_t)packets + 7) / 8;
        ledger->has = calloc((size_t)processors, ledger->stride);
        ledger->account = calloc((size_t)processors, sizeof *ledger->account);
        if (ledger->has && ledger->account)
            return ledger;
    }
    ledger_destroy(ledger);
    weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                   "no memory to follow %d packets on %d processors", packets,
                   processors);
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

void ledger_enter(struct ledger *ledger, int rank, int packet, int id,
                  bool right)
{
    struct account *account = &ledger->account[rank];
    unsigned char *row = ledger->has + (size_t)rank * ledger->stride;
    if (account->failed)
        return;
    if (!right || packet < 0 || packet >= ledger->packets ||
        row[packet / 8] >> packet % 8 & 1) {
        account->failed = true;
        account->wrong = id;
        return;
    }
    row[packet / 8] |= (unsigned char)(1 << packet % 8);
    account->held++;
}

int ledger_judge(const struct ledger *ledger, int rank, int wanted,
                 struct weft_error *err)
{
    const struct account *account = &ledger->account[rank];
    if (account->failed)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "processor %d stored a wrong packet, or one "
                              "twice, as message %d",
                              rank, account->wrong);
    if (account->held != wanted)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "processor %d holds %d of %d packets", rank,
                              account->held, wanted);
    return 0;
}
