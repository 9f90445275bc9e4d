/* The table of what is judged. */
#ifndef WEFT_SRC_CHECK_RULES_H
#define WEFT_SRC_CHECK_RULES_H

#include <weft/check.h>

/* The option of weft check that asks for a part; constant. */
const char *rule_option(enum weft_check_part part);

#endif
