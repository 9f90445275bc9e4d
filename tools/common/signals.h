/* Signal handlers of commands. */
#ifndef WEFT_TOOLS_SIGNALS_H
#define WEFT_TOOLS_SIGNALS_H

/* Install `handler` for a signal, for one delivery if `once`. SIG_DFL ends the
 * program after its unfinished files are removed. A signal that was ignored at
 * the start (nohup) stays ignored. */
void signal_catch(int number, void (*handler)(int), int once);
/* Set a file that is removed if a signal ends the program. The path is
 * borrowed: call with NULL before it is freed. */
void signals_remove(const char *path);

#endif
