/* Networks from files: the order of vertices, one-way links, costs, names and
 * positions; and the line number of every error. networks.py verifies links and
 * routes. */
#include <criterion/criterion.h>
#include <network/file/draft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/processor.h>
#include <weft/unstable/ways.h>
#include <zlib.h>

#define NETWORK_FILE_HEAD "<graphml>\n"
#define NETWORK_FILE_KEYS                                                      \
    "<key id='k' for='node' attr.name='kind'/>"                                \
    "<key id='t' for='edge' attr.name='label'/>"                               \
    "<key id='n' for='node' attr.name='label'/>"                               \
    "<key id='x' for='all' attr.name='x'/><key id='y' attr.name='y'/>"         \
    "<key id='o' for='node' attr.name='Longitude'/>"                           \
    "<key id='a' for='node' attr.name='Latitude'/>"                            \
    "<key id='l' for='edge' attr.name='latency'><default>7</default></key>"    \
    "<key id='b' for='edge' attr.name='bandwidth'/>\n"

/* Create a network from a temporary file, which is removed before returning. */
static struct weft_network *network_file_make(const char *text, bool packed,
                                              struct weft_error *err)
{
    char path[] = "/tmp/weft-network-XXXXXX", spec[64];
    int fd = mkstemp(path);
    cr_assert(fd >= 0);
    if (packed) {
        gzFile file = gzdopen(fd, "w");
        gzputs(file, text);
        gzclose(file);
    } else {
        cr_assert(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
        close(fd);
    }
    snprintf(spec, sizeof spec, "file:%s", path);
    *err = (struct weft_error){0};
    struct weft_network *network = weft_network_create(spec, err);
    unlink(path);
    return network;
}

/* Describe the names of all vertices and their links: "a:b,c b:a". */
static void network_file_describe(const struct weft_network *n, char *text,
                                  size_t size)
{
    char *at = text, *end = text + size;
    for (int v = 0; v < weft_network_vertices(n); v++) {
        at += snprintf(at, (size_t)(end - at), v ? " " : "");
        at += weft_network_label(n, v, at, (size_t)(end - at));
        for (int p = 0; p < weft_network_degree(n, v); p++)
            at += snprintf(at, (size_t)(end - at), "%c%d", p ? ',' : ':',
                           weft_network_neighbour(n, v, p));
    }
}

struct sample {
    const char *text;
    int size;
    const char *links; /* expected text of network_file_describe() */
};

#define NETWORK_FILE_PAIR                                                      \
    "<node id='a'/><node id='b'/><edge source='a' target='b'>"                 \
    "<data key='l'>%s</data></edge></graph></graphml>"

/* Whitespace around a value is ignored; a value that is too long is
 * reported. */
Test(network_file, values)
{
    struct weft_error err;
    struct weft_network *n =
        network_file_make(NETWORK_FILE_HEAD NETWORK_FILE_KEYS
                          "<graph><node id='a'/><node id='b'/><node id='s'>"
                          "<data key='k'>\n  switch\n</data></node>"
                          "<edge source='a' target='s'/><edge source='s' "
                          "target='b'/></graph></graphml>",
                          false, &err);
    cr_assert_not_null(n, "%s", err.text);
    cr_expect_eq(weft_network_size(n), 2);
    weft_network_destroy(n);
    char number[400], text[2000];
    struct weft_arc_cost cost;
    memset(number, ' ', sizeof number);
    snprintf(number + 300, 100, "12345 ");
    snprintf(text, sizeof text,
             NETWORK_FILE_HEAD NETWORK_FILE_KEYS "<graph>" NETWORK_FILE_PAIR,
             number);
    n = network_file_make(text, false, &err);
    cr_assert_not_null(n, "%s", err.text);
    cr_expect(weft_network_arc_cost(n, 0, 0, &cost) && cost.latency == 12345);
    weft_network_destroy(n);
    memset(number, '0', 252);
    snprintf(number + 252, 100, "12345");
    snprintf(text, sizeof text,
             NETWORK_FILE_HEAD NETWORK_FILE_KEYS "<graph>" NETWORK_FILE_PAIR,
             number);
    cr_expect_null(network_file_make(text, false, &err));
    cr_expect(strstr(err.text, "exceeds 255 bytes"), "%s", err.text);
    cr_expect_eq(err.line, 3);
}

/* Bandwidths become lanes, with the parallel links of an arc. */
Test(network_file, lanes_of_bandwidth)
{
    static const struct {
        const char *lane;
        int lanes[3]; /* of a-b, b-c and c-a; 0: refused */
    } rows[] = {{"0.1", {5, 6, 10}},  {"1/20", {10, 12, 20}},
                {"1/10", {5, 6, 10}}, {"0.2", {0, 0, 0}},
                {"0", {0, 0, 0}},     {"1e2", {0, 0, 0}},
                {"1/0", {0, 0, 0}},   {"0.0000001", {0, 0, 0}}};
    struct weft_error made;
    struct weft_network *n =
        network_file_make("a b 0 0.5\nb c 0 0.3 x2\nc a\n", false, &made);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_error err = {.kind = WEFT_ERROR_NONE};
        struct weft_network *copy =
            weft_network_with_lane(n, rows[i].lane, &err);
        cr_assert_eq(copy != NULL, rows[i].lanes[0] > 0, "%s", rows[i].lane);
        cr_expect_eq(err.kind, copy ? WEFT_ERROR_NONE : WEFT_ERROR_MISUSE);
        for (int v = 0; copy && v < 3; v++) {
            int port = weft_network_port(copy, v, (v + 1) % 3);
            cr_expect_eq(weft_network_lanes(copy, v, port), rows[i].lanes[v],
                         "%s: %d", rows[i].lane, v);
            int out = rows[i].lanes[v] + rows[i].lanes[(v + 2) % 3];
            cr_expect_eq(weft_network_lanes_out(copy, v), out);
            cr_expect_eq(weft_network_lanes_in(copy, v), out);
        }
        weft_network_destroy(copy);
    }
    cr_expect_eq(weft_network_lanes(n, 1, weft_network_port(n, 1, 2)), 2);
    weft_network_destroy(n);
}

