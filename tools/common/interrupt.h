/* Being interrupted: SIGINT, SIGTERM and SIGHUP, unless they are ignored. */
#ifndef WEFT_TOOLS_INTERRUPT_H
#define WEFT_TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From now on the first signal is only noted; a second one ends the program. */
void interrupt_watch(void);
/* From now on a signal removes the unfinished files, writes "weft: interrupted;
 * TEXT" to standard error and ends the program at once with 128 + the signal.
 * NULL: for a short time, until the next call, such signals are kept waiting.
 * `in_steps`: the line also has the step of a processor, or that there is none.
 */
void interrupt_ends(const char *text, bool in_steps);
/* From now on a signal calls `stop`, which ends the program, in a thread of its
 * own: it may do whatever threads may do. 0, or an errno
 * value. */
int interrupt_calls(void (*stop)(void *arg, int signal), void *arg);
/* Clear the line of the terminal, if there is one. */
void interrupt_clear(void);
/* The signal that came; 0: none. */
int interrupt_signal(void);
bool is_interrupted(void);

#endif
