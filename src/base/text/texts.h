/* A set of strings, numbered in order of insertion. */
#ifndef WEFT_SRC_BASE_TEXT_TEXTS_H
#define WEFT_SRC_BASE_TEXT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/* Entry of the hash table of a struct texts. */
struct numbered_text {
    char *text;    /* the text, owned by texts.text[] */
    size_t number; /* index of the text + 1; 0: just inserted */
};

#include "base/mix.h"

#define HASH_NAME text_table
#define HASH_ENTRY struct numbered_text
#define HASH_KEY char *
#define HASH_MEMBER text
#define HASH_FREE(e) (!(e)->text)
#define HASH_OF(key) mix_text(key)
#define HASH_SAME(a, b) (!strcmp(a, b))
#include "base/hash.h"

/* A set of texts. Initialise with zeros. */
struct texts {
    char **text; /* [count] texts, owned */
    size_t count, capacity;
    struct text_table table;
};

/* Return the index of a text, adding it if it is new. -1: out of memory,
 * nothing changed. */
int64_t texts_number(struct texts *texts, const char *text);
/* Free all texts; the set is empty again. */
void texts_finish(struct texts *texts);

#endif
