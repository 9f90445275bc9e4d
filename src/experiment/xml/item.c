/* Converts a document that the schema accepts to the items of a file.
 *
 * The tables have one row per element, so that all names in the schema can be
 * found here. */
#include "reading.h"

#include <stdio.h>
#include <string.h>

int reading_no_memory(struct reading *r)
{
    return weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

unsigned element_line(const xmlNode *element)
{
    long line = xmlGetLineNo(element);
    return line > 0 ? (unsigned)line : 0;
}

static bool item_is(const xmlNode *node, const char *name)
{
    return strcmp((const char *)node->name, name) == 0;
}

static size_t count_children(const xmlNode *element)
{
    return xmlChildElementCount((xmlNodePtr)element);
}

/* ---- ranges ---- */

static int check_values(struct reading *r, const xmlNode *element,
                        const struct weft_range *range)
{
    struct weft_experiment probe =
        weft_experiment_default(r->item->experiment.problem);
    if (weft_setting_check(range->setting, probe.problem, r->err))
        return element_blame(element, r->err);
    for (size_t i = 0; i < range->values; i++)
        if (weft_experiment_set(&probe, range->setting, range->value[i],
                                r->err) ||
            experiment_words(&probe, r->err))
            return element_blame(element, r->err);
    return 0;
}

/* Read the attributes `name` and `values`, for a setting that is not an
 * attribute in the schema. */
static int find_named(struct reading *r, const xmlNode *element,
                      struct weft_range *range, size_t *said)
{
    const char *name, *values;
    if (attribute_take(r, element, "name", &name) ||
        attribute_take(r, element, "values", &values))
        return -1;
    if (!name && !values)
        return 0;
    if (!name || !values)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "expected both 'name' and 'values'");
    const struct weft_setting *setting = setting_named(r, element, name);
    if (!setting)
        return -1;
    range->setting = setting->name;
    range->written = values;
    ++*said;
    return 0;
}

/* Find the setting of a range, and add the number of settings found to
 * *said. */
static int find_setting(struct reading *r, const xmlNode *element,
                        struct weft_range *range, size_t *said)
{
    const char *text;
    for (size_t i = 0; weft_setting(i); i++) {
        if (attribute_take(r, element, weft_setting(i)->name, &text))
            return -1;
        if (!text)
            continue;
        range->setting = weft_setting(i)->name;
        range->written = text;
        ++*said;
    }
    return find_named(r, element, range, said);
}

static int place_values(struct reading *r, const xmlNode *element,
                        struct weft_range *range)
{
    const char **path = owned_memory(r->owned, range->values, sizeof *path);
    if (!path)
        return reading_no_memory(r);
    for (size_t i = 0; i < range->values; i++)
        if (!(path[i] =
                  value_path(r, element, range->setting, range->value[i])))
            return -1;
    range->value = path;
    return 0;
}

static int add_range(struct reading *r, const xmlNode *element,
                     struct weft_range *range)
{
    struct weft_item *item = r->item;
    if (range_expand(r->owned, range, r->err))
        return element_blame(element, r->err);
    if (place_values(r, element, range))
        return -1;
    item->range[item->ranges++] = *range;
    if (weft_item_runs(item) <= WEFT_RUNS_MAX)
        return 0;
    return element_error(element, WEFT_ERROR_MISUSE, r->err,
                         "more than %d runs in one comparison", WEFT_RUNS_MAX);
}

static int read_range(struct reading *r, const xmlNode *element)
{
    struct weft_item *item = r->item;
    struct weft_range range = {.line = element_line(element)};
    size_t said = 0;
    if (find_setting(r, element, &range, &said))
        return -1;
    if (said != 1)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "expected one setting, not %zu", said);
    if (is_said(item, range.setting))
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "%s is given twice", range.setting);
    /* one range is kept free for the strategies */
    if (item->ranges == WEFT_RANGES_MAX - 1)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "expected at most %d ranges", WEFT_RANGES_MAX - 1);
    if (add_range(r, element, &range))
        return -1;
    return check_values(r, element, &item->range[item->ranges - 1]);
}

/* Add a range with the names of all strategies of the problem. */
static int add_every_strategy(struct reading *r, const xmlNode *element)
{
    size_t length = 0, used = 0;
    const struct weft_strategy_info *info;
    const char *problem = r->item->experiment.problem;
    for (size_t i = 0; (info = weft_strategy(problem, i)); i++)
        length += strlen(info->name) + 1;
    char *written = owned_memory(r->owned, length + 1, 1);
    if (!written)
        return reading_no_memory(r);
    for (size_t i = 0; (info = weft_strategy(problem, i)); i++)
        used += (size_t)snprintf(written + used, length + 1 - used, "%s%s",
                                 i ? "," : "", info->name);
    struct weft_range range = {"strategy", written, element_line(element), 0,
                               NULL};
    r->item->every_strategy = true;
    return add_range(r, element, &range);
}