/* Parallel links become lanes of one arc. */
Test(network_file, lanes)
{
    struct weft_error err;
    struct weft_network *n =
        network_file_make("a b x2\nb > c 1 2 x3\nc a\nx4 a 1 2\n", false, &err);
    cr_assert_not_null(n, "%s", err.text);
    static const struct {
        int from, to, lanes;
    } arcs[] = {{0, 1, 2}, {1, 0, 2}, {1, 2, 3}, {2, 0, 1}, {0, 3, 1}};
    cr_expect(weft_network_has_lanes(n));
    cr_expect_eq(weft_network_arcs(n), 7);
    for (size_t i = 0; i < sizeof arcs / sizeof *arcs; i++) {
        int port = weft_network_port(n, arcs[i].from, arcs[i].to);
        cr_expect_eq(weft_network_lanes(n, arcs[i].from, port), arcs[i].lanes);
    }
    static const int out[] = {4, 5, 1, 1}, in[] = {4, 2, 4, 1};
    for (int v = 0; v < 4; v++) {
        cr_expect_eq(weft_network_lanes_out(n, v), out[v]);
        cr_expect_eq(weft_network_lanes_in(n, v), in[v]);
    }
    cr_expect_eq(weft_network_lanes(n, 0, 9), 0);
    cr_expect_eq(weft_network_lanes(n, 7, 0), 0);
    weft_network_destroy(n);
    n = weft_network_create("hypercube:3", &err);
    cr_expect(!weft_network_has_lanes(n));
    cr_expect_eq(weft_network_lanes(n, 0, 2), 1);
    cr_expect_eq(weft_network_lanes_in(n, 0), 3);
    weft_network_destroy(n);
    static const char *const bad[] = {"a b x0\n", "a b x65\n",  "a b x\n",
                                      "a b y2\n", "a b 1 x2\n", "a b x2 1 2\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_null(network_file_make(bad[i], false, &err), "%s", bad[i]);
        cr_expect_eq(err.line, 1);
    }
}

