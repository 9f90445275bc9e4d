/* Text and hash of the arguments that must be equal in all members. */
#include "mpi/agree.h"
#include "mpi/coll/coll.h"

#include <stdio.h>

static void agree_text(struct agreement *agreement, const char *text)
{
    size_t room = sizeof agreement->text - agreement->used;
    int length = snprintf(agreement->text + agreement->used, room, "%s", text);
    agreement->used += (size_t)length < room ? (size_t)length : room - 1;
}

static void agree_add(struct agreement *agreement, const char *name, int count,
                      const int *numbers, bool flags)
{
    char text[16];
    agreement->some = true;
    agreement->hash = comm_mix(agreement->hash, (uint64_t)count);
    agree_text(agreement, agreement->used ? ", " : "");
    agree_text(agreement, name);
    if (!count)
        agree_text(agreement, " none");
    for (int i = 0; i < count; i++) {
        int number = flags ? numbers[i] != 0 : numbers[i];
        agreement->hash = comm_mix(agreement->hash, (uint64_t)number);
        snprintf(text, sizeof text, " %d", number);
        agree_text(agreement, text);
    }
}

void agree_numbers(struct agreement *agreement, const char *name, int count,
                   const int *numbers)
{
    agree_add(agreement, name, count, numbers, false);
}

void agree_flags(struct agreement *agreement, const char *name, int count,
                 const int *flags)
{
    agree_add(agreement, name, count, flags, true);
}

int agree_meet(struct rank *rank, struct comm *comm,
               const struct agreement *agreement)
{
    struct coll c;
    return coll_meet(&c, rank, comm, agreement);
}
