/* The table of network kinds, and the construction from a specification. */
#include "kind.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "own/own-network.h"

extern const struct network_row network_bipartite, network_butterfly,
    network_ccc, network_circulant, network_complete, network_copies,
    network_debruijn, network_dragonfly, network_fat_tree, network_file,
    network_hypercube, network_hyperx, network_kautz, network_line,
    network_mesh, network_nccl, network_petersen, network_random, network_ring,
    network_star, network_star_graph, network_switch, network_torus,
    network_tree;

static const struct network_row *const networks_rows[] = {
    &network_hypercube, &network_ring,       &network_line,
    &network_mesh,      &network_torus,      &network_tree,
    &network_complete,  &network_star,       &network_hyperx,
    &network_switch,    &network_fat_tree,   &network_dragonfly,
    &network_debruijn,  &network_kautz,      &network_ccc,
    &network_butterfly, &network_star_graph, &network_circulant,
    &network_petersen,  &network_bipartite,  &network_random,
    &network_file,      &network_nccl,       &network_copies,
};

#define NETWORKS_ROWS (sizeof networks_rows / sizeof networks_rows[0])

const struct weft_network_kind *weft_network_known(size_t index)
{
    const struct network_row *own = index < NETWORKS_ROWS
                                        ? networks_rows[index]
                                        : own_network(index - NETWORKS_ROWS);
    return own ? &own->info : NULL;
}

static const char *row_name(size_t i)
{
    const struct weft_network_kind *kind = weft_network_known(i);
    return kind ? kind->name : NULL;
}

static const struct network_row *find_row(const char *name)
{
    for (size_t i = 0; row_name(i); i++)
        if (!strcmp(name, row_name(i)))
            return i < NETWORKS_ROWS ? networks_rows[i]
                                     : own_network(i - NETWORKS_ROWS);
    return NULL;
}

/* Return the first network of a plug-in, whose file is the first `length` bytes
 * of `spec`. */
static const struct network_row *find_in(const char *spec, size_t length,
                                         struct weft_error *err)
{
    char *file = strndup(spec, length);
    if (!file)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    const char *name = file ? weft_plugin_network(file, err) : NULL;
    free(file);
    return name ? find_row(name) : NULL;
}

/* Return the row of the word before the colon, which may be the file of a
 * plug-in; *text is the text behind the colon, or NULL. */
static const struct network_row *
networks_find(const char *spec, const char **text, struct weft_error *err)
{
    char word[64];
    size_t file = weft_plugin_part(spec), length = strcspn(spec, ":");
    const char *end = spec + (file ? file : length);
    *text = *end ? end + 1 : NULL;
    if (file)
        return find_in(spec, file, err);
    snprintf(word, sizeof word, "%.*s", (int)length, spec);
    const struct network_row *row = find_row(word);
    if (!row)
        weft_unknown(err, "network", word, row_name);
    return row;
}

static int bad_form(const struct weft_network *network, struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "the form is %s",
                          network->row->info.usage);
}

/* Set the name, which has at most 64 numbers of up to 10 digits. */
static int set_name(struct weft_network *network, const int number[], int count,
                    char joint, struct weft_error *err)
{
    char name[800];
    int used = snprintf(name, sizeof name, "%s", network->row->info.name);
    for (int i = 0; i < count; i++)
        used += snprintf(name + used, sizeof name - (size_t)used, "%c%d",
                         i ? joint : ':', number[i]);
    network->name = strdup(name);
    if (!network->name)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return 0;
}

int network_numbers(struct weft_network *network, const char *text,
                    const struct network_form *form, int number[],
                    struct weft_error *err)
{
    const char joint = form->joint ? form->joint : 'x';
    int count = 0;
    do {
        int64_t value;
        if (!text || count == form->most)
            return bad_form(network, err);
        int fault = parse_number(text, &text, form->low, form->high, &value);
        if (fault == NUMBER_MALFORMED)
            return bad_form(network, err);
        if (fault)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "expected %d to %d (%s)", form->low,
                                  form->high, network->row->info.usage);
        number[count++] = (int)value;
    } while (*text == joint && text++);
    if (*text || count < form->least)
        return bad_form(network, err);
    return set_name(network, number, count, joint, err) ? -1 : count;
}

