/* A network from a file: links as text (edges.c), GraphML (graphml.c) or a
 * machine's topology (../topology), optionally compressed by gzip.
 *
 * Processors are the declared hosts in the order of their declaration, then all
 * other names that are not switches, in the order of their first use; or in
 * numerical order if no host is declared and the names are the integers 0 to
 * n-1. Then come the switches. Links, ports and routes are those of graph.c. */
#include "draft.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/system/stable-sort.h"
#include "base/text/markup.h"

/* ---- the order of vertices ----------------------------------------------- */

/* Return n if a name is the integer n in canonical form, else -1. */
static int file_value_of(const char *name)
{
    int64_t value;
    if ((name[0] == '0' && name[1]) || name[0] < '0' || name[0] > '9' ||
        parse_number(name, NULL, 0, GRAPH_VERTICES_MAX, &value))
        return -1;
    return (int)value;
}

/* Return whether the processors' names are the integers 0 to hosts-1. Names are
 * distinct, so it is enough that each is in the range. */
static bool are_numbers(const struct file_draft *draft, int hosts)
{
    for (size_t i = 0; i < draft->count; i++) {
        const struct draft_vertex *vertex = &draft->vertex[i];
        int value = file_value_of(vertex->name);
        if (vertex->kind == KIND_HOST)
            return false;
        if (vertex->kind == KIND_MENTIONED && (value < 0 || value >= hosts))
            return false;
    }
    return true;
}

/* Order vertices by declaration, or by first use if they are not declared. */
static int by_declaration(const void *a, const void *b, void *arg)
{
    const struct file_draft *draft = arg;
    const int *x = a, *y = b;
    unsigned one = draft->vertex[*x].order, two = draft->vertex[*y].order;
    return one < two ? -1 : one > two;
}

static void sort_kind(struct file_draft *draft, enum kind kind, int *vertex,
                      int *count)
{
    int first = *count;
    for (size_t i = 0; i < draft->count; i++)
        if (draft->vertex[i].kind == kind)
            vertex[(*count)++] = (int)i;
    if (kind != KIND_MENTIONED && *count > first)
        stable_sort(vertex + first, (size_t)(*count - first), sizeof *vertex,
                    by_declaration, draft);
}

/* Fill vertex[] with the indices of the draft's vertices in their final order.
 * @returns the number of processors */
static int file_arrange(struct file_draft *draft, int *vertex)
{
    int count = 0;
    sort_kind(draft, KIND_HOST, vertex, &count);
    sort_kind(draft, KIND_MENTIONED, vertex, &count);
    int hosts = count;
    if (are_numbers(draft, hosts))
        for (size_t i = 0; i < draft->count; i++)
            if (draft->vertex[i].kind == KIND_MENTIONED)
                vertex[file_value_of(draft->vertex[i].name)] = (int)i;
    sort_kind(draft, KIND_SWITCH, vertex, &count);
    return hosts;
}

/* ---- names and places -----------------------------------------------------
 */

/* Return whether every vertex's name is its number. */
static bool plain_names(const struct file_draft *draft, const int *vertex)
{
    for (size_t i = 0; i < draft->count; i++)
        if (draft->vertex[vertex[i]].label ||
            file_value_of(draft->vertex[vertex[i]].name) != (int)i)
            return false;
    return true;
}

static int take_labels(struct named *file, struct file_draft *draft,
                       const int *vertex)
{
    if (plain_names(draft, vertex))
        return 0;
    file->label = calloc(draft->count, sizeof *file->label);
    if (!file->label)
        return -1;
    for (size_t i = 0; i < draft->count; i++) {
        struct draft_vertex *from = &draft->vertex[vertex[i]];
        char *label = strdup(from->label ? from->label : from->name);
        if (!label)
            return -1;
        text_make_plain(label);
        file->label[i] = label;
    }
    return 0;
}

/* Take over the kinds of the vertices, if known, and the remarks of the
 * reader. */
