/* Synonyms from the literature, MPI and other programs for things that weft
 * names differently. */
#ifndef WEFT_SRC_BASE_TEXT_SYNONYMS_H
#define WEFT_SRC_BASE_TEXT_SYNONYMS_H

#include <stdbool.h>
#include <stddef.h>

#define FOLDED 64 /* size of a folded word, in bytes */

/* Fold a word for comparison: lower case, '-' for '_', without leading dashes
 * or MPI_. Return false if it is longer than any name. */
bool word_fold(const char *word, char folded[FOLDED]);

/* Write a hint: the meaning of a folded word among these names. Return false if
 * there is none. */
bool synonym_find(const char *folded, const char *const *names, char *hint,
                  size_t size);

#endif
