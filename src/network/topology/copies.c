/* Several copies of a machine, `copies:K/FABRIC/file:PATH`: the network ports
 * of all copies, vertices named net.., are joined by a fabric. The processors
 * of copy k are kP..kP+P-1; then come the switches of the copies, then those of
 * the fabric. */
#include "network/graph/named.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define COPIES_VERTICES_MAX (1 << 12) /* arcs go one way: see file.c */
#define COPIES_GAP 1.0                /* between drawings of copies */

struct copies {
    struct weft_network *network;          /* under construction */
    struct weft_network *machine, *fabric; /* fabric NULL: switches */
    int count;                             /* of copies */
    int size, rest; /* processors and switches of a machine */
    int ports;      /* network ports of a machine */
    int *port;      /* [ports] their vertices in a machine */
    double *speed;  /* [ports] bandwidth; 0: unknown */
    int hubs;       /* switches of the fabric */
    struct graph_links links;
    struct weft_error *err;
};

/* ---- the parts of a specification ---- */

/* Return the text of the machine, behind the first '/' before a network from a
 * file, or NULL. */
static const char *copies_machine(const char *text)
{
    for (const char *at = text; (at = strchr(at, '/')); at++)
        if (weft_network_reads_file(at + 1))
            return at + 1;
    return NULL;
}

/* Create the fabric: a kind of network for all ports, or NULL with the number
 * of switches in *hubs. Return 0, or -1 with err set. */
static int copies_fabric(struct copies *c, const char *word)
{
    if (!strcmp(word, "switch") || !strcmp(word, "rails")) {
        c->hubs = word[0] == 's' ? 1 : c->ports;
        return 0;
    }
    c->fabric = weft_network_create(word, c->err);
    if (!c->fabric)
        return -1;
    int size = weft_network_size(c->fabric);
    c->hubs = weft_network_vertices(c->fabric) - size;
    if (size == c->count * c->ports)
        return 0;
    return weft_error_set(c->err, WEFT_ERROR_MISUSE, 0,
                          "fabric '%.60s' has %d processors; expected %d, one "
                          "for each network port (%d x %d)",
                          word, size, c->count * c->ports, c->count, c->ports);
}

/* Return whether this is the name of a network port, maybe with a host. */
static bool is_port(const char *name)
{
    if (name && name[0] == 'h') {
        const char *dot = name + 1 + strspn(name + 1, "0123456789");
        name = *dot == '.' ? dot + 1 : name;
    }
    return name && !strncmp(name, "net", 3);
}

/* Find the network ports of the machine, and their bandwidths. */
static int copies_ports(struct copies *c)
{
    int vertices = weft_network_vertices(c->machine);
    c->port = calloc((size_t)vertices + 1, sizeof *c->port);
    c->speed = calloc((size_t)vertices + 1, sizeof *c->speed);
    if (!c->port || !c->speed)
        return weft_error_set(c->err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int v = 0; v < vertices; v++) {
        if (!is_port(weft_network_vertex_name(c->machine, v)))
            continue;
        for (int p = 0; p < weft_network_degree(c->machine, v); p++) {
            struct weft_arc_cost cost;
            weft_network_arc_cost(c->machine, v, p, &cost);
            if (cost.bandwidth > c->speed[c->ports])
                c->speed[c->ports] = cost.bandwidth;
        }
        c->port[c->ports++] = v;
    }
    if (c->ports)
        return 0;
    return weft_error_set(c->err, WEFT_ERROR_MISUSE, 0,
                          "the machine has no network ports (vertices named "
                          "net..)");
}

static int copies_parse(struct copies *c, const char *text)
{
    int64_t count;
    const char *end, *machine = text ? copies_machine(text) : NULL;
    if (!machine || parse_number(text, &end, 1, COPIES_VERTICES_MAX, &count) ||
        *end != '/' || end + 1 >= machine)
        return weft_error_set(c->err, WEFT_ERROR_MISUSE, 0, "the form is %s",
                              c->network->row->info.usage);
    char *fabric = strndup(end + 1, (size_t)(machine - 1 - (end + 1)));
    if (!fabric)
        return weft_error_set(c->err, WEFT_ERROR_MEMORY, 0, "no memory");
    int status = -1;
    c->count = (int)count;
    c->machine = weft_network_create(machine, c->err);
    if (c->machine && !copies_ports(c))
        status = copies_fabric(c, fabric);
    free(fabric);
    return status;
}

/* ---- vertices and links ---- */

