/* Plug-ins that crash or end the process. */
#ifndef WEFT_TOOLS_CRASH_H
#define WEFT_TOOLS_CRASH_H

/* If an argument names a plug-in, install handlers: a fatal signal, or exit()
 * called by a processor, then removes unfinished files, prints a line that
 * names the plug-in and the processor, and ends the program with exit status
 * 1. */
void crash_watch(int argc, char **argv);

#endif
