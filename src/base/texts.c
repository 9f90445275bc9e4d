/* Numbered texts. */
#include "texts.h"

int64_t texts_find(const struct texts *texts, const char *text)
{
    if (!texts->count)
        return -1;
    const struct numbered_text *found =
        text_table_find(&texts->table, (char *)text);
    return found ? (int64_t)found->number : -1;
}

int64_t texts_number(struct texts *texts, const char *text)
{
    int64_t known = texts_find(texts, text);
    if (known >= 0)
        return known;
    mix_begin();
    char *copy = strdup(text);
    if (!copy || array_grow(&texts->text, &texts->capacity, texts->count + 1,
                            sizeof *texts->text)) {
        free(copy);
        return -1;
    }
    struct numbered_text *place = text_table_get(&texts->table, copy);
    if (!place) {
        free(copy);
        return -1;
    }
    place->number = texts->count;
    texts->text[texts->count] = copy;
    return (int64_t)texts->count++;
}

void texts_finish(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->text[i]);
    free(texts->text);
    text_table_finish(&texts->table);
    *texts = (struct texts){.count = 0};
}
