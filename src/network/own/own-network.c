/* Network kinds defined by plug-ins. */
#include "own-network.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/plugin-code.h"
#include "plugin/registry.h"
#include "wiring.h"

#define OWN_NETWORK_ROWS_MAX 64
#define OWN_NETWORK_NAME_LENGTH_MAX 23

struct own_kind {
    /* must be the first member, because the network points to it */
    struct network_row row;
    const struct weft_own_network *own;
};

/* ---- networks built from a registered row ---- */

static int read_numbers(struct weft_network *network, const char *text,
                        int number[], int *count, struct weft_error *err)
{
    const struct weft_own_network *own =
        ((const struct own_kind *)network->row)->own;
    const struct network_form form = {.least = own->numbers,
                                      .most = own->numbers,
                                      .high = WEFT_NETWORK_SIZE_MAX};
    *count = own->numbers;
    return own->numbers &&
                   network_numbers(network, text, &form, number, err) < 0
               ? -1
               : 0;
}

static int own_network_init(struct weft_network *network, const char *text,
                            struct weft_error *err)
{
    const struct weft_own_network *own =
        ((const struct own_kind *)network->row)->own;
    int number[WEFT_NETWORK_AXES_MAX], count;
    struct weft_wiring wiring = {.network = network, .text = text, .err = err};
    if (read_numbers(network, text, number, &count, err) ||
        wiring_begin(&wiring))
        return -1;
    plugin_code_enters();
    int status = own->function(&wiring, number, count);
    plugin_code_leaves();
    if (status && !wiring.failed)
        weft_wire_fail(&wiring, "its function failed without a reason");
    if (wiring_end(&wiring, own->ports_in_order))
        return -1;
    return own->next ? routes_find(network, own, number, count, err) : 0;
}

static const struct network_row own_network_pattern = {
    .init = own_network_init,
    .finish = wired_finish,
    .degree = graph_degree,
    .neighbour = wired_neighbour,
    .dimension = network_port_is_dimension,
    .port = wired_port,
    .arc = wired_arc,
    .distance = routed_distance,
    .next = routed_next,
    .eccentricity = graph_eccentricity,
    .name = named_name,
    .label = named_label,
    .place = named_place,
    .arc_cost = named_arc_cost,
    .lanes = named_lanes,
    .lanes_in = graph_lanes_in,
    .layout = WEFT_LAYOUT_CIRCLE,
};

/* ---- the rows ---- */

static bool own_network_is_taken(const char *name)
{
    const struct weft_network_kind *kind;
    for (size_t i = 0; (kind = weft_network_known(i)); i++)
        if (!strcmp(kind->name, name))
            return true;
    return false;
}

static int own_network_check(const struct weft_own_network *own,
                             const char *name, struct weft_error *err)
{
    if (!word_is_name(name, OWN_NETWORK_NAME_LENGTH_MAX))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%.60s' is not a valid network name: use at "
                              "most %d letters, digits, - and _",
                              name, OWN_NETWORK_NAME_LENGTH_MAX);
    if (own_network_is_taken(name))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "network '%s' is already registered", name);
    if (!own->function)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "network '%s' has no .function", name);
    if (own->numbers < 0 || own->numbers > WEFT_NETWORK_AXES_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "network '%s': .numbers = %d; expected 0 to %d",
                              name, own->numbers, WEFT_NETWORK_AXES_MAX);
    return 0;
}

/* Return the default specification: "NAME", "NAME:A", "NAME:AxB". */
static char *usual_form(const char *name, int numbers)
{
    char form[2 * WEFT_NETWORK_AXES_MAX + 2] = "";
    for (int i = 0; i < numbers; i++) {
        form[2 * i] = i ? 'x' : ':';
        form[2 * i + 1] = (char)('A' + i);
        form[2 * i + 2] = '\0';
    }
    return format_text("%s%s", name, form);
}

static void *own_network_make(const void *registered, const char *name,
                              const char **kept, struct weft_error *err)
{
    const struct weft_own_network *own = registered;
    if (!name)
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "a network without .name");
    if (!name || own_network_check(own, name, err))
        return NULL;
    struct own_kind *kind = calloc(1, sizeof *kind);
    char *copy = strdup(name);
    char *usage =
        own->usage ? strdup(own->usage) : usual_form(name, own->numbers);
    if (!kind || !copy || !usage) {
        free(kind);
        free(copy);
        free(usage);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    kind->row = own_network_pattern;
    kind->row.info = (struct weft_network_kind){
        .name = copy,
        .usage = usage,
        .summary = own->summary ? own->summary : "from a plug-in",
        .exponent = own->exponent,
        .own_routes = own->next != NULL,
    };
    kind->own = own;
    *kept = copy;
    return kind;
}

static void *own_network_rows[OWN_NETWORK_ROWS_MAX];
static struct registry own_networks = {
    .kind = REGISTRY_NETWORKS,
    .make = own_network_make,
    .most = OWN_NETWORK_ROWS_MAX,
    .row = own_network_rows,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

const struct network_row *own_network(size_t i)
{
    const struct own_kind *kind = registry_row(&own_networks, i);
    return kind ? &kind->row : NULL;
}

int weft_network_add(const struct weft_own_network *network,
                     const char *version)
{
    return registry_add(&own_networks, network, network->name, NULL, version,
                        NULL);
}
