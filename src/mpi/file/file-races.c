/* Data races on files: accesses of two ranks to the same bytes, one of which
 * writes, that are not ordered as MPI 4.0, 14.6.1 demands.
 *
 * Without atomic mode, a rank must synchronise its access (MPI_File_sync or
 * MPI_File_close), then a message or a collective call must reach the other
 * rank, which must synchronise in turn (MPI_File_sync or MPI_File_open) before
 * its access. In atomic mode both accesses take effect one after the other, but
 * the outcome of two writes depends on their order.
 *
 * Accesses are kept in buckets by pages of the file, and deleted when all ranks
 * of a file have synchronised after them. */
#include "mpi-file.h"
#include "mpi/data/group.h"
#include "mpi/guard/clock.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <string.h>

#define RACES_PAGE 65536 /* bytes */
#define RACES_BUCKETS 4096
#define RACES_MOST 1000000

struct race_access {
    struct race_access *next;
    MPI_Offset low, high;
    int rank;
    bool writes, atomic;
    uint32_t syncs; /* number of the rank's synchronisations before it */
    uint64_t time;  /* of the rank, in vector clocks */
    const char *function;
    const void *caller;
};

/* The synchronisations of one rank. */
struct race_syncs {
    uint64_t *time; /* [count] of the rank, in vector clocks */
    uint32_t count, room;
    /* [size] number of synchronisations of each rank that precede the last one
     * of this rank; NULL: none yet */
    uint32_t *seen;
};

struct file_races {
    struct race_access *bucket[RACES_BUCKETS];
    size_t count, kept; /* number of accesses, and after the last deletion */
    bool full;
    struct race_syncs of[]; /* [size] */
};

static struct file_races *races_open(struct rank *rank, struct file_disk *disk)
{
    size_t size = (size_t)rank->world->size;
    if (!disk->races && clock_open(rank->world))
        disk->races = rank_alloc(rank, sizeof *disk->races +
                                           size * sizeof *disk->races->of);
    return disk->races;
}

/* Delete the accesses that all ranks with synchronisations have seen. */
static void races_forget(struct rank *rank, struct file_races *races)
{
    int size = rank->world->size;
    uint32_t *least = rank_alloc(rank, (size_t)size * sizeof *least);
    for (int i = 0; i < size; i++) {
        least[i] = UINT32_MAX;
        for (int j = 0; j < size; j++)
            if (j != i && races->of[j].seen && races->of[j].seen[i] < least[i])
                least[i] = races->of[j].seen[i];
    }
    for (size_t i = 0; i < RACES_BUCKETS; i++)
        for (struct race_access **at = &races->bucket[i], *one; (one = *at);) {
            if (one->syncs >= least[one->rank]) {
                at = &one->next;
                continue;
            }
            *at = one->next;
            rank_free(rank, one);
            races->count--;
        }
    races->kept = races->count;
    rank_free(rank, least);
}

void races_sync(struct rank *rank, struct file_disk *disk)
{
    struct file_races *races = races_open(rank, disk);
    if (!races)
        return;
    struct race_syncs *own = &races->of[rank->number];
    if (own->count == own->room) {
        own->room = own->room ? 2 * own->room : 8;
        own->time =
            rank_realloc(rank, own->time, own->room * sizeof *own->time);
    }
    own->time[own->count++] = rank->clock[rank->number];
    if (!own->seen)
        own->seen =
            rank_alloc(rank, (size_t)rank->world->size * sizeof *own->seen);
    for (int i = 0; i < rank->world->size; i++) {
        const struct race_syncs *other = &races->of[i];
        while (own->seen[i] < other->count &&
               other->time[own->seen[i]] <= rank->clock[i])
            own->seen[i]++;
    }
    if (races->count > 2 * races->kept + 1024)
        races_forget(rank, races);
}

/* Return what orders neither access, or NULL. */
static const char *races_why(const struct rank *rank,
                             const struct file_races *races,
                             const struct race_access *now,
                             const struct race_access *before)
{
    const uint32_t *seen = races->of[now->rank].seen;
    if (before->rank == now->rank || before->low >= now->high ||
        before->high <= now->low || (!before->writes && !now->writes))
        return NULL;
    if (seen && before->syncs < seen[before->rank])
        return NULL;
    bool ordered = before->time <= rank->clock[before->rank];
    if (before->atomic && now->atomic)
        return ordered || !before->writes || !now->writes
                   ? NULL
                   : "no message orders the two: the outcome depends on the "
                     "order of the ranks";
    return ordered ? "a message orders the two, but not MPI_File_sync before "
                     "it and after it (MPI 4.0, 14.6.1)"
                   : "nothing orders the two";
}

static void races_report(struct rank *rank, const struct race_access *now,
                         const struct race_access *before, const char *name,
                         const char *why)
{
    char where[240];
    MPI_Offset low = now->low > before->low ? now->low : before->low;
    MPI_Offset high = now->high < before->high ? now->high : before->high;
    report_where(rank, before->caller, where, sizeof where);
    (before->atomic && now->atomic ? rank_warn : rank_fault)(
        rank, RULE_MEMORY, now->caller,
        "%s %s bytes %lld to %lld of '%s' that rank %d %s (%s at %s): %s",
        now->function, now->writes ? "writes" : "reads", (long long)low,
        (long long)high - 1, name, before->rank,
        before->writes ? "writes" : "reads", before->function, where, why);
}

/* Extend the latest access if the new one continues or repeats it. */
static bool races_extend(struct race_access *last,
                         const struct race_access *access)
{
    if (!last || last->rank != access->rank || last->syncs != access->syncs ||
        last->writes != access->writes || last->caller != access->caller ||
        last->atomic != access->atomic || access->low < last->low ||
        access->low > last->high)
        return false;
    last->high = access->high > last->high ? access->high : last->high;
    last->time = access->time;
    return true;
}

static void races_add(struct rank *rank, struct file_races *races,
                      struct race_access **bucket,
                      const struct race_access *access)
{
    if (races_extend(*bucket, access) || races->full)
        return;
    if (races->count == RACES_MOST) {
        races->full = true;
        rank_warn(rank, RULE_OTHER, access->caller,
                  "more than %d accesses to a file are not synchronised by all "
                  "ranks: weft does not compare later accesses with each other",
                  RACES_MOST);
        return;
    }
    struct race_access *kept = rank_alloc(rank, sizeof *kept);
    *kept = *access;
    kept->next = *bucket;
    *bucket = kept;
    races->count++;
}

bool races_note(struct rank *rank, struct file_disk *disk,
                const struct file_piece *piece)
{
    struct file_races *races = disk->races;
    bool reported = false;
    if (!races)
        return false;
    struct race_access access = {.rank = rank->number,
                                 .writes = piece->writes,
                                 .atomic = piece->atomic,
                                 .syncs = races->of[rank->number].count,
                                 .time = rank->clock[rank->number],
                                 .function = rank->function,
                                 .caller = rank->caller};
    for (MPI_Offset at = piece->low; at < piece->high; at = access.high) {
        MPI_Offset page = at / RACES_PAGE, end = (page + 1) * RACES_PAGE;
        struct race_access **bucket = &races->bucket[page % RACES_BUCKETS];
        access.low = at;
        access.high = end < piece->high ? end : piece->high;
        const struct race_access *other = reported ? NULL : *bucket;
        for (; other && !reported; other = other->next) {
            const char *why = races_why(rank, races, &access, other);
            reported = why != NULL;
            if (why)
                races_report(rank, &access, other, piece->name, why);
        }
        races_add(rank, races, bucket, &access);
    }
    return reported;
}
