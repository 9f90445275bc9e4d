/* Tracks whether the current thread runs code that is not part of weft. */
#include "guest.h"

static _Thread_local int guest_depth;

void guest_enters(void)
{
    guest_depth++;
}

void guest_leaves(void)
{
    guest_depth--;
}

bool guest_is_here(void)
{
    return guest_depth > 0;
}
