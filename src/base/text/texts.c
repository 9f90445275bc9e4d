/* Numbered texts. */
#include "texts.h"

int64_t texts_number(struct texts *texts, const char *text)
{
    if (array_grow(&texts->text, &texts->capacity, texts->count + 1,
                   sizeof *texts->text))
        return -1;
    struct numbered_text *place = text_table_get(&texts->table, (char *)text);
    if (!place || place->number)
        return place ? (int64_t)place->number - 1 : -1;
    place->text = strdup(text);
    if (!place->text) {
        place->text = (char *)text;
        text_table_remove(&texts->table, place);
        return -1;
    }
    texts->text[texts->count++] = place->text;
    place->number = texts->count;
    return (int64_t)place->number - 1;
}

void texts_finish(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->text[i]);
    free(texts->text);
    text_table_finish(&texts->table);
    *texts = (struct texts){.count = 0};
}