static int file_take_parts(struct named *file, struct file_draft *draft,
                           const int *vertex)
{
    file->remark = draft->remark;
    file->remarks = draft->remarks;
    draft->remark = NULL;
    draft->remarks = 0;
    bool any = false;
    for (size_t i = 0; i < draft->count; i++)
        any = any || draft->vertex[i].part;
    if (!any)
        return 0;
    file->part = calloc(draft->count, sizeof *file->part);
    for (size_t i = 0; file->part && i < draft->count; i++)
        file->part[i] = draft->vertex[vertex[i]].part;
    return file->part ? 0 : -1;
}

/* Take what switches can do with messages. */
static int file_take_powers(struct weft_network *network,
                            const struct file_draft *draft, const int *vertex)
{
    struct named *file = network->state;
    if (!(file->powers = malloc(draft->count)))
        return -1;
    for (size_t i = 0; i < draft->count; i++)
        file->powers[i] = draft->vertex[vertex[i]].powers;
    named_count_powers(network, (int)draft->count);
    return 0;
}

#define EXTENT_MIN 1e-300 /* smaller extents of a picture are treated as 0 */

/* Scale the coordinates to a square whose side suits the number of vertices; y
 * and latitude grow upwards. Coordinates are used only if every vertex has
 * them. */
static int file_take_places(struct named *file, const struct file_draft *draft,
                            const int *vertex)
{
    double low[2] = {0, 0}, high[2] = {0, 0};
    for (size_t i = 0; i < draft->count; i++) {
        const struct draft_vertex *from = &draft->vertex[i];
        if (from->placed != 3)
            return 0;
        for (int k = 0; k < 2; k++) {
            low[k] = !i || from->at[k] < low[k] ? from->at[k] : low[k];
            high[k] = !i || from->at[k] > high[k] ? from->at[k] : high[k];
        }
    }
    double width = high[0] - low[0], height = high[1] - low[1];
    double extent = width > height ? width : height, units = 1;
    while (units * units < (double)draft->count)
        units++;
    double scale = extent > EXTENT_MIN ? 1.6 * units / extent : 0;
    if (draft->to_scale)
        scale = 1;
    file->place = calloc(draft->count, sizeof *file->place);
    if (!file->place)
        return -1;
    for (size_t i = 0; i < draft->count; i++) {
        const struct draft_vertex *from = &draft->vertex[vertex[i]];
        file->place[i][0] = (from->at[0] - low[0]) * scale;
        file->place[i][1] = (high[1] - from->at[1]) * scale;
    }
    return 0;
}

/* ---- the network -----------------------------------------------------------
 */

/* limits the vertices of networks whose one-way links need full tables */
#define ONE_WAY_MAX (1 << 12)

static int check_work(struct file_draft *draft)
{
    const struct graph_links *links = &draft->links;
    bool one_way = false;
    for (size_t i = 0; i < links->count; i++)
        one_way = one_way || links->link[i].one_way;
    if (one_way && draft->count > ONE_WAY_MAX)
        return weft_error_set(
            draft->err, WEFT_ERROR_LIMIT, 0,
            "%zu vertices; a network with one-way links has at most %d",
            draft->count, ONE_WAY_MAX);
    draft->line = 0;
    return draft_check_size(draft, draft->count, links->count);
}

static int turn_links(struct file_draft *draft, const int *vertex)
{
    int *number = malloc(draft->count * sizeof *number);
    if (!number)
        return -1;
    for (size_t i = 0; i < draft->count; i++)
        number[vertex[i]] = (int)i;
    for (size_t i = 0; i < draft->links.count; i++) {
        draft->links.link[i].u = number[draft->links.link[i].u];
        draft->links.link[i].v = number[draft->links.link[i].v];
    }
    free(number);
    return 0;
}

