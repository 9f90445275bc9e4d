/* Formats the names of processors in figures. */
#include "figure/figure.h"

#include "base/base.h"
#include "base/text/who.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void print_binary(char *text, int nodes, int rank)
{
    int bits = 1;
    while (bits < 30 && 1 << bits < nodes)
        bits++;
    for (int i = 0; i < bits; i++)
        text[i] = rank >> (bits - 1 - i) & 1 ? '1' : '0';
    text[bits] = '\0';
}

void label_print(char text[WEFT_LABEL_MAX], enum weft_label label,
                 const struct weft_network *network, int nodes, int rank)
{
    if (label == WEFT_LABEL_AUTO && network) {
        weft_network_label(network, rank, text, WEFT_LABEL_MAX);
        return;
    }
    if (label == WEFT_LABEL_BINARY) {
        print_binary(text, nodes, rank);
        return;
    }
    int used = snprintf(text, WEFT_LABEL_MAX, "%d", rank);
    if (label == WEFT_LABEL_BOTH) {
        used += snprintf(text + used, WEFT_LABEL_MAX - used, " (");
        print_binary(text + used, nodes, rank);
        strcat(text, ")");
    }
}

void label_print_of(char text[WEFT_LABEL_MAX], enum weft_label label,
                    const struct weft_trace *trace,
                    const struct weft_network *network, int nodes, int rank,
                    int most)
{
    const char *name = trace ? weft_processor_name(&trace->info, rank) : NULL;
    if (label != WEFT_LABEL_AUTO || !name || !*name) {
        label_print(text, label, network, nodes, rank);
        return;
    }
    static_assert(WEFT_LABEL_ROW <= WHO_LABEL, "it fits");
    who_label(text, name, rank, most);
}
