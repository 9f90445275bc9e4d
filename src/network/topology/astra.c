/* Reads a network of the analytical backend of ASTRA-sim, a YAML file with four
 * lists, which have one item for each dimension:
 *
 *     topology: [ Ring, Switch ]    or FullyConnected
 *     npus_count: [ 4, 2 ]
 *     bandwidth: [ 400.0, 50.0 ]    of a link in one direction, in 2^30 bytes
 *                                   per second
 *     latency: [ 500, 1000 ]        of a link, in ns
 *
 * NPUs are processors; the coordinate in the first dimension is the lowest
 * digit of their number. NPUs that differ in one dimension only form a group of
 * this dimension, and each group of a Switch has a switch. A message travels
 * along the first dimension, then along the second, and so on; in a ring by the
 * shorter way, and up if both are equally short.
 *
 * Of YAML, the reader knows keys, lists in brackets or with a dash for each
 * item, quoted words and comments. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "network/file/draft.h"

/* Each has at least two NPUs, so that more dimensions have too many NPUs. */
#define ASTRA_DIMENSIONS_MAX 14

/* In a Ring, and in a FullyConnected group, NPU i is joined to the next `jumps`
 * NPUs, at most to half of the group; in a Switch to none. */
static const struct astra_shape {
    const char *name;
    int jumps;
} astra_shapes[] = {
    {"Ring", 1},
    {"FullyConnected", INT_MAX},
    {"Switch", 0},
};

struct astra_dimension {
    int npus, jumps;
    struct weft_arc_cost cost;
    int stride; /* difference of the numbers of neighbours */
    int hub;    /* the switch of its first group */
};

struct astra_network {
    int npus, dimensions;
    struct astra_dimension dimension[ASTRA_DIMENSIONS_MAX];
};

/* ---- words ---- */

struct astra_word {
    char kind;  /* one of "[],:-", 'w': another word, 0: the end */
    bool first; /* whether it begins a line */
    char text[64];
};

struct astra_file {
    struct file_draft *draft;
    const char *at; /* behind the word */
    struct astra_word word;
    struct astra_network network;
};

/* Skip blanks and comments. Returns whether a line ends. */
static bool astra_skip(struct astra_file *file)
{
    bool first = false;
    for (;; file->at++) {
        if (*file->at == '#')
            file->at += strcspn(file->at, "\n");
        if (*file->at == '\n') {
            first = true;
            file->draft->line++;
        } else if (!*file->at || !strchr(" \t\r", *file->at)) {
            return first;
        }
    }
}

/* Read the next word and its line. */
static int astra_next(struct astra_file *file)
{
    struct astra_word *word = &file->word;
    word->first = astra_skip(file);
    const char *at = file->at;
    size_t length = strcspn(at, " \t\r\n,[]:");
    if (*at && !length)
        length = 1;
    if (length >= sizeof word->text)
        return draft_error(file->draft, "'%.40s..' exceeds %zu bytes", at,
                           sizeof word->text - 1);
    file->at += length;
    word->kind = *at;
    if (*at && (length > 1 || !strchr("[],:-", *at)))
        word->kind = 'w';
    if (length > 1 && strchr("'\"", *at) && at[length - 1] == *at) {
        at++;
        length -= 2;
    }
    memcpy(word->text, at, length);
    word->text[length] = '\0';
    return 0;
}

/* ---- keys ---- */

static int astra_take_shape(struct file_draft *draft, const char *word,
                            struct astra_dimension *dimension)
{
    for (size_t i = 0; i < sizeof astra_shapes / sizeof *astra_shapes; i++)
        if (!strcmp(word, astra_shapes[i].name)) {
            dimension->jumps = astra_shapes[i].jumps;
            return 0;
        }
    return draft_error(
        draft, "topology '%s'; expected Ring, FullyConnected or Switch", word);
}

static int astra_take_npus(struct file_draft *draft, const char *word,
                           struct astra_dimension *dimension)
{
    int64_t npus;
    if (parse_number(word, NULL, 2, GRAPH_VERTICES_MAX, &npus))
        return draft_error(draft,
                           "npus_count '%s'; expected a number from 2 to %d",
                           word, GRAPH_VERTICES_MAX);
    dimension->npus = (int)npus;
    return 0;
}

static int astra_take_bandwidth(struct file_draft *draft, const char *word,
                                struct astra_dimension *dimension)
{
    int status = draft_number(draft, "bandwidth", word, true,
                              &dimension->cost.bandwidth);
    dimension->cost.bandwidth *= 1 << 30; /* bytes per second */
    dimension->cost.bandwidth /= 8e9;     /* words per ns */
    return status;
}

static int astra_take_latency(struct file_draft *draft, const char *word,
                              struct astra_dimension *dimension)
{
    return draft_number(draft, "latency", word, false,
                        &dimension->cost.latency);
}

