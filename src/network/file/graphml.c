/* Networks as GraphML: one <graph> of nodes and edges. Their properties are
 * <data> elements, whose keys are identified by attr.name: kind (`switch`),
 * label, x and y or Longitude and Latitude of nodes; latency and bandwidth of
 * edges. Everything else is skipped. Duplicate edges and edges from a node to
 * itself are ignored; nested graphs, hyperedges and a DOCTYPE are errors. */
#include "draft.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/text/markup.h"

enum role {
    GRAPHML_KIND,
    GRAPHML_LABEL,
    X,
    Y,
    LONGITUDE,
    LATITUDE,
    LATENCY,
    BANDWIDTH,
    ROLES
};

static const struct {
    const char *name;
    bool edge; /* whether the attribute belongs to edges; false: to nodes */
} roles[ROLES] = {
    {"kind", false},   {"label", false},     {"x", false},
    {"y", false},      {"Longitude", false}, {"Latitude", false},
    {"latency", true}, {"bandwidth", true},
};

#define GRAPHML_TEXT_MAX 256
/* maximum number of keys, which each <data> element searches */
#define GRAPHML_KEYS_MAX 64

struct graphml_key {
    char *id;
    enum role role;
};

/* State of the reader. */
struct graphml {
    struct file_draft *draft;
    struct markup markup;
    struct graphml_key *key;
    size_t keys, room;
    bool has_default[ROLES];
    char standard[ROLES][GRAPHML_TEXT_MAX];
    /* inside a graph; edges of the graph are directed; a graph has ended */
    bool graph, one_way, ended;
    bool in_node, in_edge;
    struct graph_link link; /* the edge being read */
    int vertex;             /* number of the node being read */
    bool given[ROLES];      /* properties given for the current node or edge */
    char value[ROLES][GRAPHML_TEXT_MAX];
    char *into;         /* buffer for character data; NULL: ignore the data */
    enum role key_role; /* property that the open <key> element defines */
};

/* ---- attributes ------------------------------------------------------------
 */

/* Return the value of a required attribute, or NULL with err set. */
static char *graphml_needed(struct graphml *g, const char *element,
                            const char *name)
{
    char *value = markup_attribute(&g->markup, name);
    if (!value)
        draft_error(g->draft, "<%s> has no attribute '%s'", element, name);
    return value;
}

/* ---- keys -------------------------------------------------------------------
 */

/* Return the role of a key with this name for nodes or edges, or ROLES. */
static enum role role_of(const char *name, const char *domain)
{
    enum role role = 0;
    while (role < ROLES && strcmp(roles[role].name, name))
        role++;
    if (role == ROLES || !domain || !strcmp(domain, "all") ||
        !strcmp(domain, roles[role].edge ? "edge" : "node"))
        return role;
    return ROLES;
}

static int key_begin(struct graphml *g)
{
    char *id = graphml_needed(g, "key", "id");
    char *name = markup_attribute(&g->markup, "attr.name"),
         *domain = markup_attribute(&g->markup, "for");
    enum role role = name ? role_of(name, domain) : ROLES;
    int status = id ? 0 : -1;
    g->key_role = role;
    if (id && role != ROLES && g->keys == GRAPHML_KEYS_MAX) {
        status = weft_error_set(g->draft->err, WEFT_ERROR_LIMIT, g->draft->line,
                                "more than %d keys of '%s' and the like",
                                GRAPHML_KEYS_MAX, roles[role].name);
    } else if (id && role != ROLES) {
        char *copy = strdup(id);
        if (!copy ||
            array_grow(&g->key, &g->room, g->keys + 1, sizeof *g->key)) {
            free(copy);
            status = draft_no_memory(g->draft);
        } else {
            g->key[g->keys++] = (struct graphml_key){copy, role};
        }
    }
    xmlFree(id);
    xmlFree(name);
    xmlFree(domain);
    return status;
}

static void default_begin(struct graphml *g)
{
    if (g->key_role == ROLES)
        return;
    g->has_default[g->key_role] = true;
    g->into = g->standard[g->key_role];
    g->into[0] = '\0';
}

static int data_begin(struct graphml *g)
{
    char *id = graphml_needed(g, "data", "key");
    if (!id)
        return -1;
    for (size_t i = 0; i < g->keys; i++) {
        enum role role = g->key[i].role;
        if (strcmp(g->key[i].id, id) ||
            (roles[role].edge ? !g->in_edge : !g->in_node))
            continue;
        g->given[role] = true;
        g->into = g->value[role];
        g->into[0] = '\0';
    }
    xmlFree(id);
    return 0;
}

/* Return the value for the current node or edge, or the default, or NULL. */
static const char *graphml_said(const struct graphml *g, enum role role)
{
    if (g->given[role])
        return g->value[role];
    return g->has_default[role] ? g->standard[role] : NULL;
}

/* ---- nodes and edges
 * --------------------------------------------------------- */

static int graph_begin(struct graphml *g)
{
    if (g->graph || g->in_node || g->in_edge)
        return draft_error(g->draft, "a graph within a graph");
    if (g->ended)
        return draft_error(g->draft, "a second <graph>");
    char *way = markup_attribute(&g->markup, "edgedefault");
    g->graph = true;
    g->one_way = way && !strcmp(way, "directed");
    int status = !way || g->one_way || !strcmp(way, "undirected")
                     ? 0
                     : draft_error(g->draft,
                                   "edgedefault '%.40s'; expected directed or "
                                   "undirected",
                                   way);
    xmlFree(way);
    return status;
}

