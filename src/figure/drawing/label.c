/* The names of processors in figures. */
#include "figure/figure.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_MORE "\xe2\x80\xa6"

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

static int characters(const char *text, const char *end)
{
    int count = 0;
    for (size_t length; text < end; text += length, count++)
        text_take(text, &length);
    return count;
}

/* How many characters of a name are shown: up to the identifiers behind "loader
 * (pid 7 tid 8)"; of "CPU1 (19563, MEMNODE0, program)" as many containers, the
 * inner ones first, as fit into so many characters with `closing`. */
static int name_length(const char *name, int most, const char **closing)
{
    const char *ids = strstr(name, " (pid "), *list = strstr(name, " (");
    const char *end = ids ? ids : name + strlen(name);
    *closing = "";
    if (ids || !list || !strstr(list, ", "))
        return characters(name, end);
    while (end > list && characters(name, end) + (int)strlen(*closing) > most) {
        do
            end--;
        while (end > list && *end != ',');
        *closing = end > list ? ")" : "";
    }
    return characters(name, end);
}

/* The end of a name, in so many characters. */
static void name_print(char *text, const char *name, int most)
{
    const char *closing;
    int count = name_length(name, most, &closing), skipped = 0;
    size_t length, used = 0;
    if (count > most) {
        strcpy(text, LABEL_MORE);
        used = strlen(LABEL_MORE);
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
    strcpy(text + used, closing);
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
