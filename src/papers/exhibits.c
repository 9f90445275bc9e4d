/* The table of the gallery: the figures of each paper in turn. */
#include "papers.h"

#include <string.h>

static const struct gallery_exhibit *const documents[] = {
    gallery_successive, gallery_simultaneous, gallery_multinode,
    gallery_broadcast,  gallery_stream,
};

static const struct gallery_exhibit *exhibit_at(size_t index)
{
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        for (const struct gallery_exhibit *row = documents[i]; row->info.name;
             row++)
            if (index-- == 0)
                return row;
    return NULL;
}

const struct weft_exhibit *weft_exhibit(size_t index)
{
    const struct gallery_exhibit *row = exhibit_at(index);
    return row ? &row->info : NULL;
}

const struct gallery_exhibit *gallery_find(const char *name)
{
    const struct gallery_exhibit *row;
    for (size_t i = 0; (row = exhibit_at(i)); i++)
        if (!strcmp(name, row->info.name))
            return row;
    return NULL;
}
