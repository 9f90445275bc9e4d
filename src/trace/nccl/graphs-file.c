/* Reads the graphs that NCCL writes to the file named by NCCL_GRAPH_DUMP_FILE:
 * <graphs> of <graph>, of <channel>, of <gpu>. Graph 0 has rings, graph 1 has
 * chains, which are the trees within a host. Other graphs and elements are
 * counted. */
#include "channels.h"

#include "base/base.h"
#include "base/text/markup.h"

#include <stdlib.h>
#include <string.h>

#define GRAPHS_FILE_MAX ((size_t)64 << 20)
#define GRAPHS_FILE_CHUNK ((size_t)64 << 10)

/* depths of the elements */
enum graphs_depth { AT_GRAPHS, AT_GRAPH, AT_CHANNEL, AT_GPU };

struct graphs_file {
    struct channel_list *list;
    struct markup markup;
    int depth;
    int understood; /* number of open elements that are understood */
    int id;         /* of the current graph */
    unsigned seen;  /* set of the graphs 0 and 1 that were given */
    int channel;    /* number of the current channel; -1: none yet */
    int channels;   /* number that the graph states; 0: none */
    int *rank;      /* [ranks] GPUs of the current channel */
    size_t ranks, room;
    uint64_t graphs, elements; /* ignored */
};

static int graphs_begin(struct graphs_file *file)
{
    (void)file;
    return 0;
}

static int graphs_graph_begin(struct graphs_file *file)
{
    file->id = -1;
    file->channel = -1;
    file->channels = 0;
    if (markup_integer(&file->markup, "id", 0, INT32_MAX, &file->id) ||
        markup_integer(&file->markup, "nchannels", 0, INT32_MAX,
                       &file->channels))
        return -1;
    if (file->id < 0)
        return markup_wrong(&file->markup, "<graph> needs an id");
    if (file->id > 1) {
        file->graphs++;
        return 0;
    }
    if (file->seen & 1u << file->id)
        return markup_wrong(&file->markup, "a second <graph id=\"%d\">",
                            file->id);
    file->seen |= 1u << file->id;
    return 0;
}

static int channel_begin(struct graphs_file *file)
{
    file->ranks = 0;
    if (++file->channel > CHANNEL_NUMBER_MAX)
        return weft_error_set(file->list->err, WEFT_ERROR_LIMIT,
                              file->list->line, "more than %d channels",
                              CHANNEL_NUMBER_MAX + 1);
    return 0;
}

/* Older files have no rank; then the device, a hexadecimal number, is the
 * rank. */
static int graphs_rank(struct graphs_file *file, int *rank)
{
    char device[32], *end;
    *rank = -1;
    if (markup_integer(&file->markup, "rank", 0, CHANNEL_RANK_MAX, rank))
        return -1;
    if (*rank >= 0)
        return 0;
    if (!markup_copy(&file->markup, "dev", device, sizeof device))
        return markup_wrong(&file->markup, "<gpu> needs a rank or a dev");
    unsigned long long value = strtoull(device, &end, 16);
    if (*end || end == device || strchr("+- \t", device[0]) ||
        value > CHANNEL_RANK_MAX)
        return markup_wrong(&file->markup,
                            "dev is '%.20s'; expected a hexadecimal number up "
                            "to %x",
                            device, CHANNEL_RANK_MAX);
    *rank = (int)value;
    return 0;
}

static int graphs_gpu_begin(struct graphs_file *file)
{
    int rank;
    if (graphs_rank(file, &rank))
        return -1;
    if (array_grow(&file->rank, &file->room, file->ranks + 1,
                   sizeof *file->rank))
        return weft_error_set(file->list->err, WEFT_ERROR_MEMORY, 0,
                              "no memory");
    file->rank[file->ranks++] = rank;
    return 0;
}

static int channel_end(struct graphs_file *file)
{
    const struct channel_gpu first = {.shape = file->id ? CHANNEL_TREE
                                                        : CHANNEL_RING,
                                      .channel = file->channel,
                                      .channels = file->channels};
    return file->id <= 1
               ? channel_add_chain(file->list, &first, file->rank, file->ranks)
               : 0;
}

static const struct graphs_element {
    const char *name;
    int (*begin)(struct graphs_file *file);
    int (*end)(struct graphs_file *file); /* NULL: nothing to do */
} graphs_elements[] = {
    [AT_GRAPHS] = {"graphs", graphs_begin, NULL},
    [AT_GRAPH] = {"graph", graphs_graph_begin, NULL},
    [AT_CHANNEL] = {"channel", channel_begin, channel_end},
    [AT_GPU] = {"gpu", graphs_gpu_begin, NULL},
};

static int graphs_element_begin(void *arg, const char *name)
{
    struct graphs_file *file = arg;
    int depth = file->depth++;
    bool known = depth <= AT_GPU && depth == file->understood &&
                 !strcmp(name, graphs_elements[depth].name);
    bool net = depth == AT_GPU && !strcmp(name, "net");
    if (known) {
        file->understood++;
        return graphs_elements[depth].begin(file);
    }
    if (depth == 0)
        return markup_wrong(&file->markup, "<%.40s>; expected <graphs>", name);
    file->elements += !net;
    return 0;
}

static int graphs_element_end(void *arg, const char *name)
{
    struct graphs_file *file = arg;
    int depth = --file->depth;
    (void)name;
    if (depth >= file->understood)
        return 0;
    file->understood--;
    return graphs_elements[depth].end ? graphs_elements[depth].end(file) : 0;
}

/* Read everything; the caller frees *text, even on failure. */
static int graphs_text(struct channel_list *list, struct input *in, char **text,
                       size_t *size)
{
    size_t room = 0;
    long got;
    *size = 0;
    do {
        if (*size > GRAPHS_FILE_MAX)
            return weft_error_set(list->err, WEFT_ERROR_LIMIT, 0,
                                  "more than %zu MiB (unpacked)",
                                  GRAPHS_FILE_MAX >> 20);
        if (array_grow(text, &room, *size + GRAPHS_FILE_CHUNK + 1, 1))
            return weft_error_set(list->err, WEFT_ERROR_MEMORY, 0, "no memory");
        got = in_bytes(in, *text + *size, GRAPHS_FILE_CHUNK);
        *size += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    (*text)[*size] = '\0';
    return got < 0 ? (in_failed(in, list->err), -1) : 0;
}

int graphs_file_read(struct channel_list *list, struct input *in,
                     struct weft_read_report *report)
{
    struct graphs_file file = {.list = list,
                               .markup = {.err = list->err,
                                          .line = &list->line,
                                          .begin = graphs_element_begin,
                                          .end = graphs_element_end,
                                          .arg = &file}};
    char *text = NULL;
    size_t size = 0;
    int status = graphs_text(list, in, &text, &size);
    if (!status)
        status = markup_read(&file.markup, text, size);
    list->line = 0;
    report_skipped(report, file.graphs, "other graph");
    report_skipped(report, file.elements, "other element");
    free(file.rank);
    free(text);
    return status;
}