Test(network_file, order_of_vertices_and_links)
{
    static const struct sample samples[] = {
        {"b a\nc a\n", 3, "b:1 a:0,2 c:1"},
        /* by value, if the names are the integers 0 to n-1 and no host is
         * declared */
        {"2 0\n0 1\n", 3, "0:1,2 1:0 2:0"},
        {"host 2\n2 0\n0 1\n", 3, "2:1 0:0,2 1:1"},
        {"3 0\n0 1\n", 3, "3:1 0:0,2 1:1"},
        {"01 0\n0 2\n", 3, "01:1 0:0,2 2:1"},
        {"switch s 0\n2 s\n1 s\ns 0\n", 2, "2:2 1:2 s:0,1,3 0:2"},
        {"switch s\n1 s\n0 s", 2, "0:2 1:2 s:0,1"},
        {"a s\r\n b s # c\n#\n\nswitch s\nhost b\n", 2, "b:2 a:2 s:0,1"},
        {"a > b\nb > c 1 1\nc > a\nc > b", 3, "a:1 b:2 c:0,1"},
        {"\xef\xbb\xbf"
         "0 1\n1 2\n2 0\n",
         3, "0:1,2 1:0,2 2:0,1"},
        {"<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'><g:graph "
         "edgedefault='undirected'><g:node id='0'/><g:node id='1'/>"
         "<g:edge source='0' target='1'/></g:graph></g:graphml>",
         2, "0:1 1:0"},
        {"graphml 1\n1 2\n", 3, "graphml:1 1:0,2 2:1"},
        {"<graphml:graphml xmlns:graphml='u:x'><graphml:graph "
         "edgedefault='directed'><graphml:node id='0'/><graphml:node "
         "id='1'/><graphml:edge source='0' target='1'/><graphml:edge "
         "source='1' target='0'/></graphml:graph></graphml:graphml>",
         2, "0:1 1:0"},
        {NETWORK_FILE_HEAD
         "<graph edgedefault='undirected'><node id='1'/><node id='0'/>"
         "<edge source='1' target='0'/><edge source='0' target='1'/>"
         "<edge source='1' target='1'/></graph></graphml>",
         2, "0:1 1:0"},
        {NETWORK_FILE_HEAD
         "<graph edgedefault='directed'><node id='p'/><node id='q'/>"
         "<edge source='p' target='q'/>"
         "<edge source='q' target='p' directed='false'/></graph>"
         "</graphml>",
         2, "p:1 q:0"},
        {NETWORK_FILE_HEAD NETWORK_FILE_KEYS
         "<graph edgedefault='undirected'><node id='s'>"
         "<data key='k'>switch</data></node>"
         "<node id='p'><data key='n'>Paris &amp; Co</data></node>"
         "<node id='q'/><edge source='p' target='s'><data key='t'>no</data>"
         "</edge><edge source='q' target='s'/></graph></graphml>",
         2, "Paris & Co:2 q:2 s:0,1"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (int packed = 0; packed < 2; packed++) {
            struct weft_error err;
            char links[200];
            struct weft_network *n =
                network_file_make(samples[i].text, packed, &err);
            cr_assert_not_null(n, "%s: %s", samples[i].text, err.text);
            network_file_describe(n, links, sizeof links);
            cr_expect_eq(weft_network_size(n), samples[i].size);
            cr_expect_str_eq(links, samples[i].links);
            weft_network_destroy(n);
        }
}

Test(network_file, costs_are_those_of_the_link)
{
    static const char *const texts[] = {
        "0 1 2.5 4\n0 > 2 1 1e3\n2 1\n", NETWORK_FILE_HEAD NETWORK_FILE_KEYS
        "<graph edgedefault='undirected'>"
        "<node id='0'/><node id='1'/><node id='2'/>"
        "<edge source='0' target='1'><data key='l'> 2.5 </data>"
        "<data key='b'>4</data></edge>"
        "<edge source='0' target='2' directed='true'>"
        "<data key='l'>1</data><data key='b'>1000</data></edge>"
        "<edge source='2' target='1'/></graph></graphml>"};
    for (int i = 0; i < 2; i++) {
        struct weft_error err;
        struct weft_arc_cost cost;
        struct weft_network *n = network_file_make(texts[i], false, &err);
        cr_assert_not_null(n, "%s", err.text);
        cr_expect_eq(weft_network_arcs(n), 5);
        cr_expect(weft_network_arc_cost(n, 1, 0, &cost));
        cr_expect(cost.latency == 2.5 && cost.bandwidth == 4);
        cr_expect(weft_network_arc_cost(n, 0, 1, &cost));
        cr_expect(cost.latency == 1 && cost.bandwidth == 1000);
        cr_expect_eq(weft_network_arc_cost(n, 2, 0, &cost), i == 1);
        cr_expect(cost.latency == (i ? 7 : -1) && cost.bandwidth == 0);
        cr_expect(weft_network_has_costs(n));
        cr_expect_eq(weft_network_port(n, 2, 0), -1);
        cr_expect_eq(weft_network_distance(n, 2, 0), 2);
        cr_expect_eq(weft_network_eccentricity(n, 2), 2);
        weft_network_destroy(n);
    }
}

Test(network_file, places_if_all_have_one)
{
    static const char *const form = NETWORK_FILE_HEAD NETWORK_FILE_KEYS
        "<graph edgedefault='undirected'>"
        "<node id='0'><data key='x'>2</data><data key='y'>1</data>"
        "</node><node id='1'><data key='o'>-2</data>%s</node>"
        "<edge source='0' target='1'/></graph></graphml>";
    for (int all = 0; all < 2; all++) {
        char text[1000];
        struct weft_error err;
        double at[2][2];
        snprintf(text, sizeof text, form, all ? "<data key='a'>3</data>" : "");
        struct weft_network *n = network_file_make(text, false, &err);
        cr_assert_not_null(n, "%s", err.text);
        cr_expect_eq(weft_network_layout(n),
                     all ? WEFT_LAYOUT_PLACED : WEFT_LAYOUT_CIRCLE);
        weft_network_place(n, 0, at[0]);
        weft_network_place(n, 1, at[1]);
        if (all) /* y points upwards */
            cr_expect(at[0][0] > at[1][0] && at[0][1] > at[1][1]);
        weft_network_destroy(n);
    }
}

/* Coordinates are scaled to the picture, whatever their magnitude. */
Test(network_file, places_far_apart_and_near)
{
    static const char *const far[] = {"1e300", "1", "1e-299", "1e-320", "0"};
    static const char *const form = NETWORK_FILE_HEAD NETWORK_FILE_KEYS
        "<graph edgedefault='undirected'>"
        "<node id='0'><data key='x'>%s</data><data key='y'>-%s</data>"
        "</node><node id='1'><data key='x'>-%s</data>"
        "<data key='y'>0</data></node>"
        "<edge source='0' target='1'/></graph></graphml>";
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        char text[1000];
        struct weft_error err;
        snprintf(text, sizeof text, form, far[i], far[i], far[i]);
        struct weft_network *n = network_file_make(text, false, &err);
        cr_assert_not_null(n, "%s", err.text);
        for (int v = 0; v < 2; v++) {
            double at[2];
            weft_network_place(n, v, at);
            for (int k = 0; k < 2; k++)
                cr_expect(at[k] >= 0 && at[k] < 10, "%s: %g", far[i], at[k]);
        }
        weft_network_destroy(n);
    }
}

struct network_file_mistake {
    const char *text;
    unsigned line;
    const char *says;
};

Test(network_file, mistakes_name_their_line)
{
    static const struct network_file_mistake mistakes[] = {
        {"a b\na a\n", 2, "from 'a' to itself"},
        {"a b\nb c\nb a\n", 3, "from 'b' to 'a' repeats line 1"},
        {"a > b\nb > a\na > b", 3, "repeats line 1"},
        {"a > b\na b\n", 2, "repeats line 1"},
        {"a b\na > b\n", 2, "repeats line 1"},
        {"a b\nc d\nb e\n", 2, "no path from a to c"},
        {"a > b\n", 1, "no path from b to a"},
        {"host a\nhost b a\n", 2, "'a' is already declared in line 1"},
        {"switch a\nhost a\n", 2, "declared in line 1"},
        {"a b\nhost\n", 2, "expected names after 'host'"},
        {"a b 1\n", 1, "expected a link"},
        {"a b 1 2 3\n", 1, "expected a link"},
        {"a\n", 1, "expected a link"},
        {"a >\n", 1, "expected a link"},
        {"a > b 1 2 3\n", 1, "expected a link"},
        {"a b\nb c -1 2\n", 2, "latency '-1'"},
        {"a b\nb c 1 0\n", 2, "bandwidth '0'"},
        {"a b nan 1\n", 1, "latency 'nan' is not a number"},
        {"a b 1 2x\n", 1, "bandwidth '2x' is not a number"},
        {"\n\n", 0, "0 processors"},
        {"switch a b\na b\n", 0, "0 processors"},
        {"a\033b c c\n", 1, "LATENCY"},
        {NETWORK_FILE_HEAD
         "<key id='l' for='edge' attr.name='latency'>\n"
         "<default>x</default></key>\n<graph><node id='a'/>\n"
         "<node id='b'/><edge source='a' target='b'/></graph></graphml>",
         3, "latency 'x' is not a number"},
        {NETWORK_FILE_HEAD
         "<graph>\n<node id='a'/>\n<node id='a'/></graph></graphml>",
         4, "'a' is already declared in line 3"},
        {NETWORK_FILE_HEAD
         "<graph><node id='a'>\n<graph/></node></graph></graphml>",
         3, "a graph within a graph"},
        {NETWORK_FILE_HEAD "<graph/>\n<graph/></graphml>", 3,
         "a second <graph>"},
        {NETWORK_FILE_HEAD "<graph>\n<hyperedge/></graph></graphml>", 3,
         "a hyperedge"},
        {NETWORK_FILE_HEAD
         "<graph><node id='a'/>\n<edge source='a' target='b'/></graph>"
         "</graphml>",
         3, "joins 'b', which is not a node"},
        {NETWORK_FILE_HEAD "<graph><node/></graph></graphml>", 2,
         "no attribute 'id'"},
        {NETWORK_FILE_HEAD NETWORK_FILE_KEYS
         "<graph>\n<node id='a'><data key='k'>router</data></node>"
         "</graph></graphml>",
         4, "kind 'router'; expected switch"},
        {"<graphml xmlns='rel'>\n<graph>\n<node id='a'><edge>\n</graph>"
         "</graphml>",
         4, "mismatch"},
        {NETWORK_FILE_HEAD "<graph><edge source='a'/></graph></graphml>", 2,
         "'target'"},
        {NETWORK_FILE_HEAD "<graph>\n<data/></graph></graphml>", 3, "'key'"},
        {NETWORK_FILE_HEAD "<key/></graphml>", 2, "'id'"},
        {NETWORK_FILE_HEAD "<graph edgedefault='both'/></graphml>", 2,
         "edgedefault 'both'"},
        {NETWORK_FILE_HEAD
         "<graph><node id='a'/><node id='b'/>\n<edge source='a' "
         "target='b' directed='no'/></graph></graphml>",
         3, "directed 'no'"},
        {NETWORK_FILE_HEAD NETWORK_FILE_KEYS
         "<graph><node id='a'/><node id='b'/>\n<edge source='a' "
         "target='b'>\n<data key='l'>x</data></edge></graph>"
         "</graphml>",
         4, "latency 'x' is not a number"},
        {NETWORK_FILE_HEAD NETWORK_FILE_KEYS
         "<graph><node id='a'>\n<data key='x'>1e999</data></node>"
         "</graph></graphml>",
         3, "x '1e999' is not a number"},
        {NETWORK_FILE_HEAD NETWORK_FILE_KEYS
         "<graph><node id='a'>\n<data key='x'>-1e307</data></node>"
         "</graph></graphml>",
         3, "x '-1e307'; expected -1e+300 to 1e+300"},
        {NETWORK_FILE_HEAD
         "<graph><node id='a'/>\n<node id='b'/></graph></graphml>",
         3, "no path from a to b"},
        {NETWORK_FILE_HEAD "<graph>\n</graphml>", 3, "mismatch"},
        {"<!DOCTYPE graphml [<!ENTITY a 'b'>]>\n<graphml><graph/></graphml>", 0,
         "a DOCTYPE"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct weft_error err;
        const struct network_file_mistake *m = &mistakes[i];
        cr_expect_null(network_file_make(m->text, false, &err), "%s", m->text);
        cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", m->text);
        cr_expect_eq(err.line, m->line, "%s: line %u", m->text, err.line);
        cr_expect_not_null(strstr(err.text, m->says), "%s: %s", m->text,
                           err.text);
        for (const char *at = err.text; *at; at++)
            cr_expect((unsigned char)*at >= ' ', "%s", m->text);
    }
}

Test(network_file, a_million_vertices_are_too_many)
{
    size_t room = 16 * 1000000, used = 0;
    char *text = malloc(room);
    struct weft_error err;
    for (int i = 0; i < 1000000; i++)
        used += (size_t)snprintf(text + used, room - used, "%d %d\n", i, i + 1);
    for (int packed = 0; packed < 2; packed++) {
        cr_expect_null(network_file_make(text, packed, &err));
        cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
        cr_expect_eq(err.line, 16384);
    }
    free(text);
}

Test(network_file, files_that_cannot_be_read)
{
    static const char *const specs[] = {"file:/tmp", "file:/nowhere/x",
                                        "file:/dev/null"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct weft_error err = {0};
        cr_expect_null(weft_network_create(specs[i], &err));
        cr_expect_eq(err.kind, WEFT_ERROR_SYSTEM, "%s", err.text);
    }
    struct weft_error err;
    cr_expect_null(weft_network_create("file:", &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect(weft_network_reads_file("file:x"));
    cr_expect(!weft_network_reads_file("ring:4"));
    cr_expect(!weft_network_reads_file(NULL));
}

/* In models of neighbours, hosts do not forward between other hosts. */
Test(network_file, near_and_direct)
{
    struct weft_error err;
    struct weft_network *n =
        network_file_make("host a b c\nswitch s\na s\nb s\nb c\n", false, &err);
    cr_assert_not_null(n, "%s", err.text);
    cr_expect(weft_network_near(n, 0, 1));
    cr_expect(weft_network_near(n, 2, 1));
    cr_expect(!weft_network_near(n, 0, 2));
    cr_expect(!weft_network_near(n, 1, 1));
    cr_expect(!weft_network_direct(n));
    weft_network_destroy(n);
    static const struct {
        const char *spec;
        bool direct;
    } known[] = {{"tree:8", true},         {"switch:3", true},
                 {"fat-tree:2x3", true},   {"dragonfly:2x1x2", true},
                 {"complete:5", true},     {"hyperx:4", true},
                 {"ring:3", true},         {"ring:4", false},
                 {"bipartite:1x2", false}, {"circulant:5/1/2", true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        n = weft_network_create(known[i].spec, NULL);
        for (int again = 0; again < 2; again++)
            cr_expect_eq(weft_network_direct(n), known[i].direct, "%s",
                         known[i].spec);
        weft_network_destroy(n);
    }
    /* two switches for each host: no host is a leaf, and yet all are near */
    n = network_file_make("switch s t\n0 s\n1 s\n2 s\n0 t\n1 t\n2 t\n", false,
                          &err);
    cr_expect(weft_network_direct(n));
    weft_network_destroy(n);
}

/* Store the machine's transfer time over one link. */
static int transfer_time(struct weft_processor *self, void *arg)
{
    if (weft_rank(self) == 0)
        *(uint64_t *)arg = weft_transfer_time(self, 232, 1);
    return 0;
}

/* 1 + 0.1 + 29 / 10 is 4, but slightly more in floating point. */
Test(network_file, one_time_for_programs_and_routes)
{
    struct weft_error err;
    struct weft_outcome outcome;
    uint64_t told = 0;
    struct weft_network *n = network_file_make("0 1 0.1 10\n", false, &err);
    cr_assert_not_null(n, "%s", err.text);
    struct weft_machine machine = {.network = n,
                                   .program = transfer_time,
                                   .arg = &told,
                                   .cost = {.ts = 1, .tw = 1}};
    cr_assert_eq(weft_model_parse("one-port", &machine.model, &err), 0);
    cr_assert_eq(weft_machine_run(&machine, &outcome, &err), 0, "%s", err.text);
    cr_expect_eq(weft_route_time(n, &machine.cost, 0, 1, 232), 4);
    cr_expect_eq(told, 4, "%d", (int)told);
    weft_network_destroy(n);
}

struct timed {
    int from, to;
    size_t bytes;
    struct weft_cost cost;
    uint64_t time;
};

Test(network_file, time_of_a_route)
{
    /* 0 - 1: latency 2.5, 4 words; 1 - 2: 0.25, 0.5 words; 2 - 3 and 3 - 4:
     * defaults */
    static const char text[] = "0 1 2.5 4\n1 2 0.25 0.5\n2 3\n3 4\n";
    static const struct timed cases[] = {
        {0, 1, 64, {1, 0, 0}, 1}, /* unit time ignores costs */
        {0, 4, 64, {1, 0, 0}, 1},
        {0, 1, 64, {10, 3, 0}, 15}, /* 10 + 2.5 + 8 / 4 */
        {0, 1, 1, {10, 3, 5}, 13},  /* 10 + 2.5 + 1 / 4 */
        {1, 0, 0, {0, 0, 1}, 3},    /* 2.5 */
        {0, 2, 64, {10, 0, 0}, 29}, /* 10 + 2.75 + 16 */
        {1, 3, 64, {10, 3, 7}, 42}, /* = 10 + 0.25 + 7 + 8 * 3 */
        {2, 3, 64, {10, 3, 7}, 34}, /* = ts + tw m + th (h - 1) */
        {2, 4, 64, {10, 3, 7}, 41},
        {0, 4, 8, {10, 3, 7}, 30}, /* 10 + 2.75 + 14 + 3 */
        {0, 1, 0, {0, 0, 0}, 3},
    };
    struct weft_error err;
    struct weft_network *n = network_file_make(text, false, &err);
    cr_assert_not_null(n, "%s", err.text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct timed *c = &cases[i];
        cr_expect_eq(
            weft_route_time(n, &c->cost, c->from, c->to, c->bytes), c->time,
            "case %zu: %d", i,
            (int)weft_route_time(n, &c->cost, c->from, c->to, c->bytes));
    }
    weft_network_destroy(n);
    n = network_file_make("0 1\n1 2\n", false, &err);
    struct weft_cost cost = {10, 3, 7};
    cr_expect(!weft_network_has_costs(n));
    cr_expect_eq(weft_route_time(n, &cost, 0, 2, 64), 41);
    weft_network_destroy(n);
}

/* A name of maximum length is kept; one more byte is rejected. */
Test(network_file, long_name)
{
    char path[] = "/tmp/weft-network-XXXXXX";
    char spec[WEFT_NETWORK_NAME_MAX + 1] = "file:";
    struct weft_error err = {0};
    int fd = mkstemp(path);
    cr_assert(fd >= 0 && write(fd, "0 1\n", 4) == 4);
    close(fd);
    size_t room = sizeof spec - strlen(spec) - sizeof path;
    memset(spec + strlen(spec), '/', room);
    strcat(spec, path);
    cr_assert_eq(strlen(spec), WEFT_NETWORK_NAME_MAX);
    cr_expect_null(weft_network_create(spec, &err));
    cr_expect(strstr(err.text, "more than 1023 bytes"), "%s", err.text);
    memmove(spec + 5, spec + 6, strlen(spec + 5));
    struct weft_network *network = weft_network_create(spec, &err);
    cr_assert(network, "%s", err.text);
    cr_expect_str_eq(weft_network_name(network), spec);
    weft_network_destroy(network);
    unlink(path);
}

/* Bandwidths of lanes: accepted and rejected spellings, and numbers with many
 * digits. */
Test(network_file, bandwidths_of_lanes)
{
    const char *good[] = {
        "1", "25", "0.1", "1/3", "999999999999999999", "0.00000000000000001"};
    const char *bad[] = {"",   "0", "0.0", "1/0",  "-1",    "x",   "1e3",  "1/",
                         "/2", ".", " 1",  "1/-2", "1/3/4", "1 2", "1.5.2"};
    char digits[200];
    struct weft_error err = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect_eq(weft_lane_check(good[i], &err), 0, "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        err.kind = WEFT_ERROR_NONE;
        cr_expect_eq(weft_lane_check(bad[i], &err), -1, "%s", bad[i]);
        cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    }
    for (size_t length = 19; length < sizeof digits; length++) {
        memset(digits, '9', length);
        digits[length] = 0;
        cr_expect_eq(weft_lane_check(digits, NULL), -1, "%zu", length);
        digits[0] = '1';
        digits[1] = '/';
        cr_expect_eq(weft_lane_check(digits, NULL), length < 21 ? 0 : -1, "%zu",
                     length);
    }
}