/* Return the number of a machine's vertex in copy k. */
static int copies_vertex(const struct copies *c, int k, int v)
{
    return v < c->size ? k * c->size + v
                       : c->count * c->size + k * c->rest + v - c->size;
}

static int hub_vertex(const struct copies *c, int hub)
{
    return c->count * (c->size + c->rest) + hub;
}

static int copies_arc(struct copies *c, int from, int to, int lanes,
                      struct weft_arc_cost cost)
{
    if (graph_link(&c->links, from, to))
        return weft_error_set(c->err, WEFT_ERROR_MEMORY, 0, "no memory");
    struct graph_link *link = &c->links.link[c->links.count - 1];
    link->one_way = true;
    link->more = lanes - 1;
    link->cost = cost;
    return 0;
}

/* Add the arcs of all copies of the machine. */
static int copies_machines(struct copies *c)
{
    for (int k = 0; k < c->count; k++)
        for (int v = 0; v < c->size + c->rest; v++)
            for (int p = 0; p < weft_network_degree(c->machine, v); p++) {
                struct weft_arc_cost cost;
                int to = weft_network_neighbour(c->machine, v, p);
                weft_network_arc_cost(c->machine, v, p, &cost);
                if (copies_arc(c, copies_vertex(c, k, v),
                               copies_vertex(c, k, to),
                               weft_network_lanes(c->machine, v, p), cost))
                    return -1;
            }
    return 0;
}

/* Return the bandwidth of a port of any copy or, for a switch of the fabric, of
 * the slowest port; 0: unknown. */
static double fabric_speed(const struct copies *c, int vertex)
{
    double least = c->speed[0];
    if (vertex < c->count * c->ports)
        return c->speed[vertex % c->ports];
    for (int i = 1; i < c->ports; i++)
        least = c->speed[i] < least ? c->speed[i] : least;
    return least;
}

/* Return the vertex of a vertex of the fabric, whose processors are the
 * ports. */
static int fabric_vertex(const struct copies *c, int vertex)
{
    int ports = c->count * c->ports;
    return vertex < ports
               ? copies_vertex(c, vertex / c->ports, c->port[vertex % c->ports])
               : hub_vertex(c, vertex - ports);
}

/* Add an arc of the fabric with the speed of the slower end; a switch has that
 * of the port at the other end. */
static int fabric_arc(struct copies *c, int from, int to, int lanes)
{
    int ports = c->count * c->ports;
    double one = fabric_speed(c, from < ports ? from : to),
           two = fabric_speed(c, to < ports ? to : from);
    return copies_arc(c, fabric_vertex(c, from), fabric_vertex(c, to), lanes,
                      (struct weft_arc_cost){-1, one < two ? one : two});
}

static int copies_join(struct copies *c)
{
    int ports = c->count * c->ports;
    for (int i = 0; !c->fabric && i < ports; i++) {
        int hub = ports + (c->hubs == 1 ? 0 : i % c->ports);
        if (fabric_arc(c, i, hub, 1) || fabric_arc(c, hub, i, 1))
            return -1;
    }
    for (int v = 0; c->fabric && v < ports + c->hubs; v++)
        for (int p = 0; p < weft_network_degree(c->fabric, v); p++)
            if (fabric_arc(c, v, weft_network_neighbour(c->fabric, v, p),
                           weft_network_lanes(c->fabric, v, p)))
                return -1;
    return 0;
}

/* ---- names and places ---- */

static int copies_names(struct copies *c, struct named *named)
{
    int vertices = hub_vertex(c, c->hubs);
    named->label = calloc((size_t)vertices, sizeof *named->label);
    named->part = calloc((size_t)vertices, sizeof *named->part);
    if (!named->label || !named->part)
        return -1;
    c->network->vertices = vertices; /* for finish() */
    for (int k = 0; k < c->count; k++)
        for (int v = 0; v < c->size + c->rest; v++) {
            char name[1100];
            int at = copies_vertex(c, k, v);
            weft_network_label(c->machine, v, name, sizeof name);
            named->label[at] = format_text("n%d.%s", k, name);
            named->part[at] = weft_network_part(c->machine, v);
            if (!named->label[at])
                return -1;
        }
    for (int hub = 0; hub < c->hubs; hub++) {
        int at = hub_vertex(c, hub);
        named->label[at] = format_text("fabric%d", hub);
        named->part[at] = named->part[0] ? "fabric switch" : NULL;
        if (!named->label[at])
            return -1;
    }
    return 0;
}

