/* The table of checks. */
#ifndef WEFT_SRC_CHECK_RULES_H
#define WEFT_SRC_CHECK_RULES_H

#include <weft/check.h>

/* Return the option of weft check that requests a part, a string constant. */
const char *rule_option(enum weft_check_part part);

#endif