static int node_begin(struct graphml *g)
{
    char *id = graphml_needed(g, "node", "id");
    memset(g->given, 0, sizeof g->given);
    g->in_node = true;
    g->vertex = id ? draft_declare(g->draft, id, KIND_MENTIONED) : -1;
    xmlFree(id);
    return g->vertex < 0 ? -1 : 0;
}

static int node_end(struct graphml *g)
{
    struct draft_vertex *vertex = &g->draft->vertex[g->vertex];
    const char *kind = graphml_said(g, GRAPHML_KIND),
               *label = graphml_said(g, GRAPHML_LABEL);
    enum role from[2] = {graphml_said(g, X) ? X : LONGITUDE,
                         graphml_said(g, Y) ? Y : LATITUDE};
    g->in_node = false;
    if (kind && draft_kind(g->draft, vertex, kind))
        return -1;
    if (label && *label && !(vertex->label = strdup(label)))
        return draft_no_memory(g->draft);
    for (int i = 0; i < 2; i++) {
        const char *text = graphml_said(g, from[i]);
        if (!text)
            continue;
        if (draft_place(g->draft, roles[from[i]].name, text, &vertex->at[i]))
            return -1;
        vertex->placed |= (unsigned char)(1 << i);
    }
    return 0;
}

static int edge_way(struct graphml *g)
{
    char *way = markup_attribute(&g->markup, "directed");
    g->link.one_way = way ? !strcmp(way, "true") : g->one_way;
    int status =
        !way || g->link.one_way || !strcmp(way, "false")
            ? 0
            : draft_error(g->draft, "directed '%.40s'; expected true or false",
                          way);
    xmlFree(way);
    return status;
}

static int edge_begin(struct graphml *g)
{
    char *source = graphml_needed(g, "edge", "source");
    char *target = source ? graphml_needed(g, "edge", "target") : NULL;
    memset(g->given, 0, sizeof g->given);
    g->in_edge = true;
    g->link = (struct graph_link){.cost = {-1, 0}};
    g->link.u = target ? draft_vertex(g->draft, source) : -1;
    g->link.v = g->link.u < 0 ? -1 : draft_vertex(g->draft, target);
    xmlFree(source);
    xmlFree(target);
    return g->link.v < 0 ? -1 : edge_way(g);
}

static int edge_end(struct graphml *g)
{
    const char *latency = graphml_said(g, LATENCY),
               *bandwidth = graphml_said(g, BANDWIDTH);
    g->in_edge = false;
    if (latency && draft_number(g->draft, "latency", latency, false,
                                &g->link.cost.latency))
        return -1;
    if (bandwidth && draft_number(g->draft, "bandwidth", bandwidth, true,
                                  &g->link.cost.bandwidth))
        return -1;
    return draft_link(g->draft, &g->link, false);
}

/* ---- the walk
 * ----------------------------------------------------------------- */

static int element_begin(void *arg, const char *name)
{
    struct graphml *g = arg;
    if (!strcmp(name, "key"))
        return key_begin(g);
    if (!strcmp(name, "graph"))
        return graph_begin(g);
    if (!strcmp(name, "hyperedge"))
        return draft_error(g->draft, "a hyperedge: links join two vertices");
    if (!strcmp(name, "default"))
        default_begin(g);
    if (!g->graph)
        return 0;
    if (!strcmp(name, "data"))
        return data_begin(g);
    if (g->in_node || g->in_edge)
        return 0;
    if (!strcmp(name, "node"))
        return node_begin(g);
    return strcmp(name, "edge") ? 0 : edge_begin(g);
}

/* Check a numeric default here, so that the error names its line and not that
 * of its use. */
static int default_end(struct graphml *g)
{
    double number;
    bool numeric = g->key_role != GRAPHML_KIND && g->key_role != GRAPHML_LABEL;
    if (g->key_role == ROLES || !numeric)
        return 0;
    return draft_place(g->draft, roles[g->key_role].name,
                       g->standard[g->key_role], &number);
}

static int element_end(void *arg, const char *name)
{
    struct graphml *g = arg;
    if (g->into)
        draft_text_end(g->into);
    if (!strcmp(name, "default") && default_end(g))
        return -1;
    if (!strcmp(name, "data") || !strcmp(name, "default"))
        g->into = NULL;
    if (!strcmp(name, "node") && g->in_node)
        return node_end(g);
    if (!strcmp(name, "edge") && g->in_edge)
        return edge_end(g);
    if (!strcmp(name, "graph")) {
        g->graph = false;
        g->ended = true;
    }
    return 0;
}

static int element_text(void *arg, const char *text)
{
    struct graphml *g = arg;
    return g->into ? draft_text(g->draft, g->into, GRAPHML_TEXT_MAX, text) : 0;
}

/* Check that every name in an edge is the name of a node. */
static int check_nodes(struct graphml *g)
{
    for (size_t i = 0; i < g->draft->count; i++)
        if (!g->draft->vertex[i].line) {
            g->draft->line = g->draft->vertex[i].mentioned;
            return draft_error(g->draft,
                               "an edge joins '%.80s', which is not a node",
                               g->draft->vertex[i].name);
        }
    return 0;
}

int graphml_read(struct file_draft *draft, const char *text, size_t size)
{
    struct graphml g = {.draft = draft,
                        .key_role = ROLES,
                        .markup = {.err = draft->err,
                                   .line = &draft->line,
                                   .begin = element_begin,
                                   .end = element_end,
                                   .text = element_text,
                                   .arg = &g}};
    int status = markup_read(&g.markup, text, size);
    if (!status)
        status = check_nodes(&g);
    for (size_t i = 0; i < g.keys; i++)
        free(g.key[i].id);
    free(g.key);
    return status;
}
