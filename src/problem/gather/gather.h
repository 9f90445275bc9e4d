/* The strategies of `gather`. */
#ifndef WEFT_SRC_GATHER_H
#define WEFT_SRC_GATHER_H

#include "problem/problem.h"

extern const struct weft_strategy gather_necklace;

#endif
