/* Code that is no part of weft is at work in this thread: a plug-in being
 * loaded, a network, a goal or bounds of its own. So it can be told who ended
 * the process. */
#ifndef WEFT_SRC_BASE_GUEST_H
#define WEFT_SRC_BASE_GUEST_H

#include <stdbool.h>

void guest_enters(void);
void guest_leaves(void);
bool guest_is_here(void);

#endif
