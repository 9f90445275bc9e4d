/* The operators of reductions: one row each. Associative, on words of up to
 * 64 bits; private to this folder. */
#ifndef WEFT_SRC_PROBLEM_OPERATOR_H
#define WEFT_SRC_PROBLEM_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

struct reduce_operator {
    const char *name;
    bool commutes;
    /* Unsigned words of `bits` bits; what does not fit is cut off later. */
    uint64_t (*combine)(uint64_t left, uint64_t right, int bits);
};

/* The row of a word; NULL is the first row. NULL with errno ENOENT. */
const struct reduce_operator *reduce_operator_find(const char *name,
                                                   struct weft_error *err);

/* result = left (+) right, word by word (the last may be shorter); result may
 * be left or right. */
void reduce_combine(const struct reduce_operator *op, void *result,
                    const void *left, const void *right, size_t bytes);

#endif
