/* weft list THING NAME: the description of one thing. */
#include "list/describe.h"

#include "common/command.h"
#include "common/network-word.h"
#include "common/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/goal.h>

/* distances are not computed in larger networks */
#define MEASURED_MAX (1 << 13)

static void print_distances(const struct weft_network *network)
{
    int size = weft_network_size(network), most = 0;
    int64_t sum = 0;
    if (size > MEASURED_MAX) {
        printf("  %-12s not counted for more than %d processors\n", "diameter",
               MEASURED_MAX);
        return;
    }
    for (int v = 0; v < size; v++)
        for (int u = 0; u < size; u++) {
            int links = weft_network_distance(network, u, v);
            sum += links;
            most = links > most ? links : most;
        }
    printf("  %-12s %d\n", "diameter", most);
    printf("  %-12s %" PRId64 ", summed over all pairs, both ways\n",
           "distances", sum);
}

static void describe_print_network(const struct weft_network *network)
{
    int vertices = weft_network_vertices(network), least = INT32_MAX, most = 0;
    int64_t lanes = 0;
    for (int v = 0; v < vertices; v++) {
        int degree = weft_network_degree(network, v);
        lanes += weft_network_lanes_out(network, v);
        least = degree < least ? degree : least;
        most = degree > most ? degree : most;
    }
    print_plain(weft_network_name(network), stdout);
    printf("\n  %-12s %d\n", "processors", weft_network_size(network));
    printf("  %-12s %d\n", "switches", vertices - weft_network_size(network));
    printf("  %-12s %" PRId64 "\n", "arcs", weft_network_arcs(network));
    printf("  %-12s %d", "degree", least);
    if (least < most)
        printf(" to %d", most);
    putchar('\n');
    if (weft_network_has_lanes(network))
        printf("  %-12s %" PRId64 ", messages that all arcs carry in a step\n",
               "lanes", lanes);
    print_distances(network);
}

static int describe_one_network(const char *name, const char *seed)
{
    struct weft_network *network;
    const struct network_words words = {.spec = name, .seed = seed};
    int status = network_make("list", &words, &network);
    if (!status)
        describe_print_network(network);
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

/* Print a goal as text, as a starting point for user-defined goals. */
static int describe_goal(const char *name, const char *seed)
{
    struct weft_error err;
    (void)seed;
    char *text = weft_goal_text(name, (struct weft_goal_values){0});
    if (!text) {
        if (is_goal(name))
            weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
        else
            weft_unknown(&err, "goal", name, weft_goal_known);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    fputs(text, stdout);
    free(text);
    return EXIT_GOOD;
}

static const struct {
    const char *name;
    int (*describe)(const char *name, const char *seed);
} things[] = {
    {"network", describe_one_network},
    {"goal", describe_goal},
};

#define THINGS (sizeof things / sizeof *things)

bool is_thing(const char *word)
{
    for (size_t i = 0; i < THINGS; i++)
        if (!strcmp(things[i].name, word))
            return true;
    return false;
}

int describe(const char *thing, const char *name, const char *seed)
{
    size_t i = 0;
    while (strcmp(things[i].name, thing) != 0)
        i++;
    return things[i].describe(name, seed);
}