static const struct astra_key {
    const char *name;
    int (*take)(struct file_draft *draft, const char *word,
                struct astra_dimension *dimension);
} astra_keys[] = {
    {"topology", astra_take_shape},
    {"npus_count", astra_take_npus},
    {"bandwidth", astra_take_bandwidth},
    {"latency", astra_take_latency},
};

enum { ASTRA_KEYS = sizeof astra_keys / sizeof *astra_keys, ASTRA_NPUS = 1 };

/* where a key is, and the number of its items */
struct astra_place {
    unsigned line; /* 0: it is missing */
    int items;
};

bool is_astra(const char *text)
{
    for (; *text; text += strspn(text, "\n")) {
        for (int i = 0; i < ASTRA_KEYS; i++) {
            size_t length = strlen(astra_keys[i].name);
            if (!strncmp(text, astra_keys[i].name, length) &&
                text[length] == ':')
                return true;
        }
        text += strcspn(text, "\n");
    }
    return false;
}

/* Take the current word as an item of a key, and read the next one. */
static int astra_item(struct astra_file *file, const struct astra_key *key,
                      struct astra_place *place)
{
    if (file->word.kind != 'w')
        return draft_error(file->draft, "expected an item of %s", key->name);
    if (place->items == ASTRA_DIMENSIONS_MAX)
        return weft_error_set(file->draft->err, WEFT_ERROR_LIMIT,
                              file->draft->line, "more than %d dimensions",
                              ASTRA_DIMENSIONS_MAX);
    return key->take(file->draft, file->word.text,
                     &file->network.dimension[place->items++]) ||
                   astra_next(file)
               ? -1
               : 0;
}

/* Read `[ ITEM, ITEM ]`, where a comma may follow the last item, too. */
static int astra_brackets(struct astra_file *file, const struct astra_key *key,
                          struct astra_place *place)
{
    do {
        if (astra_next(file))
            return -1;
        if (file->word.kind == ']')
            break;
        if (astra_item(file, key, place))
            return -1;
    } while (file->word.kind == ',');
    if (file->word.kind != ']')
        return draft_error(
            file->draft, "expected ',' or ']' after an item of %s", key->name);
    return astra_next(file);
}

static int astra_list(struct astra_file *file, const struct astra_key *key,
                      struct astra_place *place)
{
    if (astra_next(file))
        return -1;
    if (file->word.kind != ':')
        return draft_error(file->draft, "expected ':' after %s", key->name);
    if (astra_next(file))
        return -1;
    if (file->word.kind == '[')
        return astra_brackets(file, key, place);
    if (file->word.kind != '-')
        return draft_error(file->draft,
                           "expected a list after '%s:', as [ ITEM, ITEM ]",
                           key->name);
    while (file->word.kind == '-' && file->word.first)
        if (astra_next(file) || astra_item(file, key, place))
            return -1;
    return 0;
}

/* Read a key and its list. */
static int astra_entry(struct astra_file *file,
                       struct astra_place place[ASTRA_KEYS])
{
    for (int i = 0; file->word.first && i < ASTRA_KEYS; i++) {
        if (strcmp(file->word.text, astra_keys[i].name) != 0)
            continue;
        if (place[i].line)
            return draft_error(file->draft, "%s is already given in line %u",
                               astra_keys[i].name, place[i].line);
        place[i].line = file->draft->line;
        return astra_list(file, &astra_keys[i], &place[i]);
    }
    return draft_error(file->draft,
                       "unexpected '%s'; weft reads the keys topology, "
                       "npus_count, bandwidth and latency",
                       file->word.text);
}

static int astra_entries(struct astra_file *file,
                         struct astra_place place[ASTRA_KEYS])
{
    if (astra_next(file))
        return -1;
    file->word.first = true;
    if (!strcmp(file->word.text, "---") && astra_next(file))
        return -1;
    while (file->word.kind)
        if (astra_entry(file, place))
            return -1;
    for (int i = 0; i < ASTRA_KEYS; i++) {
        file->draft->line = place[i].line;
        if (!place[i].items)
            return draft_error(file->draft, "%s %s", astra_keys[i].name,
                               place[i].line ? "has no items" : "is missing");
        if (place[i].items != place[0].items)
            return draft_error(file->draft,
                               "the length of %s is %d; expected %d, as that "
                               "of topology",
                               astra_keys[i].name, place[i].items,
                               place[0].items);
    }
    file->network.dimensions = place[0].items;
    file->draft->line = place[ASTRA_NPUS].line;
    return 0;
}

/* ---- the network ---- */

/* Return the first NPU of a group. */
static int astra_group(const struct astra_dimension *dimension, int group)
{
    int stride = dimension->stride;
    return group / stride * stride * dimension->npus + group % stride;
}

