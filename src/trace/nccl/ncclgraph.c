/* NCCL's rings and trees, read as the schedule of a collective. */
#include "channel-transfers.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/nccl.h>

/* Collectives that can run over rings and trees; the first row that fits is
 * used. */
static const struct nccl_collective {
    const char *name;
    bool tree;
    const char *problem, *several; /* several: with more than one channel */
    bool gpus; /* whether there is a block of each GPU in every channel */
    int (*add)(struct channel_transfers *all);
} nccl_collectives[] = {
    {"allreduce", false, "allreduce", "allreduce", true, ring_allreduce},
    {"allgather", false, "allgather", "allgather", true, ring_allgather},
    {"reduce-scatter", false, "reduce-scatter", "reduce-scatter", true,
     ring_reduce_scatter},
    {"allreduce", true, "allreduce", "allreduce", false,
     channel_tree_allreduce},
    {"broadcast", true, "broadcast", "stream", false, channel_tree_broadcast},
};

/* Return whether a file has rings or trees at all. */
static bool ncclgraph_has(const struct channel_list *list, bool tree)
{
    bool any = !tree && list->cut;
    for (size_t i = 0; i < list->count && !any; i++)
        any = (list->gpu[i].shape == CHANNEL_TREE) == tree;
    return any;
}

/* Return the collective to run, or NULL. */
static const struct nccl_collective *
ncclgraph_choose(struct channel_list *list,
                 const struct weft_nccl_choice *choice)
{
    static const char *const graphs[] = {
        [WEFT_NCCL_ANY] = "rings or trees",
        [WEFT_NCCL_RINGS] = "rings",
        [WEFT_NCCL_TREES] = "trees",
    };
    const char *name = choice->collective ? choice->collective : "allreduce";
    const struct nccl_collective *found = NULL;
    list->line = 0;
    for (size_t i = 0; i < sizeof nccl_collectives / sizeof *nccl_collectives;
         i++) {
        const struct nccl_collective *row = &nccl_collectives[i];
        if (strcmp(row->name, name) != 0 ||
            (choice->graph != WEFT_NCCL_ANY &&
             row->tree != (choice->graph == WEFT_NCCL_TREES)))
            continue;
        if (!found ||
            ncclgraph_has(list, row->tree) > ncclgraph_has(list, found->tree))
            found = row;
    }
    if (!found)
        weft_error_set(list->err, WEFT_ERROR_MISUSE, 0,
                       "'%.30s' is not a collective over %s; expected "
                       "allreduce, allgather or reduce-scatter over rings, "
                       "allreduce or broadcast over trees",
                       name, graphs[choice->graph]);
    return found;
}

/* Name the processors if their numbers are not the ranks of the GPUs. */
static int ncclgraph_names(const struct channel_choice *choice,
                           struct params *params)
{
    bool plain = choice->rank[choice->gpus - 1] == choice->gpus - 1;
    for (int i = 0; i < choice->gpus && !plain; i++) {
        char name[24];
        snprintf(name, sizeof name, "gpu%d", choice->rank[i]);
        if (params_add_name(params, "processor", (size_t)i, name, 0) ==
            WEFT_ERROR_MEMORY)
            return -1;
    }
    return 0;
}

static int ncclgraph_describe(const struct channel_choice *choice,
                              const struct nccl_collective *row, int root,
                              struct params *params)
{
    int channels = choice->channels;
    bool packets = !strcmp(row->name, "allgather");
    int64_t blocks = (int64_t)channels * (row->gpus ? choice->gpus : 1);
    return params_add_integer(params, "processors", choice->gpus) ||
           params_add(params, "problem",
                      channels > 1 ? row->several : row->problem) ||
           params_add_integer(params, packets ? "packets" : "blocks",
                              packets ? channels : blocks) ||
           (!strcmp(row->name, "broadcast") &&
            params_add_integer(params, "root", root)) ||
           params_add(params, "strategy",
                      row->tree ? "NCCL trees" : "NCCL rings") ||
           ncclgraph_names(choice, params);
}

/* Run a collective over chosen channels. */
static int ncclgraph_run(struct input *in, const struct channel_choice *choice,
                         const struct nccl_collective *row,
                         const struct weft_sink *sink, struct weft_error *err)
{
    size_t gpus = (size_t)choice->gpus;
    struct channel_transfers all = {.choice = choice,
                                    .set = malloc((gpus + 1) * sizeof *all.set),
                                    .order = malloc(gpus * sizeof *all.order),
                                    .ready = calloc(gpus, sizeof *all.ready),
                                    .trusted = in_trusted(in),
                                    .err = err};
    int status = -1;
    params_init(&all.params);
    all.params.info.paired = true;
    if (!all.set || !all.order || !all.ready ||
        params_add_integer(&all.params, "processors", choice->gpus))
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else
        status = row->add(&all);
    if (!status && ncclgraph_describe(choice, row, all.order[0], &all.params))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!status) {
        all.params.info.parameter = all.params.list;
        status =
            transfers_emit(all.list, all.count, &all.params.info, sink, err);
    }
    params_finish(&all.params);
    item_list_finish(&all.items);
    free(all.set);
    free(all.order);
    free(all.ready);
    free(all.list);
    return status;
}

static bool ncclgraph_xml(struct input *in)
{
    size_t length, i = 0;
    const char *head = in_head(in, &length);
    while (i < length && head[i] && strchr(" \t\r\n", head[i]))
        i++;
    return i < length && head[i] == '<';
}

static int ncclgraph_read(struct input *in, const struct weft_sink *sink,
                          struct weft_read_report *report,
                          struct weft_error *err)
{
    static const struct weft_nccl_choice usual;
    const struct weft_nccl_choice *asked = in_choice(in);
    struct channel_list list = {.err = err};
    struct channel_choice choice = {.gpus = 0};
    const struct nccl_collective *row = NULL;
    asked = asked ? asked : &usual;
    int status = ncclgraph_xml(in) ? graphs_file_read(&list, in, report)
                                   : log_lines_read(&list, in);
    if (!status)
        row = ncclgraph_choose(&list, asked);
    if (row && !channels_choose(&list, row->tree, asked->communicator, &choice))
        status = ncclgraph_run(in, &choice, row, sink, err);
    else
        status = -1;
    if (!status && choice.communicators > 1)
        report_skipped(report, (uint64_t)choice.communicators - 1,
                       "other communicator");
    free(choice.at);
    free(choice.rank);
    free(list.gpu);
    return status;
}

/* Return whether a file has lines of NCCL, or <graphs>. */
static bool ncclgraph_recognise(const char *head, size_t length)
{
    static const char *const marks[] = {"NCCL INFO ", "<graphs ", "<graphs>",
                                        "<graphs/>"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(head, length, marks[i], strlen(marks[i])))
            return true;
    return false;
}

const struct weft_format trace_ncclgraph = {
    .info = {.name = "ncclgraph",
             .ending = ".log",
             .summary = "rings and trees of NCCL: its log or graphs, for GPUs",
             .reads = true},
    .chooses = true,
    .recognise = ncclgraph_recognise,
    .read = ncclgraph_read,
};
