/* Texts, each once, numbered in the order in which they came. */
#ifndef WEFT_SRC_BASE_TEXT_TEXTS_H
#define WEFT_SRC_BASE_TEXT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/* A text in the table of a struct texts. */
struct numbered_text {
    char *text;    /* of the list */
    size_t number; /* + 1; 0: just made */
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

/* Zeroed: none. */
struct texts {
    char **text; /* [count], owned */
    size_t count, capacity;
    struct text_table table;
};

/* The number of a text, from 0 on, kept from now on. -1: no memory, and nothing
 * changed. */
int64_t texts_number(struct texts *texts, const char *text);
/* Free them; there are none then. */
void texts_finish(struct texts *texts);

#endif
