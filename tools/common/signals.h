/* Signals that a command waits for. */
#ifndef WEFT_TOOLS_SIGNALS_H
#define WEFT_TOOLS_SIGNALS_H

/* Let `handler` take the signal, once if `once`; SIG_DFL ends the program,
 * after its unfinished files are removed. A signal that whoever started us has
 * ignored (nohup) stays ignored. */
void signal_catch(int number, void (*handler)(int), int once);
/* A file that is only a name so far: a signal that ends the program removes it.
 * The path is the caller's, who asks for NULL before it goes. */
void signals_remove(const char *path);

#endif
