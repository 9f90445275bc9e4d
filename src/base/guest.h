/* Marks the current thread as running code that is not part of weft, such as a
 * plug-in being loaded, or a plug-in's network, goal or bounds. If such code
 * ends the process, the error message can say so. */
#ifndef WEFT_SRC_BASE_GUEST_H
#define WEFT_SRC_BASE_GUEST_H

#include <stdbool.h>

void guest_enters(void);
void guest_leaves(void);
bool guest_is_here(void);

#endif
