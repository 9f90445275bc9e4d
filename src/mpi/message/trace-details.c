/* Details of events. Each combination of call, communicator and tag is
 * described once; later events find its number in a hash table. */
#include "mpi/message/trace-details.h"
#include "mpi/data/group.h"
#include "mpi/load.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/details.h>

/* Limit on the number of combinations, so that the memory of a run is bounded.
 * Beyond it, new combinations are described without their tag, and beyond twice
 * the limit not at all. */
#define DETAILS_MAX (1 << 18)
#define DETAILS_NO_TAG INT32_MIN

struct detail {
    uint64_t context, other; /* detail_hash_comm(); 0: no communicator */
    uint32_t place;          /* load_place() of the call */
    int32_t tag;             /* or DETAILS_NO_TAG */
    uint32_t number;         /* of weft_details_add(), + 1; 0: free slot */
};

struct details {
    struct weft_items *texts;
    struct detail *slot; /* [room] hash table, at most half of it in use */
    size_t used, room;   /* `room` is a power of two */
};

/* Return the slot of a combination, or the free slot for it. */
static struct detail *detail_slot(const struct details *details,
                                  const struct detail *key)
{
    uint64_t hash = comm_mix(comm_mix(key->context, key->other),
                             (uint64_t)key->place << 32 | (uint32_t)key->tag);
    for (size_t i = hash;; i++) {
        struct detail *slot = &details->slot[i & (details->room - 1)];
        if (!slot->number ||
            (slot->context == key->context && slot->other == key->other &&
             slot->place == key->place && slot->tag == key->tag))
            return slot;
    }
}

/* Double the room of the table. */
static bool details_grow(struct details *details)
{
    struct details more = {.room = details->room ? 2 * details->room : 256};
    more.slot = calloc(more.room, sizeof *more.slot);
    for (size_t i = 0; more.slot && i < details->room; i++)
        if (details->slot[i].number)
            *detail_slot(&more, &details->slot[i]) = details->slot[i];
    if (!more.slot)
        return false;
    free(details->slot);
    details->slot = more.slot;
    details->room = more.room;
    return true;
}

struct details *details_open(void)
{
    struct details *details = calloc(1, sizeof *details);
    if (details && details_grow(details) &&
        (details->texts = weft_items_create()))
        return details;
    if (details)
        free(details->slot);
    free(details);
    return NULL;
}

struct weft_items *details_texts(const struct details *details)
{
    return details->texts;
}

void details_close(struct details *details)
{
    if (!details)
        return;
    weft_items_destroy(details->texts);
    free(details->slot);
    free(details);
}

static uint32_t detail_describe(struct rank *rank, const void *caller,
                                const struct comm *comm, int32_t tag)
{
    struct weft_details details = {.text = {""}};
    char name[500] = "", *of = name;
    if (tag == MPI_ANY_TAG)
        strcpy(details.text[WEFT_DETAIL_TAG], "any");
    else if (tag != DETAILS_NO_TAG)
        snprintf(details.text[WEFT_DETAIL_TAG], WEFT_DETAIL_MAX, "%d", tag);
    if (comm)
        request_comm_text(rank, comm, name, sizeof name);
    if (strncmp(name, COMM_CREATED, sizeof COMM_CREATED - 1) == 0)
        of += sizeof COMM_CREATED - 1;
    snprintf(details.text[WEFT_DETAIL_COMMUNICATOR], WEFT_DETAIL_MAX, "%.*s",
             WEFT_DETAIL_MAX - 1, of);
    report_where(rank, caller, details.text[WEFT_DETAIL_LINE], WEFT_DETAIL_MAX);
    uint32_t number;
    if (weft_details_add(rank->world->details->texts, &details, &number))
        rank_stop(rank, "no memory");
    return number;
}

/* Return a hash of what a communicator's context leaves open: its name, and its
 * group, because the parts of a split have one context. */
static uint64_t detail_hash_comm(const struct comm *comm)
{
    uint64_t hash = comm->group->size ? (uint64_t)comm->group->world[0] + 1 : 0;
    for (const char *name = comm->named ? comm->name : ""; *name; name++)
        hash = comm_mix(hash, (unsigned char)*name);
    return hash;
}

/* Set the details of the next events of a rank. `comm` may be NULL. */
static void detail_set(struct rank *rank, const void *caller,
                       const struct comm *comm, int32_t tag)
{
    struct details *details = rank->world->details;
    struct detail key = {
        .context = comm ? comm->context : 0,
        .other = comm ? detail_hash_comm(comm) : 0,
        .place = load_place(rank->world->copies, rank->number, caller),
        .tag = tag,
    };
    struct detail *slot = detail_slot(details, &key);
    if (!slot->number && details->used >= DETAILS_MAX) {
        key.tag = DETAILS_NO_TAG;
        slot = detail_slot(details, &key);
    }
    if (!slot->number && details->used < 2 * DETAILS_MAX) {
        if (2 * details->used >= details->room && !details_grow(details))
            rank_stop(rank, "no memory");
        key.number = 1 + detail_describe(rank, caller, comm, key.tag);
        slot = detail_slot(details, &key);
        *slot = key;
        details->used++;
    }
    weft_processor_details(rank->self, slot->number ? slot->number - 1 : 0);
}

void details_none(struct rank *rank)
{
    if (rank->world->details)
        weft_processor_details(rank->self, 0);
}

void details_of_call(struct rank *rank)
{
    if (rank->world->details)
        detail_set(rank, rank->caller, NULL, DETAILS_NO_TAG);
}

/* Return the tag that the program has given to an operation. */
static int32_t detail_tag(const struct request *request)
{
    bool own = !request->internal && request->kind != REQUEST_COLLECTIVE &&
               request->kind != REQUEST_GENERAL;
    return own ? request->tag : DETAILS_NO_TAG;
}

void details_of_request(struct rank *rank, const struct request *request)
{
    if (!rank->world->details)
        return;
    if (request)
        detail_set(rank, request->caller, request->comm, detail_tag(request));
    else
        details_none(rank);
}

void details_of_wait(struct rank *rank, const struct waiting *waiting)
{
    const struct request *only = waiting->probe;
    int pending = only != NULL;
    if (!rank->world->details)
        return;
    for (int i = 0; i < waiting->count; i++) {
        const struct request *request = waiting->request[i];
        if (request && request->active && !request->done && !pending++)
            only = request;
    }
    if (pending == 1)
        detail_set(rank, rank->caller, only->comm, detail_tag(only));
    else
        details_of_call(rank);
}
