/* The texts of what the messages of a trace carry, each once. Processors add to
 * it from several threads while others read; numbers depend on who came first,
 * so nobody may see them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <weft/event.h>

#include "base.h"
#include "mix.h"

struct word {
    uint64_t hash;
    uint32_t number; /* 0: a free place */
};

#define HASH_NAME words
#define HASH_ENTRY struct word
#define HASH_KEY uint64_t
#define HASH_MEMBER hash
#define HASH_FREE(e) (!(e)->number)
#include "hash.h"

struct weft_items {
    pthread_mutex_t lock; /* guards all that follows */
    char **text;          /* [count] by number - 1 */
    size_t count, capacity;
    struct words words;
};

struct weft_items *weft_items_create(void)
{
    struct weft_items *items = calloc(1, sizeof *items);
    if (items && pthread_mutex_init(&items->lock, NULL)) {
        free(items);
        return NULL;
    }
    mix_begin();
    return items;
}

void weft_items_destroy(struct weft_items *items)
{
    if (!items)
        return;
    for (size_t i = 0; i < items->count; i++)
        free(items->text[i]);
    free(items->text);
    words_finish(&items->words);
    pthread_mutex_destroy(&items->lock);
    free(items);
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 0;
    for (; *text; text++)
        hash = mix_two(hash, (unsigned char)*text);
    return hash;
}

/* The number of a text; of two with one hash the second is asked for under the
 * next one. 0: no memory. */
static uint32_t number_of(struct weft_items *items, const char *text)
{
    uint64_t hash = hash_of(text);
    struct word *word;
    for (;; hash++) {
        word = words_get(&items->words, hash);
        if (!word || !word->number ||
            !strcmp(items->text[word->number - 1], text))
            break;
    }
    if (word && word->number)
        return word->number;
    char *copy = word ? strdup(text) : NULL;
    if (copy && items->count < UINT32_MAX - 1 &&
        !array_grow(&items->text, &items->capacity, items->count + 1,
                    sizeof *items->text)) {
        items->text[items->count++] = copy;
        return word->number = (uint32_t)items->count;
    }
    free(copy);
    if (word) {
        word->number = 1; /* an entry, to be taken out */
        words_remove(&items->words, word);
    }
    return 0;
}

uint32_t weft_items_add(struct weft_items *items, const char *text)
{
    pthread_mutex_lock(&items->lock);
    uint32_t number = number_of(items, text);
    pthread_mutex_unlock(&items->lock);
    return number;
}

const char *weft_event_items(const struct weft_trace_info *info,
                             const struct weft_event *event)
{
    struct weft_items *items = info->items;
    const char *text = NULL;
    if (!event->items || !items)
        return NULL;
    pthread_mutex_lock(&items->lock);
    if (event->items <= items->count)
        text = items->text[event->items - 1];
    pthread_mutex_unlock(&items->lock);
    return text;
}