static int file_make(struct weft_network *network, struct file_draft *draft,
                     int *vertex)
{
    struct named *file = network->state = calloc(1, sizeof *file);
    network->size = file_arrange(draft, vertex);
    if (network->size < 2) {
        draft->line = 0;
        return draft_error(draft, "%d processor%s; a network has 2 or more",
                           network->size, network->size == 1 ? "" : "s");
    }
    network->vertices = (int)draft->count;
    if (!file || turn_links(draft, vertex) ||
        take_labels(file, draft, vertex) ||
        file_take_parts(file, draft, vertex) ||
        file_take_powers(network, draft, vertex) ||
        file_take_places(file, draft, vertex))
        return draft_no_memory(draft);
    if (file->place)
        network->layout = WEFT_LAYOUT_PLACED;
    file->graph.sparing = true;
    file->graph.step = draft->step;
    file->graph.shape = draft->shape;
    draft->shape = NULL;
    int status =
        graph_init(network, (int)draft->count, &draft->links, draft->err);
    if (status && draft->err && draft->err->kind == WEFT_ERROR_FORMAT)
        draft->err->line = draft->vertex[vertex[file->graph.lost]].mentioned;
    network->no_costs = !file->graph.cost;
    network->has_lanes = file->graph.lanes;
    return status;
}

/* Return whether the text contains "<graphml" or "<PREFIX:graphml". Each
 * character is scanned at most once for the beginning of a word. */
static bool is_graphml(const char *text)
{
    static const char name[] = "graphml";
    /* beginning of the current word, and end of the text scanned */
    const char *begin = text, *seen = text;
    for (const char *at = text; (at = strstr(at, name)); at++) {
        const char *back = at;
        while (back > seen && !strchr("<> \t\r\n", back[-1]))
            back--;
        if (back > seen)
            begin = back;
        seen = at;
        if (begin > text && begin[-1] == '<' &&
            (begin == at || at[-1] == ':') &&
            strchr("> \t\r\n/", at[sizeof name - 1]))
            return true;
    }
    return false;
}

/* Formats of XML files by the root element. A network `KIND:PATH` accepts those
 * of its kind, file:PATH accepts all. */
static const struct {
    const char *root, *kind;
    int (*read)(struct file_draft *draft, const char *text, size_t size);
} file_forms[] = {
    {"system", "nccl", nccl_read},
    {"platform", "file", simgrid_read},
};

/* Read the text in the format that it has. */
static int file_read(struct file_draft *draft, const char *kind, char *text,
                     size_t size)
{
    char root[40];
    bool any = !strcmp(kind, "file");
    if (any && is_graphml(text))
        return graphml_read(draft, text, size);
    markup_root(text, root, sizeof root);
    for (size_t i = 0; i < sizeof file_forms / sizeof *file_forms; i++)
        if (!strcmp(root, file_forms[i].root) &&
            (any || !strcmp(kind, file_forms[i].kind)))
            return file_forms[i].read(draft, text, size);
    if (any && !root[0] && is_astra(text))
        return astra_read(draft, text);
    if (any && !root[0])
        return edges_read(draft, text);
    return draft_error(draft, "%s%s%s; expected %s",
                       root[0] ? "XML whose root element is <" : "not XML",
                       root, root[0] ? ">" : "",
                       any ? "<graphml>, <system> of NCCL, or <platform> of "
                             "SimGrid"
                           : "<system>");
}

int file_take(struct weft_network *network, char *text, size_t size,
              struct weft_error *err)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark of UTF-8 */
    struct file_draft draft = {.err = err};
    int status = -1, *vertex = NULL;
    if (!strncmp(text, mark, sizeof mark - 1)) {
        text += sizeof mark - 1;
        size -= sizeof mark - 1;
    }
    if (strlen(text) != size)
        draft_error(&draft, "it contains a zero byte");
    else
        status = file_read(&draft, network->row->info.name, text, size);
    if (!status)
        status = check_work(&draft);
    if (!status) {
        vertex = malloc((draft.count + 1) * sizeof *vertex);
        status = vertex ? file_make(network, &draft, vertex)
                        : draft_no_memory(&draft);
    }
    free(vertex);
    draft_finish(&draft);
    return status;
}

int file_init(struct weft_network *network, const char *text,
              struct weft_error *err)
{
    size_t size;
    if (!text || !*text)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "the form is %s",
                              network->row->info.usage);
    char *content = source_read(text, &size, err);
    int status = content ? file_take(network, content, size, err) : -1;
    free(content);
    return status;
}

const struct network_row network_file = {
    .info = {"file", "file:PATH",
             "links from a file: one 'u v' per line, or GraphML (also .gz)"},
    FILE_ROW,
};
