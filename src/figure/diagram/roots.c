/* Finds the roots of a diagram, and writes the diagram's note. */
#include "diagram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#define SIGNS_TEXT 160

/* Find the roots of one message: the processors that send it before they
 * receive it or, if a processor receives it from several others, the processors
 * that do not pass it on. */
static void roots_of_trace(struct diagram *d, int *sent, int *received)
{
    const struct view *view = &d->view;
    bool together = false, ends = view->end >= view->makespan;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        sent[t->source]++;
        together = ++received[t->destination] > 1 || together;
    }
    for (int u = 0; u < weft_network_size(d->network); u++)
        together = together && sent[u] <= 1;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (together && ends && !sent[t->destination])
            d->root[t->destination] = true;
        if (!together && !view->begin && !received[t->source])
            d->root[t->source] = true;
    }
}

int diagram_roots(struct diagram *d)
{
    size_t size = (size_t)weft_network_size(d->network);
    d->root = calloc(size, sizeof *d->root);
    int *count = calloc(2 * size, sizeof *count);
    if (!d->root || !count) {
        free(count);
        return -1;
    }
    for (size_t i = 0; i < d->trees; i++)
        d->root[d->panel->tree[i].root] = true;
    if (d->view.transfers && d->several && d->legend.count == 1)
        roots_of_trace(d, count, count + size);
    free(count);
    return 0;
}

static const char *signs(const struct diagram *d, char text[SIGNS_TEXT])
{
    if (d->trees > 1)
        return "Arrows are edges of trees, numbered by step; colour and dashes "
               "show the tree.";
    if (!d->several)
        return "Arrows are the transfers of one step, numbered by message; "
               "colour and dashes show the message.";
    if (!d->panel->tree && !d->view.steps) {
        snprintf(text, SIGNS_TEXT,
                 "Arrows are transfers, labelled with the time of arrival in "
                 "%s; colour and dashes show the message.",
                 d->view.clock->name);
        return text;
    }
    return d->panel->tree
               ? "Arrows are edges of the tree, numbered by step; colour and "
                 "dashes show the step."
               : "Arrows are transfers, numbered by step; colour and dashes "
                 "show the step.";
}

/* Explain the signs in switches; return an empty string if there are none. */
static const char *powers_note(const struct weft_network *network)
{
    int combining = weft_network_combining(network);
    int multicasting = weft_network_multicasting(network) - combining;
    if (combining && multicasting)
        return " Switches with + combine and multicast messages, those with = "
               "only multicast.";
    if (combining)
        return " Switches with + combine and multicast messages.";
    return multicasting ? " Switches with = multicast messages." : "";
}

const char *diagram_note(const void *state)
{
    struct diagram *d = (struct diagram *)state;
    bool root = false, clash = false;
    char text[SIGNS_TEXT];
    const char *powers = powers_note(d->network);
    if (!d->panel->trace && !d->panel->tree && diagram_has_parts(d))
        return "Numbers beside links: bandwidth in GB/s; "
               "a/b: in the two directions.";
    if (!d->panel->trace && !d->panel->tree)
        return *powers ? powers + 1 : NULL;
    for (int u = 0; u < weft_network_size(d->network); u++) {
        root = root || d->root[u];
        clash = clash || (d->clashes && d->clashes[u]);
    }
    snprintf(d->note, sizeof d->note, "%s%s%s%s", signs(d, text),
             root ? " Roots are shaded." : "",
             clash
                 ? " A double ring marks a processor that breaks a rule of the "
                   "model."
                 : "",
             powers);
    return d->note;
}
