/* Words of the field, of MPI and of other programs for what has another name
 * here. */
#ifndef WEFT_SRC_BASE_TEXT_SYNONYMS_H
#define WEFT_SRC_BASE_TEXT_SYNONYMS_H

#include <stdbool.h>
#include <stddef.h>

#define FOLDED 64 /* bytes of a folded word */

/* A word as it is compared: small letters, '-' for '_', without dashes or MPI_
 * before it. False: it is longer than any name. */
bool word_fold(const char *word, char folded[FOLDED]);

/* What a folded word means among these names: a hint. False: nothing known. */
bool synonym_find(const char *folded, const char *const *names, char *hint,
                  size_t size);

#endif
