/* Plug-ins that a command line names. */
#ifndef WEFT_TOOLS_PLUGINS_H
#define WEFT_TOOLS_PLUGINS_H

/* Open those among the arguments before options are read, for their settings
 * are options and their names are words. One that cannot be opened ends the
 * process, once it has been said. */
void plugins_open(int argc, char **argv);

/* The problem that an argument names; of a plug-in, its first. As above. */
const char *problem_word(const char *word);

#endif
