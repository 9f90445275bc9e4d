/* The strategies of `scatter`. */
#ifndef WEFT_SRC_SCATTER_H
#define WEFT_SRC_SCATTER_H

#include "problem/problem.h"

extern const struct weft_strategy scatter_necklace;

#endif
