/* Is code that is no part of weft at work in this thread? */
#include "guest.h"

static _Thread_local int depth;

void guest_enters(void)
{
    depth++;
}

void guest_leaves(void)
{
    depth--;
}

bool guest_is_here(void)
{
    return depth > 0;
}