/* Take over what the machine's switches can do with messages. */
static int copies_powers(struct copies *c, struct named *named)
{
    const struct weft_network *machine = c->machine;
    int vertices = hub_vertex(c, c->hubs);
    if (!machine->row->powers)
        return 0;
    if (!(named->powers = calloc((size_t)vertices, sizeof *named->powers)))
        return -1;
    for (int k = 0; k < c->count; k++)
        for (int v = 0; v < c->size + c->rest; v++)
            named->powers[copies_vertex(c, k, v)] =
                (unsigned char)machine->row->powers(machine, v);
    named_count_powers(c->network, vertices);
    return 0;
}

/* Take over the remarks on the machine. */
static int copies_remarks(struct copies *c, struct named *named)
{
    const char *remark;
    size_t room = 0;
    for (size_t i = 0; (remark = weft_network_remark(c->machine, i)); i++) {
        char *copy = strdup(remark);
        if (!copy ||
            array_grow(&named->remark, &room, i + 1, sizeof *named->remark)) {
            free(copy);
            return -1;
        }
        named->remark[named->remarks++] = copy;
    }
    return 0;
}

/* Place the copies side by side and the fabric below them. */
static int copies_places(struct copies *c, struct named *named)
{
    double at[2], wide = 0, high = 0;
    int vertices = hub_vertex(c, c->hubs);
    if (weft_network_layout(c->machine) != WEFT_LAYOUT_PLACED)
        return 0;
    named->place = calloc((size_t)vertices, sizeof *named->place);
    if (!named->place)
        return -1;
    for (int v = 0; v < c->size + c->rest; v++) {
        weft_network_place(c->machine, v, at);
        wide = at[0] > wide ? at[0] : wide;
        high = at[1] > high ? at[1] : high;
    }
    wide += COPIES_GAP;
    for (int k = 0; k < c->count; k++)
        for (int v = 0; v < c->size + c->rest; v++) {
            double *place = named->place[copies_vertex(c, k, v)];
            weft_network_place(c->machine, v, at);
            place[0] = at[0] + k * wide;
            place[1] = at[1];
        }
    for (int hub = 0; hub < c->hubs; hub++) {
        double *place = named->place[hub_vertex(c, hub)];
        place[0] = (c->count * wide - COPIES_GAP) * (hub + 0.5) / c->hubs;
        place[1] = high + 1.5 + hub % 2 * 0.5;
    }
    c->network->layout = WEFT_LAYOUT_PLACED;
    return 0;
}

/* ---- the network ---- */

static int copies_build(struct copies *c)
{
    struct weft_network *network = c->network;
    struct named *named = network->state = calloc(1, sizeof *named);
    c->size = weft_network_size(c->machine);
    c->rest = weft_network_vertices(c->machine) - c->size;
    int64_t vertices = (int64_t)c->count * (c->size + c->rest) + c->hubs;
    if (vertices > COPIES_VERTICES_MAX)
        return weft_error_set(c->err, WEFT_ERROR_LIMIT, 0,
                              "%lld vertices; copies have at most %d",
                              (long long)vertices, COPIES_VERTICES_MAX);
    if (!named || copies_names(c, named) || copies_remarks(c, named) ||
        copies_powers(c, named) || copies_places(c, named))
        return weft_error_set(c->err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (copies_machines(c) || copies_join(c))
        return -1;
    network->size = c->count * c->size;
    int status = graph_init(network, (int)vertices, &c->links, c->err);
    network->no_costs = !named->graph.cost;
    network->has_lanes = named->graph.lanes;
    return status;
}

static int copies_init(struct weft_network *network, const char *text,
                       struct weft_error *err)
{
    struct copies c = {.network = network, .err = err};
    int status = copies_parse(&c, text) || copies_build(&c) ? -1 : 0;
    weft_network_destroy(c.machine);
    weft_network_destroy(c.fabric);
    free(c.port);
    free(c.speed);
    free(c.links.link);
    return status;
}

const struct network_row network_copies = {
    .info =
        {"copies", "copies:K/FABRIC/file:PATH",
         "K copies of a machine; switch, rails or a network joins its net.. "
         "vertices"},
    .init = copies_init,
    .finish = named_finish,
    WEFT_GRAPH_FUNCTIONS,
    .name = named_name,
    .label = named_label,
    .place = named_place,
    .part = named_part,
    .powers = named_powers,
    .remark = named_remark,
    .arc_cost = named_arc_cost,
    .lanes = named_lanes,
    .layout = WEFT_LAYOUT_CIRCLE,
    .file = true,
};
