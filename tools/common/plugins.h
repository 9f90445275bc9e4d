/* Plug-ins named on the command line. */
#ifndef WEFT_TOOLS_PLUGINS_H
#define WEFT_TOOLS_PLUGINS_H

/* Open the plug-ins among the arguments. Called before options are parsed,
 * because their settings are options and their names are valid words. A plug-in
 * that cannot be opened ends the process with an error. */
void plugins_open(int argc, char **argv);

/* Return the problem that an argument names; of a plug-in, its first problem. A
 * plug-in that cannot be opened ends the process with an error. */
const char *problem_word(const char *word);

#endif
