/* Write the texts of a run as soon as the run has ended. */
#include "page.h"

#include "trace/io/out.h"

typedef int write_part(const struct page_run *run, struct output *out);

static write_part *const rendered_write[PAGE_PARTS] = {
    [PAGE_FACTS] = page_describe,
    [PAGE_LEVELS] = page_levels_write,
    [PAGE_COLUMNS] = page_columns_write,
};

int page_texts_make(struct page_run *run)
{
    int result = 0;
    for (int part = 0; part < PAGE_PARTS && !result; part++) {
        struct output out;
        if (out_open_kept(&out))
            return -1;
        result = rendered_write[part](run, &out);
        run->text[part] = out_take(&out, &run->size[part]);
        if (!run->text[part])
            result = -1;
    }
    return result;
}
