/* Handling of interruptions: SIGINT, SIGTERM and SIGHUP, unless ignored. */
#ifndef WEFT_TOOLS_INTERRUPT_H
#define WEFT_TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From now on, the first signal is only recorded; a second one ends the
 * program. `late` (NULL: wait) is for programs that may notice a signal late:
 * if interrupt_met() is not called within a second of the signal, the
 * unfinished files are removed, "weft: LATE" is printed to standard error, and
 * the program ends with EXIT_FAILED. */
void interrupt_watch(const char *late);
/* From now on, the program is not late. */
void interrupt_met(void);
/* From now on, a signal removes the unfinished files, prints "weft:
 * interrupted; TEXT" to standard error and ends the program at once with 128 +
 * the signal. NULL: defer signals until the next call, for a short time.
 * `in_steps`: the message includes the current step of a processor, if any. */
void interrupt_ends(const char *text, bool in_steps);
/* From now on, a signal calls `stop` in a thread of its own, where it may call
 * any function; `stop` ends the program. Returns 0 or an errno value. */
int interrupt_calls(void (*stop)(void *arg, int signal), void *arg);
/* Clear the current line of the terminal, if any. */
void interrupt_clear(void);
/* Return the number of the signal received, or 0. */
int interrupt_signal(void);
bool is_interrupted(void);

#endif
