/* Plug-ins that crash or end the process. */
#ifndef WEFT_TOOLS_CRASH_H
#define WEFT_TOOLS_CRASH_H

/* If a plug-in is named among the arguments: from now on a fatal signal, and
 * exit() called by a processor, end the program with a line that names plug-in
 * and processor, exit status 1 and no unfinished file. */
void crash_watch(int argc, char **argv);

#endif
