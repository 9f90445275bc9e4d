/* weft list THING NAME: the description of one thing. */
#include "list/describe.h"

#include "common/answer.h"
#include "common/command.h"
#include "common/json.h"
#include "common/network-word.h"
#include "common/terminal.h"
#include "list/network-parts.h"
#include "list/network-text.h"
#include "schema/schemas.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/goal.h>
#include <weft/unstable/ways.h>

/* distances are not computed in larger networks */
#define MEASURED_MAX (1 << 13)
/* the same for JSON, which programs ask for many networks */
#define MEASURED_JSON_MAX (1 << 10)

/* The numbers of a network. */
struct network_numbers {
    int processors, switches, least, most; /* degrees */
    int64_t arcs, lanes;
    int diameter; /* -1: not counted */
    int64_t distances;
};

static void count_distances(const struct weft_network *network, int most,
                            struct network_numbers *numbers)
{
    int size = numbers->processors;
    numbers->diameter = size > most ? -1 : 0;
    if (size > most)
        return;
    for (int v = 0; v < size; v++)
        for (int u = 0; u < size; u++) {
            int links = weft_network_distance(network, u, v);
            numbers->distances += links;
            if (links > numbers->diameter)
                numbers->diameter = links;
        }
}

/* `most`: distances are not counted in larger networks. */
static struct network_numbers count_network(const struct weft_network *network,
                                            int most)
{
    int vertices = weft_network_vertices(network);
    struct network_numbers numbers = {.processors = weft_network_size(network),
                                      .arcs = weft_network_arcs(network),
                                      .least = INT32_MAX};
    numbers.switches = vertices - numbers.processors;
    for (int v = 0; v < vertices; v++) {
        int degree = weft_network_degree(network, v);
        numbers.lanes += weft_network_lanes_out(network, v);
        numbers.least = degree < numbers.least ? degree : numbers.least;
        numbers.most = degree > numbers.most ? degree : numbers.most;
    }
    count_distances(network, most, &numbers);
    return numbers;
}

static void describe_print_network(const struct weft_network *network,
                                   const struct network_numbers *numbers)
{
    print_plain(weft_network_name(network), stdout);
    printf("\n  %-12s %d\n", "processors", numbers->processors);
    printf("  %-12s %d\n", "switches", numbers->switches);
    if (weft_network_combining(network))
        printf("  %-12s %d switches\n", "combining",
               weft_network_combining(network));
    if (weft_network_multicasting(network))
        printf("  %-12s %d switches\n", "multicasting",
               weft_network_multicasting(network));
    printf("  %-12s %" PRId64 "\n", "arcs", numbers->arcs);
    printf("  %-12s %d", "degree", numbers->least);
    if (numbers->least < numbers->most)
        printf(" to %d", numbers->most);
    putchar('\n');
    if (weft_network_has_lanes(network))
        printf("  %-12s %" PRId64 ", messages that all arcs carry in a step\n",
               "lanes", numbers->lanes);
    if (numbers->diameter < 0) {
        printf("  %-12s not counted for more than %d processors\n", "diameter",
               MEASURED_MAX);
        parts_print(network);
        return;
    }
    printf("  %-12s %d\n", "diameter", numbers->diameter);
    printf("  %-12s %" PRId64 ", summed over all pairs, both ways\n",
           "distances", numbers->distances);
    parts_print(network);
}

/* Write the numbers as JSON: "lanes" if arcs have several, null for distances
 * that are not counted. */