int network_check_size(int64_t size, struct weft_error *err)
{
    if (size >= 2 && size <= WEFT_NETWORK_SIZE_MAX)
        return 0;
    if (size > WEFT_NETWORK_SIZE_MAX) /* the size may have been capped */
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "more than %d processors", WEFT_NETWORK_SIZE_MAX);
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "%lld processor%s; expected 2 to %d", (long long)size,
                          size == 1 ? "" : "s", WEFT_NETWORK_SIZE_MAX);
}

/* Initialise the network and the members that the row leaves unset. */
static int networks_complete(struct weft_network *network, const char *spec,
                             const char *text, struct weft_error *err)
{
    if (network->row->init(network, text, err))
        return -1;
    if (!network->name && !(network->name = strdup(spec)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (strlen(network->name) >= WEFT_NETWORK_NAME_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "its name has more than %d bytes",
                              WEFT_NETWORK_NAME_MAX - 1);
    if (!network->axes) {
        network->axes = 1;
        network->extent[0] = network->size;
        network->stride[0] = 1;
    }
    return 0;
}

/* Create a network from a row; `text` is the part of `spec` behind the
 * colon. */
static struct weft_network *networks_create(const struct network_row *row,
                                            const char *spec, const char *text,
                                            uint64_t seed, bool untrusted,
                                            struct weft_error *err)
{
    struct weft_network *network = calloc(1, sizeof *network);
    _Atomic int *users = malloc(sizeof *users);
    struct weft_error why = {0};
    if (!network || !users) {
        free(network);
        free((void *)users);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a network");
        return NULL;
    }
    atomic_init(users, 1);
    network->users = users;
    network->row = row;
    network->seed = seed;
    network->untrusted = untrusted;
    network->layout = row->layout;
    if (networks_complete(network, spec, text, &why)) {
        weft_error_set(err, why.kind, why.line, "network '%.60s': %.400s", spec,
                       why.text);
        if (err)
            err->system = why.system;
        weft_network_destroy(network);
        return NULL;
    }
    return network;
}

struct weft_network *network_create(const struct network_row *row,
                                    const char *spec, uint64_t seed,
                                    struct weft_error *err)
{
    const char *colon = strchr(spec, ':');
    return networks_create(row, spec, colon ? colon + 1 : NULL, seed, false,
                           err);
}

static struct weft_network *create_from(const char *spec, uint64_t seed,
                                        bool untrusted, struct weft_error *err)
{
    if (!spec) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no network given");
        return NULL;
    }
    const char *text;
    const struct network_row *row = networks_find(spec, &text, err);
    return row ? networks_create(row, spec, text, seed, untrusted, err) : NULL;
}

struct weft_network *weft_network_create_seeded(const char *spec, uint64_t seed,
                                                struct weft_error *err)
{
    return create_from(spec, seed, false, err);
}

struct weft_network *weft_network_create(const char *spec,
                                         struct weft_error *err)
{
    return create_from(spec, WEFT_NETWORK_SEED, false, err);
}

struct weft_network *weft_network_create_untrusted(const char *spec,
                                                   uint64_t seed,
                                                   struct weft_error *err)
{
    if (weft_network_reads_file(spec)) {
        weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                       "network '%.60s' is a file: add -n file:PATH", spec);
        return NULL;
    }
    return create_from(spec, seed, true, err);
}

bool weft_network_reads_file(const char *spec)
{
    for (size_t i = 0; spec && i < NETWORKS_ROWS; i++) {
        size_t length = strlen(networks_rows[i]->info.name);
        if (networks_rows[i]->file &&
            !strncmp(spec, networks_rows[i]->info.name, length) &&
            spec[length] == ':')
            return true;
    }
    return spec && weft_plugin_part(spec);
}

struct weft_network *network_copy(const struct weft_network *network)
{
    struct weft_network *copy = malloc(sizeof *copy);
    char *name = strdup(network->name);
    if (!copy || !name) {
        free(copy);
        free(name);
        return NULL;
    }
    *copy = *network;
    copy->name = name;
    copy->lanes_of = copy->lanes_to = NULL;
    copy->lane = NULL;
    atomic_fetch_add(copy->users, 1);
    return copy;
}

void weft_network_destroy(struct weft_network *network)
{
    if (!network)
        return;
    if (atomic_fetch_sub(network->users, 1) == 1) {
        if (network->row->finish)
            network->row->finish(network);
        free((void *)network->users);
    }
    free(network->lanes_of);
    free(network->lanes_to);
    free(network->lane);
    free(network->name);
    free(network);
}
