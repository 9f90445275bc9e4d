/* Reads the rings and trees that NCCL prints with NCCL_DEBUG=INFO, in lines
 * such as these, with any text before NCCL INFO:
 *
 *     NCCL INFO Channel 00/02 :    0   1   2       a ring, by rank 0
 *     NCCL INFO Ring 00 : 2 -> 0 -> 1              of a ring, by each GPU
 *     NCCL INFO Trees [0] 1/-1/-1->0->-1 [1] ..    of all trees, by each GPU
 *     NCCL INFO Tree 0 : -1 -> 0 -> 1/-1/-1        of a tree, by each GPU
 *
 * Older versions print the parent first in Trees, or two such parts joined by a
 * bar; the side with slashes has the children. `Channel` and `Ring` also begin
 * lines about connections ("0[1a000] -> 1[1b000] via P2P"), which are ignored
 * like all other lines. */
#include "channels.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

struct log_lines {
    struct channel_list *list;
    int rings[CHANNEL_NUMBER_MAX + 1]; /* so far, of each channel */
    int *rank;                         /* [ranks] of the current ring */
    size_t ranks, room;
};

static const char *log_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Read a number at *at and advance it, over blanks before the number. */
static bool log_number(const char **at, int low, int high, int *number)
{
    int64_t value;
    if (parse_number(log_blanks(*at), at, low, high, &value))
        return false;
    *number = (int)value;
    return true;
}

/* Skip a text, and blanks before it. */
static bool log_text(const char **at, const char *text)
{
    const char *from = log_blanks(*at);
    if (strncmp(from, text, strlen(text)) != 0)
        return false;
    *at = from + strlen(text);
    return true;
}

/* Read "00 :" or "00/02 :". */
static bool log_channel(const char **at, int *channel, int *channels)
{
    *channels = 0;
    return log_number(at, 0, CHANNEL_NUMBER_MAX, channel) &&
           (!log_text(at, "/") || log_number(at, 0, INT32_MAX, channels)) &&
           log_text(at, ":");
}

/* Return the index of the communicator whose rings were printed last. */
static int log_communicator(const struct log_lines *log)
{
    return log->rings[0] ? log->rings[0] - 1 : 0;
}

static int log_ring(struct log_lines *log, const char *at)
{
    struct channel_gpu first = {.shape = CHANNEL_RING};
    int rank;
    if (!log_channel(&at, &first.channel, &first.channels))
        return 0;
    log->ranks = 0;
    while (log_number(&at, 0, CHANNEL_RANK_MAX, &rank)) {
        if (array_grow(&log->rank, &log->room, log->ranks + 1,
                       sizeof *log->rank))
            return weft_error_set(log->list->err, WEFT_ERROR_MEMORY, 0,
                                  "no memory");
        log->rank[log->ranks++] = rank;
    }
    bool whole = !*log_blanks(at);
    if (!log->ranks || (!whole && !strstr(at, "...")))
        return 0;
    first.communicator = log->rings[first.channel]++;
    log->list->cut += !whole;
    return whole ? channel_add_chain(log->list, &first, log->rank, log->ranks)
                 : 0;
}

/* Read "0", or "1/-1/-1". @returns the number of numbers, 0: none */
static int log_side(const char **at, int side[CHANNEL_CHILDREN])
{
    int count = 0;
    do {
        if (count == CHANNEL_CHILDREN ||
            !log_number(at, -1, CHANNEL_RANK_MAX, &side[count]))
            return 0;
        count++;
    } while (**at == '/' && (*at)++);
    for (int i = count; i < CHANNEL_CHILDREN; i++)
        side[i] = -1;
    return count;
}

/* Read "LEFT->RANK->RIGHT" of a ring, or a tree whose children are on the side
 * with more numbers, or on the left. */
static bool log_arrows(const char **at, struct channel_gpu *gpu)
{
    int left[CHANNEL_CHILDREN], right[CHANNEL_CHILDREN];
    int before = log_side(at, left);
    if (!before || !log_text(at, "->") ||
        !log_number(at, 0, CHANNEL_RANK_MAX, &gpu->rank) || !log_text(at, "->"))
        return false;
    int after = log_side(at, right);
    if (!after || (before > 1 && after > 1))
        return false;
    bool swapped = gpu->shape == CHANNEL_TREE && before >= after;
    gpu->up = swapped ? right[0] : left[0];
    memcpy(gpu->down, swapped ? left : right, sizeof gpu->down);
    return true;
}

/* Read a line "Ring" or "Tree". */
static int log_part(struct log_lines *log, const char *at,
                    enum channel_shape shape)
{
    struct channel_gpu gpu = {.shape = shape,
                              .communicator = log_communicator(log)};
    if (!log_channel(&at, &gpu.channel, &gpu.channels) ||
        !log_arrows(&at, &gpu) || *log_blanks(at))
        return 0;
    if (shape == CHANNEL_RING_LINK && (gpu.up < 0 || gpu.down[0] < 0))
        return 0;
    return channel_add(log->list, &gpu);
}

static int log_ring_part(struct log_lines *log, const char *at)
{
    return log_part(log, at, CHANNEL_RING_LINK);
}

static int log_tree_part(struct log_lines *log, const char *at)
{
    return log_part(log, at, CHANNEL_TREE);
}

static int log_trees(struct log_lines *log, const char *at)
{
    struct channel_gpu gpu = {.shape = CHANNEL_TREE,
                              .communicator = log_communicator(log)};
    while (log_text(&at, "[") &&
           log_number(&at, 0, CHANNEL_NUMBER_MAX, &gpu.channel) &&
           log_text(&at, "]") && log_arrows(&at, &gpu)) {
        struct channel_gpu other = gpu;
        if (channel_add(log->list, &gpu))
            return -1;
        if (log_text(&at, "|") && !log_arrows(&at, &other))
            break;
    }
    return *log_blanks(at)
               ? channel_wrong(log->list,
                               "'%.40s' is not a part of a tree, as "
                               "[0] 1/-1/-1->0->-1",
                               log_blanks(at))
               : 0;
}

static const struct {
    const char *word;
    int (*read)(struct log_lines *log, const char *at);
} log_words[] = {
    {"Channel ", log_ring},
    {"Ring ", log_ring_part},
    {"Trees ", log_trees},
    {"Tree ", log_tree_part},
};

static int log_line(struct log_lines *log, const char *line)
{
    static const char mark[] = "NCCL INFO ";
    const char *at = strstr(line, mark);
    at = at ? log_blanks(at + sizeof mark - 1) : NULL;
    for (size_t i = 0; at && i < sizeof log_words / sizeof *log_words; i++)
        if (!strncmp(at, log_words[i].word, strlen(log_words[i].word)))
            return log_words[i].read(log, at + strlen(log_words[i].word));
    return 0;
}

int log_lines_read(struct channel_list *list, struct input *in)
{
    struct log_lines *log = calloc(1, sizeof *log);
    size_t length;
    char *line;
    int status = log ? 0 : -1;
    if (!log)
        return weft_error_set(list->err, WEFT_ERROR_MEMORY, 0, "no memory");
    log->list = list;
    while (!status && (line = in_line(in, &length))) {
        list->line = in_line_number(in);
        if (length && line[length - 1] == '\r')
            line[length - 1] = '\0';
        status = log_line(log, line);
    }
    list->line = 0;
    free(log->rank);
    free(log);
    return in_failed(in, list->err) ? -1 : status;
}
