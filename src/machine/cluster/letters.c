/* Transfers messages between workers of different processes. Messages to one
 * process ("letters") are collected in a parcel until it is large enough, some
 * time has passed, or all processors of this process are blocked.
 *
 * Combined values are tracked by a tally, and the contributors of new values
 * are sent to all processes in record sets. A forwarded value must not arrive
 * before its record: so each parcel contains the number of record sets that its
 * sender had received from each process, and the receiver opens it only when it
 * has received as many. */
#include "letters.h"
#include "cluster.h"
#include "machine/deliver.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include <stdlib.h>
#include <string.h>

#define PARCEL_ENOUGH                                                          \
    3900 /* size of a parcel in bytes, some 95 short messages: MPI libraries   \
            send it eagerly */

/* Header of a message; its data follows. */
struct letters_letter {
    uint64_t start, end;
    int32_t to, source, id;
    uint32_t bytes;
};

/* Header of a parcel of letters. */
struct front {
    uint64_t occasion;
    uint64_t bytes; /* total size of the letters in bytes */
};

static int letters_begin(struct bag *bag)
{
    bag->bytes = 0;
    return bag_room(bag, sizeof(struct front)) ? 0 : -1;
}

int letters_open(struct run *run)
{
    for (int k = 0; k < run->share->size; k++)
        if (letters_begin(&run->share->out[k]))
            return -1;
    return 0;
}

static void letters_no_memory(struct run *run)
{
    run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
}

static bool has_news(const struct run *run)
{
    return run->machine->news != NULL;
}

/* ---- sending ------------------------------------------------------------- */

static void letters_send_parcel(struct run *run, int to, const void *news,
                                size_t bytes)
{
    struct shared_run *share = run->share;
    struct bag *bag = &share->out[to];
    struct front front = {LETTERS, bag->bytes - sizeof front};
    memcpy(bag->data, &front, sizeof front);
    if (has_news(run)) {
        bag_block(bag, news, bytes);
        bag_put(bag, share->rounds.heard,
                (size_t)share->size * sizeof *share->rounds.heard);
    }
    bool full = bag->full;
    if (full)
        letters_no_memory(run);
    else if (together_send(to, bag, &share->broken))
        run_fail(run, share->broken.kind, share->broken.text);
    share->rounds.balance[to] += !full;
    share->rounds.moved++;
    if (letters_begin(bag))
        letters_no_memory(run);
}

void letters_flush(struct run *run)
{
    struct shared_run *share = run->share;
    const struct weft_machine *machine = run->machine;
    void *news = NULL;
    size_t bytes = 0;
    if (!together_whole())
        return;
    if (has_news(run) && machine->news(machine->arg, &news, &bytes))
        letters_no_memory(run);
    share->rounds.heard[share->rank] += bytes > 0;
    for (int k = 0; k < share->size; k++)
        if (k != share->rank &&
            (bytes || share->out[k].bytes > sizeof(struct front)))
            letters_send_parcel(run, k, news, bytes);
    free(news);
}

void letters_send(struct worker *worker, struct weft_processor *to, int source,
                  const struct message *message)
{
    struct run *run = worker->run;
    int rank = (int)(to - run->processor);
    int process = share_of(run->size, run->share, rank);
    struct bag *bag = &run->share->out[process];
    struct letters_letter letter = {message->start, message->end,  rank, source,
                                    message->id,    message->bytes};
    bool small = message->bytes <= INLINE_BYTES;
    if (message->token) {
        run_fail(run, WEFT_ERROR_MISUSE,
                 "engine mpi: an address cannot be sent to another process");
        return;
    }
    char *at = bag_room(bag, sizeof letter + message->bytes);
    if (at) {
        memcpy(at, &letter, sizeof letter);
        memcpy(at + sizeof letter,
               small ? message->data : message->shared->data, message->bytes);
    }
    message_drop(message);
    worker->sent++;
    if (bag->full)
        letters_no_memory(run);
    else if (bag->bytes < PARCEL_ENOUGH || !together_whole())
        return;
    else if (has_news(run))
        letters_flush(run);
    else
        letters_send_parcel(run, process, NULL, 0);
}

/* ---- receiving ----------------------------------------------------------- */

static int open_letters(struct run *run, struct weft_parcel letters)
{
    while (letters.bytes) {
        struct message message;
        const struct letters_letter *letter =
            bag_take(&letters, sizeof *letter);
        const void *data = letter ? bag_take(&letters, letter->bytes) : NULL;
        if (!data || letter->to < run->low || letter->to >= run->high)
            return -1;
        message = (struct message){.start = letter->start,
                                   .end = letter->end,
                                   .id = letter->id,
                                   .bytes = letter->bytes};
        if (message_make_odd(&message, data, 1)) {
            letters_no_memory(run);
            return 0;
        }
        struct weft_processor *to = &run->processor[letter->to];
        to->worker->taken++;
        deliver(to, letter->source, &message);
    }
    return 0;
}

/* Return whether the sender had received more record sets than this process. */
static bool overtaken(const struct shared_run *share, int from,
                      const uint64_t *heard)
{
    for (int k = 0; k < share->size; k++)
        if (k != from && k != share->rank && share->rounds.heard[k] < heard[k])
            return true;
    return false;
}

/* Process the record sets of a parcel. Returns like letters_take(). */
static int letters_hear(struct run *run, int from, struct weft_parcel *parcel)
{
    struct shared_run *share = run->share;
    const struct weft_machine *machine = run->machine;
    size_t bytes;
    const void *news = bag_take_block(parcel, &bytes);
    const uint64_t *heard =
        bag_take(parcel, (size_t)share->size * sizeof *heard);
    if (!heard)
        return -1;
    if (overtaken(share, from, heard))
        return 0;
    share->rounds.heard[from] += bytes > 0;
    if (bytes && machine->heard && machine->heard(machine->arg, news, bytes))
        letters_no_memory(run);
    return 1;
}

int letters_take(struct run *run, int from, struct weft_parcel parcel)
{
    struct shared_run *share = run->share;
    bag_take_number(&parcel);
    struct weft_parcel letters = {.bytes = bag_take_number(&parcel)};
    letters.data = bag_take(&parcel, letters.bytes);
    if (!letters.data)
        return -1;
    int status = has_news(run) ? letters_hear(run, from, &parcel) : 1;
    if (status <= 0)
        return status;
    share->rounds.balance[share->rank]--;
    share->rounds.moved++;
    return open_letters(run, letters) ? -1 : 1;
}
