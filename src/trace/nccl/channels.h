/* The rings and trees over which NCCL runs its collectives, one of each for
 * every channel; private to this folder.
 *
 * graphs-file.c reads them from the file that NCCL_GRAPH_DUMP_FILE names,
 * log-lines.c from the log of NCCL_DEBUG=INFO, chosen-channels.c checks those
 * of one communicator, and channel-transfers.c converts them to transfers. */
#ifndef WEFT_SRC_TRACE_NCCL_CHANNELS_H
#define WEFT_SRC_TRACE_NCCL_CHANNELS_H

#include "trace/format.h"

#define CHANNEL_NUMBER_MAX 1023
#define CHANNEL_RANK_MAX 65535
#define CHANNEL_CHILDREN 3

enum channel_shape {
    CHANNEL_RING,
    CHANNEL_RING_LINK, /* of a ring, as one GPU prints it */
    CHANNEL_TREE
};

/* A GPU of a ring or tree. */
struct channel_gpu {
    enum channel_shape shape;
    int channel, rank;
    int channels; /* number of channels in all; 0: unknown */
    /* index of the communicator; in lines that single GPUs print, a lower
     * bound */
    int communicator;
    int up; /* ring: the previous GPU; tree: the parent, or -1 */
    /* ring: the next GPU; tree: the children, with -1 for none */
    int down[CHANNEL_CHILDREN];
    unsigned line;
};

/* What a file contains. */
struct channel_list {
    struct channel_gpu *gpu; /* [count] owned */
    size_t count, room;
    uint64_t cut; /* rings that the log prints in part */
    unsigned line;
    struct weft_error *err;
};

/* All return 0, or -1 with list->err set. */

int channel_wrong(struct channel_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int channel_add(struct channel_list *list, const struct channel_gpu *gpu);
/* Add a ring of `count` GPUs, or a tree that is a chain; the members that all
 * its GPUs share are copied from `first`. */
int channel_add_chain(struct channel_list *list,
                      const struct channel_gpu *first, const int *rank,
                      size_t count);
int graphs_file_read(struct channel_list *list, struct input *in,
                     struct weft_read_report *report);
int log_lines_read(struct channel_list *list, struct input *in);

/* The rings or trees of one communicator. GPU i has the rank rank[i]; its entry
 * in channel c is at[c * gpus + i], with such indices for ranks and
 * channels. */
struct channel_choice {
    struct channel_gpu *at; /* owned */
    int *rank;              /* [gpus] ascending, owned */
    int gpus, channels;
    int communicators; /* in the file */
};

/* Select the rings or trees of a communicator; every GPU must be in each. */
int channels_choose(struct channel_list *list, bool tree, int communicator,
                    struct channel_choice *choice);

#endif
