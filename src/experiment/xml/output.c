/* The outputs of an experiment file: traces, figures, tables, plots. */
#include "reading.h"

#include <string.h>

#define OUTPUT_FILES_MAX 4096

static bool output_is_taken(const struct reading *r, const char *file)
{
    const struct weft_item *last = r->item;
    for (const struct weft_item *item = r->file->item; item <= last; item++)
        for (size_t i = 0; i < item->outputs; i++)
            if (strcmp(item->output[i].file, file) == 0)
                return true;
    return false;
}

struct weft_output *output_new(struct reading *r, const xmlNode *element,
                               enum weft_output_kind kind)
{
    if (r->files == OUTPUT_FILES_MAX) {
        element_error(element, WEFT_ERROR_MISUSE, r->err,
                      "more than %d files to write", OUTPUT_FILES_MAX);
        return NULL;
    }
    struct weft_output *output = &r->item->output[r->item->outputs];
    r->files++;
    output->kind = kind;
    output->line = element_line(element);
    if (attribute_take(r, element, "file", &output->file))
        return NULL;
    if (output_name(output->file, r->err)) {
        element_blame(element, r->err);
        return NULL;
    }
    if (output_is_taken(r, output->file)) {
        element_error(element, WEFT_ERROR_MISUSE, r->err,
                      "file '%.100s' is written twice", output->file);
        return NULL;
    }
    return output;
}

static int output_read_trace(struct reading *r, const xmlNode *element)
{
    struct weft_output *output = output_new(r, element, WEFT_OUTPUT_TRACE);
    if (!output || attribute_take(r, element, "format", &output->format))
        return -1;
    output->format = output_format(output->file, output->format, r->err);
    if (!output->format)
        return element_blame(element, r->err);
    r->item->outputs++;
    return 0;
}

struct output_part {
    int64_t first, count;
};

/* Read an attribute A..B; `part` remains unchanged if it is missing. */
static int take_window(struct reading *r, const xmlNode *element,
                       const char *name, int64_t low, int64_t high,
                       struct output_part *part)
{
    const char *text;
    if (attribute_take(r, element, name, &text))
        return -1;
    if (text &&
        window_parse(text, low, high, &part->first, &part->count, r->err))
        return element_blame(element, r->err);
    return 0;
}

static int read_panel(struct reading *r, const xmlNode *element,
                      struct weft_panel *panel)
{
    const char *tour;
    struct output_part processors = {0}, steps = {0}, message = {0};
    if (attribute_take(r, element, "caption", &panel->caption) ||
        attribute_take(r, element, "tour", &tour) ||
        take_window(r, element, "processors", 0, INT32_MAX - 1, &processors) ||
        take_window(r, element, "steps", 1, INT32_MAX, &steps) ||
        take_window(r, element, "message", 0, INT32_MAX, &message))
        return -1;
    if (message.count > 1)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "attribute 'message'; expected one number");
    panel->window = (struct weft_window){
        .processor = (int)processors.first,
        .processors = (int)processors.count,
        .step = (uint64_t)steps.first,
        .steps = (uint64_t)steps.count,
    };
    panel->one_message = message.count == 1;
    panel->message = (int)message.first;
    panel->tour = tour && strcmp(tour, "yes") == 0;
    return 0;
}

static int read_picture(struct reading *r, const xmlNode *element)
{
    struct weft_output *output = output_new(r, element, WEFT_OUTPUT_FIGURE);
    const char *kind;
    if (!output || attribute_take(r, element, "kind", &kind) ||
        attribute_take(r, element, "title", &output->title) ||
        read_panel(r, element, &output->panel))
        return -1;
    output->format = output_kind(kind, r->err);
    if (!output->format)
        return element_blame(element, r->err);
    r->item->outputs++;
    return 0;
}

int table_read(struct reading *r, const xmlNode *element)
{
    struct weft_output *output = output_new(r, element, WEFT_OUTPUT_TABLE);
    if (!output || attribute_take(r, element, "value", &output->value) ||
        attribute_take(r, element, "format", &output->format))
        return -1;
    if (!output->format)
        output->format = "csv";
    r->item->outputs++;
    return 0;
}

int plot_read(struct reading *r, const xmlNode *element)
{
    struct weft_output *output = output_new(r, element, WEFT_OUTPUT_FIGURE);
    if (!output || attribute_take(r, element, "value", &output->value) ||
        attribute_take(r, element, "title", &output->title))
        return -1;
    output->format = "plot";
    if (!output->value)
        output->value = "steps";
    r->item->outputs++;
    return 0;
}

const struct element_row outputs_of_run[] = {
    {"trace", output_read_trace},
    {"figure", read_picture},
    {NULL, NULL},
};
