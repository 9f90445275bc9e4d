/* The way between workers of several processes, and the round that takes the
 * place of a quiescence of one.
 *
 * A process whose workers are all idle gives every other what it has for it
 * and says what its own processors wait for; and waits for the same of all
 * others. If something was given, somebody may go on without a decision: what
 * was sent and what was taken differ in the sum (decide.c), and who is nobody's
 * receiver comes to the next round at once. If nothing was, that is a
 * quiescence, and every process has the summaries of all and decides by
 * itself. */
#include "cluster.h"
#include "machine/deliver.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/cross.h"
#include "machine/schedule/summary.h"
#include "machine/schedule/worker.h"
#include <stdlib.h>
#include <string.h>

/* A message on its way; its data follow. */
struct letter {
    uint64_t start, end;
    int32_t to, source, id;
    uint32_t bytes;
};

/* In front of the messages of a round. */
struct front {
    uint64_t occasion;
    uint64_t letters; /* bytes of them */
    struct summary summary;
};

static int begin_bag(struct bag *bag)
{
    bag->bytes = 0;
    return bag_room(bag, sizeof(struct front)) ? 0 : -1;
}

static int open_bags(struct run *run)
{
    for (int k = 0; k < run->share->size; k++)
        if (begin_bag(&run->share->out[k]))
            return -1;
    return 0;
}

static void close_bags(struct run *run)
{
    (void)run; /* they belong to the share */
}

static void send(struct worker *worker, struct weft_processor *to, int source,
                 const struct message *message)
{
    struct run *run = worker->run;
    int rank = (int)(to - run->processor);
    struct bag *bag = &run->share->out[share_of(run->size, run->share, rank)];
    struct letter letter = {message->start, message->end, rank,
                            source,         message->id,  message->bytes};
    bool small = message->bytes <= INLINE_BYTES;
    if (message->token) {
        run_fail(run, WEFT_ERROR_MISUSE,
                 "engine mpi: addresses do not travel between processes");
        return;
    }
    bag_put(bag, &letter, sizeof letter);
    bag_put(bag, small ? message->data : message->shared->data, message->bytes);
    message_drop(message);
    if (bag->full)
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
    worker->sent++;
}

static bool drain(struct worker *worker)
{
    (void)worker; /* the rounds bring what comes */
    return false;
}

/* What has come of one process for processors of this one. */
static int take_letters(struct run *run, struct weft_parcel letters)
{
    while (letters.bytes) {
        struct message message;
        const struct letter *letter = bag_take(&letters, sizeof *letter);
        const void *data = letter ? bag_take(&letters, letter->bytes) : NULL;
        if (!data || letter->to < run->low || letter->to >= run->high)
            return -1;
        message = (struct message){.start = letter->start,
                                   .end = letter->end,
                                   .id = letter->id,
                                   .bytes = letter->bytes};
        if (message_make_odd(&message, data, 1)) {
            run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
            return 0;
        }
        struct weft_processor *to = &run->processor[letter->to];
        to->worker->taken++;
        deliver(to, letter->source, &message);
    }
    return 0;
}

/* What all others are told. */
static void pack_news(struct run *run)
{
    const struct weft_machine *machine = run->machine;
    void *data = NULL;
    size_t bytes = 0;
    if (machine->news && machine->news(machine->arg, &data, &bytes))
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
    for (int k = 0; k < run->share->size; k++)
        if (k != run->share->rank)
            bag_block(&run->share->out[k], data, bytes);
    free(data);
}

/* Everything for everybody into the bags, with `mine` in front. */
static void pack(struct run *run, const struct summary *mine)
{
    struct shared_run *share = run->share;
    for (int k = 0; k < share->size; k++) {
        struct front front = {ROUND, share->out[k].bytes - sizeof front, *mine};
        memcpy(share->out[k].data, &front, sizeof front);
    }
    pack_news(run);
    if (share->rank)
        streams_pack(run, &share->out[0]);
}

/* What process `from` has for this one. 0, or -1: that is nothing that a
 * process of ours would send. */
static int unpack(struct run *run, int from, struct summary *all)
{
    struct weft_parcel *in = &run->share->in[from], letters;
    struct front front;
    size_t bytes;
    const char *rest = bag_take(in, sizeof front - sizeof front.occasion);
    if (!rest)
        return -1;
    memcpy(&front.letters, rest, sizeof front - sizeof front.occasion);
    letters = (struct weft_parcel){bag_take(in, front.letters), front.letters};
    const void *news = bag_take_block(in, &bytes);
    const struct weft_machine *machine = run->machine;
    if (!letters.data)
        return -1;
    if (bytes && machine->heard && machine->heard(machine->arg, news, bytes))
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
    if (!run->share->rank && streams_unpack(run, from, in))
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for events");
    *all = summary_join(all, &front.summary);
    in->data = letters.data;
    in->bytes = letters.bytes;
    return 0;
}

/* There are no others any more: this process stops by itself. */
static struct summary alone(struct run *run, struct summary mine)
{
    run_fail(run, WEFT_ERROR_SYSTEM, run->share->broken.text);
    mine.sent = mine.taken = 0;
    mine.live = 1;
    mine.broken = true;
    return mine;
}

static struct summary gather(struct run *run)
{
    struct shared_run *share = run->share;
    struct summary mine = SUMMARY_NONE;
    for (int r = 0; r < run->workers; r++) {
        struct summary one = summarise(&run->worker[r]);
        mine = summary_join(&mine, &one);
    }
    mine.broken = run->hard != 0;
    struct summary all = mine;
    pack(run, &mine);
    if (together_meet(ROUND, share->out, share->in, &share->broken))
        return alone(run, mine);
    int status = 0;
    for (int k = 0; k < share->size; k++)
        if (k != share->rank && unpack(run, k, &all))
            status = -1;
    /* values first, then messages that have them */
    for (int k = 0; !status && k < share->size; k++)
        if (k != share->rank && take_letters(run, share->in[k]))
            status = -1;
    if (status)
        run_fail(run, WEFT_ERROR_SYSTEM,
                 "another process has sent what makes no sense");
    if (open_bags(run))
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
    if (!share->rank)
        streams_patience(run);
    return all;
}

const struct cross cross_processes = {
    .open = open_bags,
    .close = close_bags,
    .send = send,
    .drain = drain,
    .gather = gather,
};
