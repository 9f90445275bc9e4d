/* Draw a figure of the gallery: make its runs and trees, then the figure.
 * src/papers holds the table of all figures and makes the trees that they
 * show. */
#include "papers/papers.h"

#include <stdlib.h>
#include <string.h>

/* The objects that a panel owns while it is drawn. */
struct hung {
    struct weft_trace trace;
    struct weft_tree tree[GALLERY_TREES_MAX];
    int trees; /* number of trees made */
    struct weft_network *network;
    uint8_t *shape;
};

static const char *gallery_exhibit_name(size_t index)
{
    const struct weft_exhibit *exhibit = weft_exhibit(index);
    return exhibit ? exhibit->name : NULL;
}

static int gallery_choose(struct weft_experiment *experiment,
                          const struct gallery_panel *from,
                          struct weft_error *err)
{
    const struct {
        const char *name, *text;
        int64_t number;
    } choice[] = {
        {"strategy", from->strategy, 0},
        {"network", from->network, 0},
        {"model", from->model, 0},
        {"sources", from->sources, 0},
        {"on-conflict", from->report ? "report" : NULL, 0},
        {"packets", NULL, from->packets},
        {"trees", NULL, from->trees},
        {"spacing", NULL, from->spacing},
    };
    int status = 0;
    for (size_t i = 0; !status && i < sizeof choice / sizeof *choice; i++) {
        if (choice[i].text)
            status = weft_experiment_set(experiment, choice[i].name,
                                         choice[i].text, err);
        else if (choice[i].number)
            status = weft_experiment_set_number(experiment, choice[i].name,
                                                choice[i].number, err);
    }
    return status;
}

static int gallery_run(struct hung *hung, const struct gallery_panel *from,
                       struct weft_error *err)
{
    struct weft_experiment experiment = weft_experiment_default(from->problem);
    if (gallery_choose(&experiment, from, err))
        return -1;
    struct weft_sink sink = weft_trace_collect(&hung->trace);
    const struct weft_sink *sinks[] = {&sink};
    struct weft_result result;
    int status = weft_run(&experiment, sinks, 1, &result, err);
    weft_result_finish(&result);
    /* a run that shows conflicts need not solve the problem */
    return from->report && status && err->kind == WEFT_ERROR_WRONG ? 0 : status;
}

/* Make one tree, or several trees in one network. */
static int gallery_grow(struct hung *hung, const struct gallery_panel *from)
{
    int number[GALLERY_NUMBERS];
    memcpy(number, from->number, sizeof number);
    for (int i = 0; i < from->together + !from->together; i++) {
        if (from->together)
            number[1] = i + 1;
        if (from->tree(&hung->tree[i], &hung->shape, number))
            return -1;
        hung->trees++;
    }
    return 0;
}

static int gallery_hang(struct hung *hung, const struct gallery_panel *from,
                        struct weft_panel *panel, struct weft_error *err)
{
    *panel = (struct weft_panel){.caption = from->caption,
                                 .window = from->window,
                                 .label = from->label,
                                 .tour = from->tour,
                                 .columns = from->columns,
                                 .labels = from->labels,
                                 .one_message = from->one_message,
                                 .message = from->message};
    if (from->problem) {
        if (gallery_run(hung, from, err))
            return -1;
        panel->trace = &hung->trace;
    } else if (from->network) {
        hung->network = weft_network_create(from->network, err);
        if (!hung->network)
            return -1;
        panel->network = hung->network;
    }
    if (from->tree) {
        if (gallery_grow(hung, from))
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                  "no memory for the tree");
        panel->tree = hung->tree;
        panel->trees = (size_t)hung->trees;
        panel->shape = hung->shape;
    }
    return 0;
}

static void gallery_take_down(struct hung *hung)
{
    weft_trace_finish(&hung->trace);
    for (int i = 0; i < hung->trees; i++)
        weft_tree_finish(&hung->tree[i]);
    weft_network_destroy(hung->network);
    free(hung->shape);
}

static char *exhibit_draw(const char *name, bool print, struct weft_error *err)
{
    const struct gallery_exhibit *row = gallery_find(name);
    if (!row) {
        weft_unknown(err, "figure", name, gallery_exhibit_name);
        return NULL;
    }
    struct hung hung[GALLERY_PANELS_MAX] = {0};
    struct weft_panel panel[GALLERY_PANELS_MAX];
    struct weft_figure figure = {.kind = row->info.kind,
                                 .title = row->title,
                                 .note = row->note,
                                 .panels = (size_t)row->panels,
                                 .panel = panel};
    int status = 0;
    for (int i = 0; i < row->panels && !status; i++) {
        status = gallery_hang(&hung[i], &row->panel[i], &panel[i], err);
        panel[i].print = print;
    }
    char *svg = status ? NULL : weft_figure_draw(&figure, err);
    for (int i = 0; i < row->panels; i++)
        gallery_take_down(&hung[i]);
    return svg;
}

char *weft_exhibit_draw(const char *name, struct weft_error *err)
{
    return exhibit_draw(name, false, err);
}

char *weft_exhibit_print(const char *name, struct weft_error *err)
{
    return exhibit_draw(name, true, err);
}