static int astra_step(const void *arg, int from, int to)
{
    const struct astra_network *network = arg;
    if (to >= network->npus)
        return -1;
    for (int d = 0; d < network->dimensions; d++) {
        const struct astra_dimension *dimension = &network->dimension[d];
        int npus = dimension->npus, stride = dimension->stride;
        int goal = to / stride % npus, at = from / stride % npus;
        int group = from - dimension->hub, ahead = (goal - at + npus) % npus;
        if (!dimension->jumps && group >= 0 && group < network->npus / npus)
            return astra_group(dimension, group) + goal * stride;
        if (from >= network->npus || !ahead)
            continue;
        if (!dimension->jumps)
            return dimension->hub + from / stride / npus * stride +
                   from % stride;
        bool up = 2 * ahead <= npus;
        int next = goal;
        if ((up ? ahead : npus - ahead) > dimension->jumps)
            next = (at + (up ? 1 : npus - 1)) % npus;
        return from + (next - at) * stride;
    }
    return -1;
}

/* Compute the strides, the switches, and the number of links. */
static int astra_measure(struct file_draft *draft,
                         struct astra_network *network)
{
    int64_t npus = 1, hub, links = 0;
    for (int d = 0; d < network->dimensions; d++) {
        network->dimension[d].stride = (int)npus;
        npus *= network->dimension[d].npus;
        if (npus > GRAPH_VERTICES_MAX)
            return weft_error_set(draft->err, WEFT_ERROR_LIMIT, draft->line,
                                  "more than %d NPUs; weft's limit for files",
                                  GRAPH_VERTICES_MAX);
    }
    network->npus = (int)npus;
    hub = npus;
    for (int d = 0; d < network->dimensions; d++) {
        struct astra_dimension *dimension = &network->dimension[d];
        if (dimension->jumps > dimension->npus / 2)
            dimension->jumps = dimension->npus / 2;
        dimension->hub = (int)hub;
        if (!dimension->jumps)
            hub += npus / dimension->npus;
        links += npus * (dimension->jumps ? dimension->jumps : 1);
        if (2 * dimension->jumps == dimension->npus)
            links -= npus / 2; /* the longest jumps, counted at both ends */
    }
    return draft_check_size(draft, (size_t)hub, (size_t)links);
}

static int astra_declare(struct file_draft *draft,
                         const struct astra_network *network)
{
    char name[40];
    for (int npu = 0; npu < network->npus; npu++) {
        snprintf(name, sizeof name, "%d", npu);
        int vertex = draft_declare(draft, name, KIND_HOST);
        if (vertex < 0)
            return -1;
        draft->vertex[vertex].part = "NPU";
    }
    for (int d = 0; d < network->dimensions; d++) {
        const struct astra_dimension *dimension = &network->dimension[d];
        for (int group = 0;
             !dimension->jumps && group < network->npus / dimension->npus;
             group++) {
            snprintf(name, sizeof name, "switch%d-%d", d, group);
            int vertex = draft_declare(draft, name, KIND_SWITCH);
            if (vertex < 0)
                return -1;
            draft->vertex[vertex].part = "switch";
        }
    }
    return 0;
}

/* Join the NPUs of a group to each other, or to the switch. */
static int astra_join(struct file_draft *draft,
                      const struct astra_dimension *dimension, int group)
{
    int first = astra_group(dimension, group), npus = dimension->npus;
    for (int i = 0; i < npus; i++) {
        struct graph_link link = {.u = first + i * dimension->stride,
                                  .v = dimension->hub + group,
                                  .cost = dimension->cost};
        if (!dimension->jumps && draft_link(draft, &link, false))
            return -1;
        for (int jump = 1; jump <= dimension->jumps; jump++) {
            bool joined = 2 * jump == npus && i >= jump;
            link.v = first + (i + jump) % npus * dimension->stride;
            if (!joined && draft_link(draft, &link, false))
                return -1;
        }
    }
    return 0;
}

int astra_read(struct file_draft *draft, const char *text)
{
    struct astra_file file = {.draft = draft, .at = text};
    struct astra_place place[ASTRA_KEYS] = {{0}};
    struct astra_network *network = &file.network;
    draft->line = 1;
    if (astra_entries(&file, place) || astra_measure(draft, network) ||
        astra_declare(draft, network))
        return -1;
    for (int d = 0; d < network->dimensions; d++)
        for (int group = 0; group < network->npus / network->dimension[d].npus;
             group++)
            if (astra_join(draft, &network->dimension[d], group))
                return -1;
    draft->step = astra_step;
    draft->shape = malloc(sizeof *network);
    if (!draft->shape)
        return draft_no_memory(draft);
    memcpy(draft->shape, network, sizeof *network);
    return 0;
}
