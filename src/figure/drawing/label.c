/* The names of processors in figures. */
#include "figure/figure.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MORE "\xe2\x80\xa6"

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

/* How many characters, up to the identifiers that readers put behind a name:
 * "loader (pid 7 tid 8)" */
static int name_length(const char *name)
{
    const char *ids = strstr(name, " (pid ");
    int count = 0;
    for (size_t length; *name && name != ids; name += length, count++)
        text_take(name, &length);
    return count;
}

/* The end of a name, in so many characters. */
static void name_print(char *text, const char *name, int most)
{
    int count = name_length(name), skipped = 0;
    size_t length, used = 0;
    if (count > most) {
        strcpy(text, MORE);
        used = strlen(MORE);
        skipped = count - most + 1;
    }
    for (int i = 0; i < count; i++, name += length) {
        bool shown = text_take(name, &length);
        if (i < skipped)
            continue;
        size_t bytes = shown ? length : 1;
        memcpy(text + used, shown ? name : "?", bytes);
        used += bytes;
    }
    text[used] = '\0';
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
    int used = snprintf(text, WEFT_LABEL_MAX, "%d ", rank);
    if (strtol(name, NULL, 10) == rank && strlen(name) + 1 == (size_t)used)
        text[used - 1] = '\0';
    else
        name_print(text + used, name, most - used);
}
