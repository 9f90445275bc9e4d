/* Unknown options and suggestions. */
#ifndef WEFT_TOOLS_OPTION_WORDS_H
#define WEFT_TOOLS_OPTION_WORDS_H

#include <argp.h>
#include <stdbool.h>

/* If the arguments contain an option that the command does not have, print an
 * error and return true. `in_order`: options end at the first operand. */
bool option_unknown(const struct argp *argp, bool in_order, int argc,
                    char **argv);

#endif
