/* Being interrupted: SIGINT, SIGTERM and SIGHUP, unless they are ignored. */
#ifndef WEFT_TOOLS_INTERRUPT_H
#define WEFT_TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From now on the first signal is only noted; a second one ends the program. */
void interrupt_watch(void);
/* The signal that came; 0: none. */
int interrupt_signal(void);
bool is_interrupted(void);

#endif
