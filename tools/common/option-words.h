/* Options that a command does not have, and what they may have meant. */
#ifndef WEFT_TOOLS_OPTION_WORDS_H
#define WEFT_TOOLS_OPTION_WORDS_H

#include <argp.h>
#include <stdbool.h>

/* Is there an option among the arguments that the command does not have? Then
 * says so. `in_order`: options end at the first word that is none. */
bool option_unknown(const struct argp *argp, bool in_order, int argc,
                    char **argv);

#endif