/* Check that the x axis of each plot is a range of numbers. */
static int check_plots(struct reading *r, const xmlNode *element)
{
    const struct weft_item *item = r->item;
    const struct weft_range *x = item->range;
    bool plots = false;
    for (size_t i = 0; i < item->outputs; i++)
        plots |= item->output[i].kind == WEFT_OUTPUT_FIGURE;
    if (!plots || (item->ranges && strcmp(x->setting, "network") == 0))
        return 0;
    for (size_t i = 0; item->ranges && i < x->values; i++)
        if (weft_value_number(x->value[i]) < 0)
            return element_error(element, WEFT_ERROR_MISUSE, r->err,
                                 "cannot be plotted: the first range "
                                 "holds '%.60s'; expected numbers or "
                                 "networks",
                                 x->value[i]);
    return item->ranges ? 0
                        : element_error(element, WEFT_ERROR_MISUSE, r->err,
                                        "cannot be plotted: expected a "
                                        "range of numbers or networks");
}

/* ---- items ---- */

static int read_children(struct reading *r, const xmlNode *parent,
                         const struct element_row *rows)
{
    for (const xmlNode *at = parent->children; at; at = at->next)
        for (const struct element_row *row = rows; row->name; row++)
            if (at->type == XML_ELEMENT_NODE && item_is(at, row->name) &&
                row->read(r, at))
                return -1;
    return 0;
}

static int new_item(struct reading *r, const xmlNode *element,
                    enum weft_item_kind kind, size_t outputs)
{
    struct weft_item *item = &r->file->item[r->file->items];
    r->item = item;
    item->kind = kind;
    item->line = element_line(element);
    item->output = owned_memory(r->owned, outputs, sizeof *item->output);
    return item->output ? 0 : reading_no_memory(r);
}

static int read_run(struct reading *r, const xmlNode *element)
{
    static const struct element_row rows[] = {
        {"setting", setting_read},
        {NULL, NULL},
    };
    if (new_item(r, element, WEFT_ITEM_RUN, count_children(element)) ||
        take_settings(r, element) || read_children(r, element, rows) ||
        read_children(r, element, outputs_of_run))
        return -1;
    if (!r->item->outputs)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "writes nothing; expected a trace or figure");
    r->file->items++;
    return 0;
}

/* Read the number of runs that may be executed in parallel. */
static int take_jobs(struct reading *r, const xmlNode *element)
{
    const char *text;
    int64_t first, count;
    if (attribute_take(r, element, "jobs", &text))
        return -1;
    if (!text)
        return 0;
    if (window_parse(text, 1, 256, &first, &count, r->err) || count != 1)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "attribute 'jobs' is '%.40s'; expected a number "
                             "from 1 to 256",
                             text);
    r->item->jobs = (int)first;
    return 0;
}

static int read_comparison(struct reading *r, const xmlNode *element)
{
    static const struct element_row rows[] = {
        {"setting", setting_read}, {"range", read_range}, {"table", table_read},
        {"plot", plot_read},       {NULL, NULL},
    };
    if (new_item(r, element, WEFT_ITEM_COMPARISON, count_children(element)))
        return -1;
    struct weft_item *item = r->item;
    item->range = owned_memory(r->owned, WEFT_RANGES_MAX, sizeof *item->range);
    if (!item->range)
        return reading_no_memory(r);
    if (take_settings(r, element) || take_jobs(r, element) ||
        read_children(r, element, rows))
        return -1;
    if (check_plots(r, element))
        return -1;
    if (!item->outputs)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "writes nothing; expected a table or plot");
    if (!is_said(item, "strategy") && add_every_strategy(r, element))
        return -1;
    r->file->items++;
    return 0;
}

/* Read an element `optimum`, which has no strategy and no cost. */
static int read_optimum(struct reading *r, const xmlNode *element)
{
    static const struct element_row rows[] = {
        {"setting", setting_read},
        {"range", read_range},
        {"table", table_read},
        {NULL, NULL},
    };
    if (new_item(r, element, WEFT_ITEM_OPTIMUM, count_children(element)))
        return -1;
    struct weft_item *item = r->item;
    item->range = owned_memory(r->owned, WEFT_RANGES_MAX, sizeof *item->range);
    if (!item->range)
        return reading_no_memory(r);
    if (take_settings(r, element) || read_children(r, element, rows))
        return -1;
    if (!item->outputs)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "writes nothing; expected a table");
    if (is_said(item, "strategy"))
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "a search has no strategy");
    r->file->items++;
    return 0;
}

static int read_exhibit(struct reading *r, const xmlNode *element)
{
    if (new_item(r, element, WEFT_ITEM_EXHIBIT, 1))
        return -1;
    struct weft_output *output = output_new(r, element, WEFT_OUTPUT_FIGURE);
    if (!output || attribute_take(r, element, "name", &r->item->exhibit))
        return -1;
    if (exhibit_word(r->item->exhibit, r->err))
        return element_blame(element, r->err);
    output->format = "exhibit";
    r->item->outputs++;
    r->file->items++;
    return 0;
}

int items_read(struct weft_experiment_file *file, const xmlDoc *document,
               const char *folder, bool trusted, struct weft_error *err)
{
    static const struct element_row rows[] = {
        {"run", read_run},
        {"compare", read_comparison},
        {"optimum", read_optimum},
        {"figure", read_exhibit},
        {NULL, NULL},
    };
    const xmlNode *root = xmlDocGetRootElement(document);
    struct reading r = {.file = file,
                        .owned = file->owned,
                        .folder = folder,
                        .trusted = trusted,
                        .err = err};
    file->item =
        owned_memory(r.owned, count_children(root), sizeof *file->item);
    if (!file->item)
        return reading_no_memory(&r);
    if (attribute_take(&r, root, "title", &file->title))
        return -1;
    return read_children(&r, root, rows);
}