static void describe_write_network(const struct weft_network *network,
                                   const struct network_numbers *numbers)
{
    struct json json = answer_open("network", stdout);
    json_text(&json, "name", weft_network_name(network));
    json_number(&json, "processors", (uint64_t)numbers->processors);
    json_number(&json, "switches", (uint64_t)numbers->switches);
    if (weft_network_combining(network))
        json_number(&json, "combining",
                    (uint64_t)weft_network_combining(network));
    if (weft_network_multicasting(network))
        json_number(&json, "multicasting",
                    (uint64_t)weft_network_multicasting(network));
    json_number(&json, "arcs", (uint64_t)numbers->arcs);
    json_open(&json, "degree", '[');
    json_number(&json, NULL, (uint64_t)numbers->least);
    json_number(&json, NULL, (uint64_t)numbers->most);
    json_close(&json, ']');
    if (weft_network_has_lanes(network))
        json_number(&json, "lanes", (uint64_t)numbers->lanes);
    if (numbers->diameter < 0) {
        json_null(&json, "diameter");
        json_null(&json, "distances");
    } else {
        json_number(&json, "diameter", (uint64_t)numbers->diameter);
        json_number(&json, "distances", (uint64_t)numbers->distances);
    }
    parts_write(network, &json);
    answer_close(&json);
}

static int describe_numbers(const struct weft_network *network, bool json)
{
    struct network_numbers numbers =
        count_network(network, json ? MEASURED_JSON_MAX : MEASURED_MAX);
    if (json)
        describe_write_network(network, &numbers);
    else
        describe_print_network(network, &numbers);
    return EXIT_GOOD;
}

static int describe_one_network(const char *name,
                                const struct describe_words *words)
{
    struct weft_network *network;
    struct weft_error err;
    if (words->edges + words->routes + words->json > 1) {
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--edges, --routes and --json are mutually exclusive");
        return complain(EXIT_MISUSE, NULL, &err);
    }
    const struct network_words spec = {
        .spec = name, .seed = words->seed, .lane = words->lane};
    int status = network_make("list", &spec, &network);
    if (!status && words->edges)
        status = network_print_edges(network);
    else if (!status && words->routes)
        status = network_print_routes(network);
    else if (!status)
        status = describe_numbers(network, words->json);
    weft_network_destroy(network);
    return status;
}

static bool is_goal(const char *name)
{
    size_t i = 0;
    while (weft_goal_known(i) && strcmp(weft_goal_known(i), name) != 0)
        i++;
    return weft_goal_known(i) != NULL;
}

static void write_goal_text(const char *name, const char *text)
{
    struct json json = answer_open("goal", stdout);
    json_text(&json, "name", name);
    json_text(&json, "text", text);
    answer_close(&json);
}

/* Print a goal as text, as a starting point for user-defined goals. */
static int describe_goal(const char *name, const struct describe_words *words)
{
    struct weft_error err;
    char *text = weft_goal_text(name, (struct weft_goal_values){0});
    if (!text) {
        if (is_goal(name))
            weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
        else
            weft_unknown(&err, "goal", name, weft_goal_known);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    if (words->json)
        write_goal_text(name, text);
    else
        fputs(text, stdout);
    free(text);
    return EXIT_GOOD;
}

/* Print a schema, which is JSON with and without --json. */
static int describe_schema(const char *name, const struct describe_words *words)
{
    struct weft_error err;
    (void)words;
    for (size_t i = 0; schema_name(i); i++)
        if (!strcmp(schema_name(i), name)) {
            fputs(schema_at(i)->text, stdout);
            return EXIT_GOOD;
        }
    weft_unknown(&err, "schema", name, schema_name);
    return complain(EXIT_MISUSE, NULL, &err);
}

static const struct {
    const char *name;
    int (*describe)(const char *name, const struct describe_words *words);
} things[] = {
    {"network", describe_one_network},
    {"goal", describe_goal},
    {"schema", describe_schema},
};

#define THINGS (sizeof things / sizeof *things)

bool is_thing(const char *word)
{
    for (size_t i = 0; i < THINGS; i++)
        if (!strcmp(things[i].name, word))
            return true;
    return false;
}

int describe(const char *thing, const char *name,
             const struct describe_words *words)
{
    size_t i = 0;
    while (strcmp(things[i].name, thing) != 0)
        i++;
    return things[i].describe(name, words);
}
