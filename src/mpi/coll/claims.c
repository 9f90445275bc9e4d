/* Comparison of the collective calls of all members: the first member that
 * makes a call records its arguments, and the others compare theirs. */
#include "mpi/coll/claims.h"
#include "mpi/data/group.h"
#include "mpi/data/op.h"
#include "mpi/message/signature-text.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <stdlib.h>
#include <string.h>

/* Numbers that one or more members passed. */
struct claim_numbers {
    struct claim_numbers *next;
    size_t count;
    int number[]; /* [count] */
};

struct entry {
    struct entry *next;
    uint64_t context;
    int first; /* lowest world rank of the members: tells apart disjoint groups
                  that share a context */
    int number, seen;
    struct claim claim;
    struct agreement agreement; /* further arguments that must agree; zeroed:
                                   none */
    /* [size] numbers that the members passed, by rank; or NULL */
    struct agree_member *member;
    struct claim_numbers *numbers;
};

#define BUCKETS 4096

struct claims {
    struct entry *bucket[BUCKETS];
};

struct claims *claims_new(void)
{
    return calloc(1, sizeof(struct claims));
}

static void entry_free(struct entry *entry)
{
    for (struct claim_numbers *numbers = entry->numbers, *next; numbers;
         numbers = next) {
        next = numbers->next;
        free(numbers);
    }
    free(entry->member);
    free(entry);
}

void claims_free(struct claims *claims)
{
    for (int i = 0; claims && i < BUCKETS; i++)
        for (struct entry *entry = claims->bucket[i], *next; entry;
             entry = next) {
            next = entry->next;
            entry_free(entry);
        }
    free(claims);
}

static _Noreturn void claims_differ(struct rank *rank, const struct comm *comm,
                                    const struct claim *mine,
                                    const struct claim *first, const char *what,
                                    const char *there)
{
    char where[256];
    report_where(rank, first->caller, where, sizeof where);
    rank_fault(rank, RULE_COLLECTIVE, rank->caller,
               "%s on %s%s, but rank %d, at %s, %s: all members must make "
               "matching collective calls in the same order",
               mine->function, comm->name, what, first->rank, where, there);
    rank_halt(rank);
}

/* Return whether two names are equal, apart from the suffix _c for large
 * counts. */
static bool same_call(const char *one, const char *other)
{
    size_t length = strlen(one), others = strlen(other);
    length -= length > 2 && strcmp(one + length - 2, "_c") == 0 ? 2 : 0;
    others -= others > 2 && strcmp(other + others - 2, "_c") == 0 ? 2 : 0;
    return length == others && strncmp(one, other, length) == 0;
}

static void claims_compare(struct rank *rank, const struct comm *comm,
                           const struct claim *mine, const struct claim *first)
{
    char text[256], there[256], one[96], other[96];
    if (!same_call(mine->function, first->function)) {
        snprintf(text, sizeof text, "calls %s", first->function);
        claims_differ(rank, comm, mine, first, "", text);
    }
    if (mine->has_root && first->has_root && mine->root != first->root) {
        snprintf(text, sizeof text, " with root %d", mine->root);
        snprintf(there, sizeof there, "passes root %d", first->root);
        claims_differ(rank, comm, mine, first, text, there);
    }
    if (mine->has_op && first->has_op && handle_is_predefined(mine->op) &&
        handle_is_predefined(first->op) && mine->op != first->op) {
        snprintf(text, sizeof text, " with %s", op_of(rank, mine->op)->name);
        snprintf(there, sizeof there, "passes %s",
                 op_of(rank, first->op)->name);
        claims_differ(rank, comm, mine, first, text, there);
    }
    if (mine->has_signature && first->has_signature &&
        !signature_same(&mine->signature, &first->signature)) {
        snprintf(text, sizeof text, " with %s",
                 signature_text(&mine->signature, one));
        snprintf(there, sizeof there, "passes %s",
                 signature_text(&first->signature, other));
        claims_differ(rank, comm, mine, first, text, there);
    }
    if (mine->agreement && mine->agreement->some && first->agreement->some &&
        mine->agreement->hash != first->agreement->hash) {
        snprintf(text, sizeof text, " with %s", mine->agreement->text);
        snprintf(there, sizeof there, "passes %s", first->agreement->text);
        claims_differ(rank, comm, mine, first, text, there);
    }
}

/* Return a copy of the numbers; reuse the latest copy if it is equal. */
static const int *claims_keep(struct rank *rank, struct entry *entry,
                              const int *numbers, size_t count)
{
    size_t bytes = count * sizeof *numbers;
    struct claim_numbers *kept = entry->numbers;
    if (kept && kept->count == count &&
        memcmp(kept->number, numbers, bytes) == 0)
        return kept->number;
    kept = malloc(sizeof *kept + bytes);
    if (!kept)
        rank_stop(rank, "no memory");
    kept->next = entry->numbers;
    kept->count = count;
    memcpy(kept->number, numbers, bytes);
    entry->numbers = kept;
    return kept->number;
}

/* Record the numbers that a member passes. */
static void claims_tell(struct rank *rank, struct entry *entry,
                        const struct claim *claim, int size)
{
    const struct agreement *agreement = claim->agreement;
    if (!agreement || !agreement->numbers)
        return;
    if (!entry->member)
        entry->member = calloc((size_t)size, sizeof *entry->member);
    if (!entry->member)
        rank_stop(rank, "no memory");
    entry->member[claim->rank] = (struct agree_member){
        claims_keep(rank, entry, agreement->numbers, agreement->count),
        agreement->count, claim->caller};
}

/* Add the signature and agreement to the entry if earlier members passed
 * none. */
static void claims_complete(struct entry *entry, const struct claim *claim)
{
    if (claim->has_signature && !entry->claim.has_signature) {
        entry->claim.signature = claim->signature;
        entry->claim.has_signature = true;
    }
    if (claim->agreement && !entry->agreement.some)
        entry->agreement = *claim->agreement;
    entry->claim.agreement = &entry->agreement;
}

void claims_enter(struct rank *rank, const struct comm *comm, int number,
                  const struct claim *claim)
{
    struct claims *claims = rank->world->claims;
    uint64_t context = comm->context;
    int size = comm->group->size, first = comm->group->world[0];
    if (comm->remote) {
        size += comm->remote->size;
        first = first < comm->remote->world[0] ? first : comm->remote->world[0];
    }
    size_t bucket = comm_mix(context, (uint64_t)number) % BUCKETS;
    struct entry **at = &claims->bucket[bucket], *entry;
    while ((entry = *at) && (entry->context != context ||
                             entry->number != number || entry->first != first))
        at = &entry->next;
    if (!entry) {
        entry = calloc(1, sizeof *entry);
        if (!entry)
            rank_stop(rank, "no memory");
        *entry = (struct entry){.context = context,
                                .first = first,
                                .number = number,
                                .claim = *claim};
        *at = entry;
    } else {
        claims_compare(rank, comm, claim, &entry->claim);
    }
    claims_complete(entry, claim);
    claims_tell(rank, entry, claim, size);
    if (++entry->seen < size)
        return;
    *at = entry->next;
    if (entry->member)
        entry->agreement.check(rank, comm, entry->member);
    entry_free(entry);
}
